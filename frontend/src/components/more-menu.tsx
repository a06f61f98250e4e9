import type { ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { DotsThreeIcon } from "./icons.ts";

/** A three-dot menu with more actions. `label` says for what. */
export function MoreMenu({
  label,
  size = "base",
  className = "",
  defaultOpen = false,
  children,
}: {
  label: string;
  size?: "sm" | "base";
  className?: string;
  defaultOpen?: boolean;
  /** Items of a DropdownMenu. */
  children: ReactNode;
}) {
  return (
    <DropdownMenu defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger
        render={
          <Button
            variant="ghost"
            shape="square"
            size={size}
            className={`touch ${className}`}
            aria-label={label}
            icon={<DotsThreeIcon aria-hidden weight="bold" className="size-5" />}
          />
        }
      />
      <DropdownMenu.Content>{children}</DropdownMenu.Content>
    </DropdownMenu>
  );
}
