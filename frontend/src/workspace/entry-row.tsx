import type { DragEvent } from "react";
import { Link } from "@tanstack/react-router";
import { Checkbox } from "@cloudflare/kumo/components/checkbox";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { WorkspaceEntry } from "../../../src/workspace/api/workspace.ts";
import { ownerAgainst } from "../../../src/workspace/api/workspace-owners.ts";
import { MoreMenu } from "../components/more-menu.tsx";
import { Time } from "../components/time.tsx";
import { count } from "../components/words.ts";
import { endDrag, useDropTarget, type Moving } from "./dragging.ts";
import { EntryIcon } from "./file-icon.tsx";
import { purposeOf, sizeWords } from "./paths.ts";
import { downloadAddress, exportAddress } from "./download.ts";

interface Props {
  readonly entry: WorkspaceEntry;
  readonly open: boolean;
  /** Beside an open file there is only room for the name. */
  readonly compact: boolean;
  /** Its position in the list, and the list's length; `of` is null if all rows are rendered. */
  readonly row: number;
  readonly of: number | null;
  readonly selected: boolean;
  /** Whether any entry is selected. */
  readonly selecting: boolean;
  /** Selects or deselects it, with `range` everything up to it; null if this list has no selection. */
  readonly onSelect: ((range: boolean) => void) | null;
  readonly onDrag: (event: DragEvent) => void;
  readonly onDropped: (entries: readonly Moving[], folder: string) => void;
  readonly onMove: (entry: WorkspaceEntry) => void;
  readonly onRemove: (entry: WorkspaceEntry) => void;
}

/** A row's height in rem, on which the virtual scrolling of long lists depends. */
export const ROW_REM = { full: 3.375, compact: 2.8125 } as const;

export function EntryRow(props: Props) {
  const { entry, open, compact, row, of, selected, selecting, onSelect, onDrag, onDropped } = props;
  const drop = useDropTarget(
    entry.kind === "folder" && ownerAgainst(entry.path, "member") === null ? entry.path : null,
    onDropped,
  );
  return (
    <li
      data-row={row}
      draggable={ownerAgainst(entry.path, "member") === null}
      onDragStart={onDrag}
      onDragEnd={endDrag}
      {...drop.props}
      {...(of === null ? {} : { "aria-setsize": of, "aria-posinset": row + 1 })}
      className={`group relative flex items-center overflow-hidden border-b border-kumo-hairline pr-1 hover:bg-kumo-tint has-[:focus-visible]:bg-kumo-tint ${compact ? "h-[2.8125rem]" : "h-[3.375rem]"} ${tintOf(drop.over, selected, open)}`}
    >
      {onSelect === null ? null : (
        <Check name={entry.name} selected={selected} selecting={selecting} onSelect={onSelect} />
      )}
      <Link
        to="/workspace/$"
        params={{ _splat: entry.path }}
        data-entry={entry.path}
        {...(open ? { "aria-current": "page" as const } : {})}
        className="flex h-full min-w-0 flex-1 items-center gap-3 px-4 focus-visible:-outline-offset-2"
      >
        <span className={iconLook(onSelect !== null, selecting)}>
          <EntryIcon path={entry.path} kind={entry.kind} />
        </span>
        <Name entry={entry} open={open} compact={compact} />
        {entry.kind === "file" && entry.source !== null ? (
          <span
            title={`Includes outside content: ${entry.source}`}
            className="shrink-0 rounded-full bg-kumo-warning-tint px-2 py-px text-xs text-kumo-warning ring ring-kumo-warning/40 max-sm:hidden"
          >
            Outside content
          </span>
        ) : null}
        {compact ? null : <Columns entry={entry} />}
      </Link>
      <RowMenu
        entry={entry}
        onSelect={onSelect === null || selected ? null : () => onSelect(false)}
        onMove={() => props.onMove(entry)}
        onRemove={() => props.onRemove(entry)}
      />
    </li>
  );
}

