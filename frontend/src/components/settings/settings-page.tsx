/** The settings: their groups at the left of a wide screen, or as a scrolling strip; the open page beside or below. */
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Column, Page } from "../page.tsx";
import { useEntries } from "../places-context.tsx";
import { useMe } from "../session.tsx";
import { useOpenInSight } from "../use-open-in-sight.ts";
import { SETTINGS_GROUPS, type Entry } from "../../menu.ts";

export default function SettingsPage() {
  return (
    <Page title="Settings" head={<Heading />}>
      <div className="flex min-h-0 flex-1 max-xl:flex-col">
        <Groups />
        <Column gap="gap-8">
          <Outlet />
        </Column>
      </div>
    </Page>
  );
}

/** Not in the menu: for operators, who are outside any team's settings. */
const DEPLOYMENT = { to: "/operator", label: "Deployment" };

/** On a phone, where More lists all settings, the title is the open page's. */
function Heading() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const open = useEntries().find(({ to }) => to.startsWith("/settings/") && path.startsWith(to));
  return (
    <h1 className="truncate text-base font-semibold">
      <span className={open ? "max-lg:hidden" : ""}>Settings</span>
      {open ? <span className="lg:hidden">{open.label}</span> : null}
    </h1>
  );
}

function Groups() {
  const line = useOpenInSight();
  const entries = useEntries();
  const operator = useMe().features.includes("operator");
  return (
    <nav
      ref={line}
      aria-label="Settings"
      className="no-scrollbar relative flex shrink-0 gap-4 overflow-x-auto border-kumo-hairline px-3 py-2 max-xl:border-b max-lg:hidden xl:w-52 xl:flex-col xl:gap-5 xl:overflow-y-auto xl:border-r xl:py-4"
    >
      {SETTINGS_GROUPS.map(([group, label]) => (
        <section key={group} aria-label={label} className="max-xl:flex max-xl:items-center max-xl:gap-1">
          <h2 className="px-2 pb-1 text-xs font-medium whitespace-nowrap text-kumo-subtle max-xl:sr-only">
            {label}
          </h2>
          <ul className="flex xl:flex-col xl:gap-px">
            {entries
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Line key={entry.to} entry={entry} />
              ))}
            {group === "developer" && operator ? <Line entry={DEPLOYMENT} /> : null}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Line({ entry: { to, label } }: { entry: Pick<Entry, "to" | "label"> }) {
  return (
    <li>
      <Link
        to={to}
        className="touch flex h-8 items-center rounded-lg px-2 text-sm whitespace-nowrap text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default focus-visible:-outline-offset-2 data-[status=active]:bg-kumo-fill data-[status=active]:font-medium data-[status=active]:text-kumo-default"
      >
        {label}
      </Link>
    </li>
  );
}
