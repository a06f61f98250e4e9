import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";

/** Links to a person's page. `id` is a contact's ID, an E.164 number, or an e-mail address; without one, only the name is shown. */
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
