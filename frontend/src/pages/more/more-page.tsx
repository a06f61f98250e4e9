/** On a phone: everything the bottom bar has no room for. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { notificationsQuery } from "../../api/queries.ts";
import { CaretRightIcon, MagnifyingGlassIcon } from "../../components/icons.ts";
import { PageHead, Scroll, usePageTitle } from "../../components/page.tsx";
import { useMe } from "../../components/session.tsx";
import { CountBadge, SignOut, ThemeSwitch } from "../../components/shell.tsx";
import { SECTIONS } from "../settings/sections.ts";

const ROW =
  "flex min-h-13 w-full items-center gap-3 border-b border-kumo-hairline px-4 py-2 text-left hover:bg-kumo-tint focus-visible:-outline-offset-2";

/** Pages the bottom bar has no room for. */
const PAGES = [
  { to: "/workspace", label: "Workspace", about: "What the team and Steward know, as files" },
  { to: "/schedules", label: "Schedules", about: "Reminders and recurring work" },
  { to: "/skills", label: "Skills", about: "How certain kinds of work are done" },
] as const;

export default function MorePage() {
  const me = useMe();
  const { data } = useInfiniteQuery(notificationsQuery);
  usePageTitle("More");
  return (
    <section aria-label="More" className="flex min-h-0 w-full flex-col">
      <PageHead title={<h1 className="text-base font-semibold">More</h1>} />
      <Scroll>
        <div className="mx-auto w-full max-w-3xl bg-kumo-base sm:my-6 sm:rounded-xl sm:border sm:border-kumo-line">
          <button
            type="button"
            className={ROW}
            onClick={() => window.dispatchEvent(new Event("steward:palette"))}
          >
            <MagnifyingGlassIcon aria-hidden className="size-5 shrink-0 text-kumo-subtle" />
            <span className="flex-1">Go, find or start anything</span>
          </button>
          <nav aria-label="More pages">
            <ul>
              <li>
                <Link to="/notifications" className={ROW}>
                  <span className="min-w-0 flex-1">
                    Notifications
                    <span className="block text-xs text-kumo-subtle">What Steward told the team</span>
                  </span>
                  <CountBadge amount={data?.pages[0]?.unread ?? 0} of="news" />
                  <CaretRightIcon aria-hidden className="size-4 shrink-0 text-kumo-subtle" />
                </Link>
              </li>
              {[...PAGES, ...SECTIONS].map(({ to, label, about }) => (
                <li key={to}>
                  <Link to={to} className={ROW}>
                    <span className="min-w-0 flex-1">
                      {label}
                      <span className="block text-xs text-kumo-subtle">{about}</span>
                    </span>
                    <CaretRightIcon aria-hidden className="size-4 shrink-0 text-kumo-subtle" />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex flex-col gap-0.5 p-1.5">
            <ThemeSwitch />
            <SignOut />
          </div>
          <p className="px-4 pt-1 pb-4 text-xs text-kumo-subtle wrap-anywhere">
            {me.user.name} · {me.user.email} · {me.tenant.name}
          </p>
        </div>
      </Scroll>
    </section>
  );
}
