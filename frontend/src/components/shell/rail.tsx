/** The rail at the left of a wide screen. */
import { Link } from "@tanstack/react-router";
import type { BadgeCounts } from "../badge-counts.ts";
import { MagnifyingGlassIcon, NotePencilIcon } from "../icons.ts";
import { PALETTE_KEYS } from "../keys/shortcuts.ts";
import { useDoors, useOpenDoor, type OpenDoor } from "../places-context.tsx";
import { useMe } from "../session.tsx";
import { CountBadge } from "./count-badge.tsx";
import { DemoBadge } from "./demo-badge.tsx";
import { countWords, doorCount } from "./door-count.ts";
import { PersonControls } from "./person-controls.tsx";

export function Rail({ counts, onPalette }: { counts: BadgeCounts; onPalette: () => void }) {
  const me = useMe();
  const doors = useDoors();
  return (
    <nav
      aria-label="Main"
      className="hidden w-56 shrink-0 flex-col overflow-y-auto border-r border-kumo-line bg-kumo-recessed px-2.5 pb-2.5 lg:flex"
    >
      <div className="flex min-h-14 items-center gap-2.5 py-2.5 pl-1.5">
        <img src="/icon.svg" alt="" className="size-7 rounded-lg" />
        <div className="min-w-0 flex-1">
          <p className="leading-tight font-semibold tracking-tight">Steward</p>
          <p className="truncate text-xs leading-tight text-kumo-subtle" title={me.tenant.name}>
            {me.tenant.name}
          </p>
        </div>
        <Link
          to="/conversations/new"
          aria-label="New chat"
          title="New chat (n)"
          className="touch grid size-8 shrink-0 place-items-center rounded-lg bg-kumo-brand text-white hover:bg-kumo-brand-hover"
        >
          <NotePencilIcon aria-hidden className="size-4.5" />
        </Link>
      </div>
      <button
        type="button"
        onClick={onPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="touch mb-3 flex h-8 w-full shrink-0 items-center gap-2 rounded-lg bg-kumo-control px-2 text-sm text-kumo-subtle ring ring-kumo-line hover:text-kumo-default"
      >
        <MagnifyingGlassIcon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">Search or jump to…</span>
        <kbd aria-hidden className="font-sans text-xs whitespace-nowrap">
          {PALETTE_KEYS.join(" ")}
        </kbd>
      </button>
      <Doors doors={doors.filter(({ foot }) => foot !== true)} counts={counts} />
      <div className="mt-auto flex flex-col gap-1.5 pt-3">
        <DemoBadge className="mb-1 ml-1 self-start" />
        <Doors doors={doors.filter(({ foot }) => foot === true)} counts={counts} />
        <PersonControls />
      </div>
    </nav>
  );
}

function Doors({ doors, counts }: { doors: readonly OpenDoor[]; counts: BadgeCounts }) {
  const open = useOpenDoor();
  return (
    <ul className="flex flex-col gap-px">
      {doors.map(({ group, to, label, icon: Icon, pages }) => (
        <li key={group}>
          <Link
            to={to}
            {...(open?.group === group ? { "data-status": "active", "aria-current": "true" } : {})}
            className="touch group flex h-9 w-full items-center gap-2.5 rounded-lg px-2 text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default data-[status=active]:bg-kumo-fill data-[status=active]:font-medium data-[status=active]:text-kumo-default"
          >
            <Icon aria-hidden className="size-5 shrink-0 group-data-[status=active]:text-kumo-link" />
            <span className="flex-1">{label}</span>
            <CountBadge
              amount={doorCount(pages, counts)}
              words={countWords(group)}
              prominent={group === "today"}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