function tintOf(over: boolean, selected: boolean, open: boolean): string {
  if (over) return "bg-kumo-brand/15 outline-2 -outline-offset-2 outline-kumo-brand";
  if (selected) return "bg-kumo-info-tint";
  return open ? "bg-kumo-tint" : "";
}

/** The checkbox replaces the icon. */
function iconLook(selectable: boolean, selecting: boolean): string {
  if (!selectable) return "";
  return selecting ? "invisible" : "group-hover:invisible max-sm:group-hover:visible";
}

function Name({ entry, open, compact }: { entry: WorkspaceEntry; open: boolean; compact: boolean }) {
  const about = purposeOf(entry.path) ?? (entry.kind === "file" ? `by ${entry.author.name}` : "");
  return (
    <span className="min-w-0 flex-1">
      <span className={`block truncate ${open ? "font-medium" : ""}`} title={entry.name}>
        {entry.name}
        <span className="sr-only">{entry.kind === "folder" ? ", folder" : ""}</span>
      </span>
      {compact ? null : (
        <span className="block truncate text-xs text-kumo-subtle">
          <span className="sm:hidden">
            <Meta entry={entry} />
          </span>
          <span className="max-sm:hidden">{about}</span>
        </span>
      )}
    </span>
  );
}

function Columns({ entry }: { entry: WorkspaceEntry }) {
  return (
    <>
      <span className="w-24 shrink-0 text-right text-xs text-kumo-subtle tabular-nums max-sm:hidden">
        {amountOf(entry)}
      </span>
      <span className="w-36 shrink-0 text-right text-xs text-kumo-subtle max-sm:hidden">
        <Time at={entry.updatedAt} />
      </span>
    </>
  );
}

/** Replaces the icon on hover or while selecting; by keyboard, Space on the row does the same. */
function Check({
  name,
  selected,
  selecting,
  onSelect,
}: {
  name: string;
  selected: boolean;
  selecting: boolean;
  onSelect: (range: boolean) => void;
}) {
  return (
    <span
      className={`absolute inset-y-0 left-0 z-1 grid w-13 place-items-center ${selecting ? "" : "opacity-0 group-hover:opacity-100 focus-within:opacity-100 max-sm:hidden"}`}
    >
      <Checkbox
        aria-label={`Select ${name}`}
        checked={selected}
        onCheckedChange={(_on, { event }) => onSelect(event instanceof MouseEvent && event.shiftKey)}
      />
    </span>
  );
}

function amountOf(entry: WorkspaceEntry): string {
  return entry.kind === "folder" ? count(entry.files, "file") : sizeWords(entry.sizeBytes);
}

function Meta({ entry }: { entry: WorkspaceEntry }) {
  return (
    <>
      {amountOf(entry)} · <Time at={entry.updatedAt} />
      {entry.kind === "file" ? ` · ${entry.author.name}` : ""}
    </>
  );
}

function RowMenu({
  entry,
  onSelect,
  onMove,
  onRemove,
}: {
  entry: WorkspaceEntry;
  onSelect: (() => void) | null;
  onMove: () => void;
  onRemove: () => void;
}) {
  const isOwned = ownerAgainst(entry.path, "member") !== null;
  return (
    <MoreMenu label={`More actions for ${entry.name}`} className="bg-transparent! hover:bg-kumo-line!">
      {onSelect === null ? null : <DropdownMenu.Item onClick={onSelect}>Select</DropdownMenu.Item>}
      {isOwned ? null : <DropdownMenu.Item onClick={onMove}>Rename or move…</DropdownMenu.Item>}
      <DropdownMenu.LinkItem
        closeOnClick
        href={entry.kind === "file" ? downloadAddress(entry.path) : exportAddress(entry.path)}
        download
      >
        {entry.kind === "file" ? "Download" : "Download as .zip"}
      </DropdownMenu.LinkItem>
      {isOwned ? null : (
        <DropdownMenu.Item variant="danger" onClick={onRemove}>
          Delete
        </DropdownMenu.Item>
      )}
    </MoreMenu>
  );
}
