import type { ReactNode } from "react";

/** A titled part of a task's sheet. */
export function SheetPart({
  title,
  about,
  children,
}: {
  title: string;
  /** How far, such as `2 of 5`. */
  about?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1.5">
      <h3 className="flex items-baseline gap-2 text-xs font-medium text-kumo-subtle">
        {title}
        {about === undefined ? null : <span className="font-normal tabular-nums">{about}</span>}
      </h3>
      {children}
    </section>
  );
}
