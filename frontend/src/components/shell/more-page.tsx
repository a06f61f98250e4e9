/** On a phone: everything the bottom bar has no room for. */
import { Link } from "@tanstack/react-router";
import { CaretRightIcon, MagnifyingGlassIcon } from "../icons.ts";
import { Scroll, Page } from "../page.tsx";
import { useDoors } from "../places-context.tsx";
import { useMe } from "../session.tsx";
import { DemoBadge } from "./demo-badge.tsx";
import { PersonControls } from "./person-controls.tsx";
import type { Entry } from "../../menu.ts";

const ROW =
  "flex min-h-13 w-full items-center gap-3 border-b border-kumo-hairline px-4 py-2 text-left hover:bg-kumo-tint focus-visible:-outline-offset-2";

export default function MorePage() {
  const me = useMe();
  const hidden = useDoors().filter(({ bar }) => bar !== true);
  return (
    <Page title="More" back={null} actions={<DemoBadge />}>
      <Scroll>
        <div className="mx-auto w-full max-w-3xl bg-kumo-base sm:my-6 sm:overflow-hidden sm:rounded-xl sm:border sm:border-kumo-line">
          <button
            type="button"
            className={ROW}
            onClick={() => window.dispatchEvent(new Event("steward:palette"))}
          >
            <MagnifyingGlassIcon aria-hidden className="size-5 shrink-0 text-kumo-subtle" />
            <span className="flex-1">Search or jump to…</span>
          </button>
          <nav aria-label="More pages">
            {hidden.map(({ group, label, pages }) => (
              <section key={group} aria-label={label}>
                <h2 className="border-b border-kumo-hairline bg-kumo-recessed px-4 pt-4 pb-1.5 text-xs font-medium text-kumo-subtle">
                  {label}
                </h2>
                <List entries={pages} />
              </section>
            ))}
          </nav>
          <div className="p-3">
            <PersonControls />
            <p className="px-2 pt-1 text-xs text-kumo-subtle wrap-anywhere">
              {me.user.email} · {me.tenant.name}
            </p>
          </div>
        </div>
      </Scroll>
    </Page>
  );
}

function List({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul>
      {entries.map(({ to, label, about }) => (
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
  );
}
