import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";

/** Leads to somebody's page. `id` is a contact's id, a number (E.164) or an e-mail address; without one it is only their name. */
export function PersonLink({
  id,
  className = "",
  children,
}: {
  id: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  if (id === undefined) return <span className={className}>{children}</span>;
  return (
    <Link
      to="/contacts/$id"
      params={{ id }}
      className={`${className} decoration-kumo-line underline underline-offset-2 hover:decoration-current`}
    >
      {children}
    </Link>
  );
}
