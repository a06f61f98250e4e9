/** The pages behind the open door, as tabs above the page. On a phone they give way to what is open within one of them. */
import { Link } from "@tanstack/react-router";
import type { BadgeCounts } from "../badge-counts.ts";
import { HelpLink } from "../help/help-link.tsx";
import { useTabs } from "../places-context.tsx";
import { useOpenInSight } from "../use-open-in-sight.ts";
import { CountBadge } from "./count-badge.tsx";
import { countWords } from "./door-count.ts";

export function SectionTabs({ counts }: { counts: BadgeCounts }) {
  const tabs = useTabs();
  const line = useOpenInSight();
  if (tabs === null) return null;
  const { door, open, within } = tabs;
  return (
    <div
      className={`flex shrink-0 items-center border-b border-kumo-hairline bg-kumo-base ${within ? "max-lg:hidden" : ""}`}
    >
      <nav
        ref={line}
        aria-label={door.label}
        className="no-scrollbar relative flex min-w-0 flex-1 gap-0.5 overflow-x-auto px-2"
      >
        {door.pages.map(({ to, label, badge }) => (
          <Link
            key={to}
            to={to}
            aria-current={to === open.to ? "page" : undefined}
            data-status={to === open.to ? "active" : undefined}
            className="touch -mb-px inline-flex h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm text-kumo-subtle hover:text-kumo-default focus-visible:-outline-offset-2 data-[status=active]:border-kumo-brand data-[status=active]:font-semibold data-[status=active]:text-kumo-default"
          >
            {label}
            {badge ? <CountBadge amount={counts[badge]} words={countWords(door.group)} /> : null}
          </Link>
        ))}
      </nav>
      <HelpLink className="mr-2 lg:hidden" />
    </div>
  );
}
