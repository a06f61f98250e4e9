import type { ReactNode } from "react";

/** A titled part of a settings page. */
export function Section({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        {lead ? <p className="text-kumo-subtle">{lead}</p> : null}
      </div>
      {children}
    </section>
  );
}

/** What a row is about, with a note. */
export function Named({ what, note }: { what: string; note: string }) {
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="wrap-anywhere">{what}</p>
      <p className="text-xs text-kumo-subtle">{note}</p>
    </div>
  );
}

/** Rows of what and why. */
export function NamedRows({ items }: { items: readonly (readonly [what: string, note: string])[] }) {
  return (
    <Rows>
      {items.map(([what, note]) => (
        <RowItem key={what}>
          <Named what={what} note={note} />
        </RowItem>
      ))}
    </Rows>
  );
}

/** A list in a frame. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="sheet overflow-hidden">{children}</ul>;
}

export function RowItem({ children }: { children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-kumo-hairline px-4 py-2.5 last:border-b-0">
      {children}
    </li>
  );
}
