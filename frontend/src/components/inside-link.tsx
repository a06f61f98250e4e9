/** A link to one of our pages whose address is only known as text: navigates without reloading, and opens in a new tab like any link. */
import type { MouseEvent, ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";

interface Props {
  readonly href: string;
  readonly className?: string;
  /** The accessible name, if the visible text alone is ambiguous. */
  readonly label?: string;
  readonly children: ReactNode;
}

export function InsideLink({ href, className, label, children }: Props) {
  const navigate = useNavigate();
  function follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ href });
  }
  return (
    <a href={href} className={className} aria-label={label} onClick={follow}>
      {children}
    </a>
  );
}
