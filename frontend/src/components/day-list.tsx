/** Records grouped by day, each day under its name. */
import type { ReactNode } from "react";
import { useNow } from "./now.ts";
import { useZone } from "./session.tsx";
import { dayName } from "./words.ts";

export function DayList<Item extends { readonly at: string }>({
  items,
  children,
}: {
  items: readonly Item[];
  /** One row and its key. */
  children: (item: Item) => ReactNode;
}) {
  const zone = useZone();
  const now = useNow();
  return [...Map.groupBy(items, ({ at }) => dayName(at, now, zone))].map(([day, list]) => (
    <section key={day} aria-label={day}>
      <h2 className="pb-1 text-xs font-medium text-kumo-subtle">{day}</h2>
      <ol className="sheet overflow-hidden">{list.map(children)}</ol>
    </section>
  ));
}
