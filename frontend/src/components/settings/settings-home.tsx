/** All settings by group, with what each page is for. What only developers need is folded. */
import { Link } from "@tanstack/react-router";
import { CaretRightIcon } from "../icons.ts";
import { Scroll } from "../page.tsx";
import { useMe } from "../session.tsx";
import { PersonControls } from "../shell/person-controls.tsx";
import { useSettingsGroups } from "./settings-groups.ts";

export function SettingsHome() {
  const groups = useSettingsGroups();
  const me = useMe();
  return (
    <Scroll>
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-5 sm:px-6">
        <div className="gap-6 lg:columns-2">
          {groups
            .filter(({ group }) => group !== "developer")
            .map(({ group, label, pages }) => (
              <section key={group} aria-label={label} className="mb-6 break-inside-avoid">
                <h2 className="px-1 pb-2 font-semibold">{label}</h2>
                <List pages={pages} />
              </section>
            ))}
        </div>
        {groups
          .filter(({ group }) => group === "developer")
          .map(({ group, label, pages }) => (
            <details key={group} className="group">
              <summary className="touch inline-flex items-center gap-1.5 rounded-lg px-1 font-semibold">
                {label}
                <CaretRightIcon aria-hidden className="size-4 text-kumo-subtle group-open:rotate-90" />
                <span className="text-sm font-normal text-kumo-subtle">
                  Tools, prompts, logs, and performance
                </span>
              </summary>
              <div className="pt-2">
                <List pages={pages} />
              </div>
            </details>
          ))}
        <div className="sheet px-2 py-2 lg:hidden">
          <PersonControls />
          <p className="px-2 text-xs text-kumo-subtle wrap-anywhere">
            {me.user.email} · {me.tenant.name}
          </p>
        </div>
      </div>
    </Scroll>
  );
}

function List({ pages }: { pages: ReturnType<typeof useSettingsGroups>[number]["pages"] }) {
  return (
    <ul className="sheet overflow-hidden">
      {pages.map(({ to, label, about }) => (
        <li key={to} className="border-b border-kumo-hairline last:border-b-0">
          <Link
            to={to}
            className="group/row flex min-h-13 items-center gap-3 px-4 py-2 hover:bg-kumo-tint focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 flex-1">
              {label}
              <span className="block text-xs text-kumo-subtle">{about}</span>
            </span>
            <CaretRightIcon
              aria-hidden
              className="size-4 shrink-0 text-kumo-subtle transition-transform group-hover/row:translate-x-0.5"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
