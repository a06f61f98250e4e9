/** The settings: `/settings` lists all pages by group; an open page has the groups beside it on a wide screen. */
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { fromFirstSteps } from "../../team/from-first-steps.ts";
import { ArrowLeftIcon, CaretRightIcon } from "../icons.ts";
import { Column, Page } from "../page.tsx";
import { useEntries } from "../places-context.tsx";
import type { Entry } from "../../menu.ts";
import { useSettingsGroups } from "./settings-groups.ts";
import { SettingsHome } from "./settings-home.tsx";

export default function SettingsPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const open = useEntries().find(
    ({ to }) => to.startsWith("/settings/") && (path === to || path.startsWith(`${to}/`)),
  );
  if (open === undefined)
    return (
      <Page title="Settings">
        {path === "/settings" || path === "/settings/" ? <SettingsHome /> : <Outlet />}
      </Page>
    );
  return (
    <Page title="Settings" tab={open.label} head={<Heading label={open.label} />} back="/settings">
      <div className="flex min-h-0 flex-1">
        <Groups path={path} />
        <Column gap="gap-8">
          {fromFirstSteps.isNoted() ? (
            <Link to="/today" className="touch inline-flex items-center gap-1.5 self-start link">
              <ArrowLeftIcon aria-hidden className="size-4" /> First steps
            </Link>
          ) : null}
          <Outlet />
        </Column>
      </div>
    </Page>
  );
}

function Heading({ label }: { label: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Link to="/settings" className="text-kumo-subtle hover:underline max-lg:hidden">
        Settings
      </Link>
      <span aria-hidden className="text-kumo-subtle max-lg:hidden">
        /
      </span>
      <h1 className="truncate text-base font-semibold">{label}</h1>
    </div>
  );
}

function Groups({ path }: { path: string }) {
  return (
    <nav
      aria-label="Settings"
      className="flex w-56 shrink-0 flex-col gap-4 overflow-y-auto border-r border-kumo-hairline px-3 py-4 max-lg:hidden"
    >
      {useSettingsGroups().map(({ group, label, pages }) => {
        const list = (
          <ul className="flex flex-col gap-px">
            {pages.map((page) => (
              <Line key={page.to} page={page} />
            ))}
          </ul>
        );
        if (group !== "developer")
          return (
            <section key={group} aria-label={label}>
              <h2 className="px-2 pb-1 text-xs font-medium text-kumo-subtle">{label}</h2>
              {list}
            </section>
          );
        return (
          <details key={group} open={pages.some(({ to }) => path.startsWith(to))} className="group">
            <summary className="touch flex h-8 items-center gap-1 rounded-lg px-2 text-xs font-medium text-kumo-subtle hover:text-kumo-default">
              {label}
              <CaretRightIcon aria-hidden className="size-3 group-open:rotate-90" />
            </summary>
            {list}
          </details>
        );
      })}
    </nav>
  );
}

function Line({ page: { to, label } }: { page: Pick<Entry, "to" | "label"> }) {
  return (
    <li>
      <Link
        to={to}
        className="touch flex h-8 items-center rounded-lg px-2 text-sm text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default focus-visible:-outline-offset-2 data-[status=active]:bg-kumo-fill data-[status=active]:font-medium data-[status=active]:text-kumo-default"
      >
        {label}
      </Link>
    </li>
  );
}
