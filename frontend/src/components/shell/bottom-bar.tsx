/** The bar at the bottom of a phone: the places that are marked so, and the rest under More. */
import { Link, useRouterState } from "@tanstack/react-router";
import type { BadgeCounts } from "../badge-counts.ts";
import { ListIcon } from "../icons.ts";
import { useEntries } from "../places-context.tsx";
import { CountBadge } from "./count-badge.tsx";

const ITEM =
  "relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-kumo-subtle data-[status=active]:font-semibold data-[status=active]:text-kumo-link";

export function BottomBar({ counts }: { counts: BadgeCounts }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const entries = useEntries();
  const inBar = entries.filter(({ bar }) => bar === true);
  const amongMore = !inBar.some(({ to }) => path === to || path.startsWith(`${to}/`));
  const amongHidden = entries.reduce(
    (sum, { bar, badge }) => sum + (bar === true || badge === undefined ? 0 : counts[badge]),
    0,
  );
  return (
    <nav aria-label="Main" className="safe-bottom shrink-0 border-t border-kumo-line bg-kumo-base lg:hidden">
      <ul className="grid grid-cols-4">
        {inBar.map(({ to, label, icon: Icon, badge }) => (
          <li key={to}>
            <Link to={to} className={ITEM}>
              {Icon ? <Icon aria-hidden className="size-5.5" /> : null}
              {label}
              {badge ? (
                <CountBadge
                  amount={counts[badge]}
                  of={badge}
                  className="absolute top-1 left-1/2 ml-2 leading-4.5"
                />
              ) : null}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/more" className={ITEM} {...(amongMore ? { "data-status": "active" } : {})}>
            <ListIcon aria-hidden className="size-5.5" />
            More
            <CountBadge amount={amongHidden} of="news" className="absolute top-1 left-1/2 ml-2 leading-4.5" />
          </Link>
        </li>
      </ul>
    </nav>
  );
}
