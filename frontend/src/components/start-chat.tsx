/** Starts a chat with its subject attached; the question is left to the person. */
import type { ReactNode } from "react";
import { ButtonLink } from "./button-link.tsx";
import { NotePencilIcon } from "./icons.ts";

export function StartChat({
  about,
  spoken,
  children,
}: {
  /** `Maria Lopez (14 Birch St #3)`. */
  about: string;
  spoken: string;
  children: ReactNode;
}) {
  return (
    <ButtonLink
      to="/conversations/new"
      search={{ about }}
      size="sm"
      className="touch shrink-0"
      aria-label={spoken}
      icon={<NotePencilIcon aria-hidden className="size-4" />}
    >
      <span>{children}</span>
    </ButtonLink>
  );
}
