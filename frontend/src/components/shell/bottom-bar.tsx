/** The bar at the bottom of a phone: the doors that are marked so, and the rest under More. */
import { Link } from "@tanstack/react-router";
import type { BadgeCounts } from "../badge-counts.ts";
import { ListIcon } from "../icons.ts";
import { useDoors, useOpenDoor } from "../places-context.tsx";
import { CountBadge } from "./count-badge.tsx";
import { countWords, doorCount } from "./door-count.ts";

const ITEM =
  "relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-kumo-subtle data-[status=active]:font-semibold data-[status=active]:text-kumo-link";
const BADGE = "absolute top-1 left-1/2 ml-2 leading-4.5";

export function BottomBar({ counts }: { counts: BadgeCounts }) {
  const doors = useDoors();
  const open = useOpenDoor();
  const inBar = doors.filter(({ bar }) => bar === true);
  const hidden = doors.filter(({ bar }) => bar !== true);
  const mark = (active: boolean) =>
    active ? { "data-status": "active", "aria-current": "true" as const } : {};
  return (
    <nav aria-label="Main" className="safe-bottom shrink-0 border-t border-kumo-line bg-kumo-base lg:hidden">
      <ul className="grid grid-cols-5">
        {inBar.map(({ group, to, label, icon: Icon, pages }) => (
          <li key={group}>
            <Link to={to} className={ITEM} {...mark(open?.group === group)}>
              <Icon aria-hidden className="size-5.5" />
              {label}
              <CountBadge
                amount={doorCount(pages, counts)}
                words={countWords(group)}
                prominent={group === "today"}
                className={BADGE}
              />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/more" className={ITEM} {...mark(open?.bar !== true)}>
            <ListIcon aria-hidden className="size-5.5" />
            More
            <CountBadge
              amount={hidden.reduce((sum, { pages }) => sum + doorCount(pages, counts), 0)}
              words="new"
              className={BADGE}
            />
          </Link>
        </li>
      </ul>
    </nav>
  );
}
