import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";

/** A titled part of an account's page. */
export function Part({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h2 className="text-xs font-medium text-kumo-subtle">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A file or folder of the workspace. */
export function FileLink({ path, show, children }: { path: string; show?: "history"; children: ReactNode }) {
  return (
    <Link
      to="/workspace/$"
      params={{ _splat: path }}
      search={show === undefined ? {} : { show }}
      className="inline-flex min-h-6 min-w-0 items-center gap-1 text-xs text-kumo-link hover:underline"
    >
      {children}
    </Link>
  );
}
