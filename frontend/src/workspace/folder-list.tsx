/**
 * A folder's entries. Arrow keys move, Enter opens, Backspace goes up, F2 renames, Delete deletes; Space, Shift with an arrow, and Ctrl or ⌘ A
 * select; m moves the selection. Rows are virtualized.
 */
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { WorkspaceEntry } from "../../../src/workspace/api/workspace.ts";
import { folderQuery } from "./workspace-queries.ts";
import { Empty } from "../components/page.tsx";
import { startDrag } from "./dragging.ts";
import { EntryRow, ROW_REM } from "./entry-row.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { parentOf } from "./paths.ts";
import { focusRow } from "./list-focus.ts";
import { everything, extended, neighborOf, NOTHING, toggled } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import type { ManyActions } from "./use-many-actions.ts";
import { useGo } from "./use-place.ts";
import { useRows } from "./use-rows.ts";
import { movingOf, useSelected } from "./use-selected.ts";
import { itemsOf } from "../api/paged.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

interface Props {
  readonly folder: string;
  readonly openPath: string | null;
  readonly compact: boolean;
  readonly onMove: (entry: WorkspaceEntry) => void;
  readonly onRemove: (entry: WorkspaceEntry) => Promise<boolean>;
  readonly many: ManyActions;
  /** Shown when the folder is empty. */
  readonly starters: ReactNode;
}

/** How many rows before the end to load the next page. */
const AHEAD = 100;

/** The folder's loaded entries; more are fetched near the end. */
function useEntries(folder: string, drawnTo: number) {
  const query = useInfiniteQuery(folderQuery(folder));
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const entries = itemsOf(data);
  const nearEnd =
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError && drawnTo + AHEAD > entries.length;
  useEffect(() => {
    if (nearEnd) void fetchNextPage();
  }, [nearEnd, fetchNextPage]);
  return { query, entries, paths: entries.map(({ path }) => path) };
}

export function FolderList(props: Props) {
  const { folder, openPath, compact, many } = props;
  const list = useRef<HTMLUListElement>(null);
  const [drawnTo, setDrawnTo] = useState(0);
  const { query, entries, paths } = useEntries(folder, drawnTo);
  const { isPending } = query;
  const rows = useRows(list, entries.length, compact ? ROW_REM.compact : ROW_REM.full);
  if (rows.end !== drawnTo) setDrawnTo(rows.end);
  const selected = useSelected(list, entries, many);
  const [asking, setAsking] = useState(false);

  // Keeps the open file's row in view, also when returning from the file.
  const lastOpen = useRef<string | null>(null);
  const bringIntoSight = useEffectEvent(() => {
    lastOpen.current = openPath ?? lastOpen.current;
    const at = lastOpen.current === null ? -1 : paths.indexOf(lastOpen.current);
    if (at >= 0) rows.show(at);
  });
  useEffect(() => bringIntoSight(), [openPath, compact, isPending]);

  if (entries.length === 0) return <Without {...props} query={query} />;
  return (
    <>
      {selected.selected.length > 0 || selected.working !== null ? (
        <SelectionBar
          folder={folder}
          paths={selected.selected.map(({ path }) => path)}
          working={selected.working}
          onMove={() => setAsking(true)}
          onRemove={() => void selected.removeSelected()}
          onClear={() => selected.leave([])}
        />
      ) : null}
      <Rows
        {...props}
        list={list}
        entries={entries}
        paths={paths}
        rows={rows}
        selected={selected}
        onAsk={() => setAsking(true)}
      />
      <RestFailed query={query} />
      {asking ? (
        <MoveDialog
          entries={selected.selected}
          folder={folder}
          onClose={() => setAsking(false)}
          onMove={(target) => {
            setAsking(false);
            void selected.moveTo(target, selected.selected.map(movingOf));
          }}
        />
      ) : null}
    </>
  );
}

interface RowsProps extends Props {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly entries: readonly WorkspaceEntry[];
  readonly paths: readonly string[];
  readonly rows: ReturnType<typeof useRows>;
  readonly selected: ReturnType<typeof useSelected>;
  /** Asks where to move the selection. */
  readonly onAsk: () => void;
}

function Rows(props: RowsProps) {
  const { folder, openPath, compact, onMove, list, entries, paths, rows } = props;
  const { selection, choose, selected, moveTo } = props.selected;
  const { onKeyDown, remove } = useListKeys(props);
  const select = (path: string, range: boolean): void =>
    choose(range ? extended(selection, paths, path) : toggled(selection, path));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys act on the links in it.
    <ul
      ref={list}
      aria-label={folder === "" ? "Workspace" : folder}
      onKeyDown={onKeyDown}
      {...(rows.padding ? { style: rows.padding } : {})}
    >
      {entries.slice(rows.first, rows.end).map((entry, index) => (
        <EntryRow
          key={entry.path}
          entry={entry}
          row={rows.first + index}
          of={rows.padding ? entries.length : null}
          open={entry.path === openPath}
          compact={compact}
          selected={selection.paths.has(entry.path)}
          selecting={selected.length > 0}
          onSelect={compact ? null : (range) => select(entry.path, range)}
          onDrag={(event) =>
            startDrag(event, selection.paths.has(entry.path) ? selected.map(movingOf) : [movingOf(entry)])
          }
          onDropped={(moving, target) => void moveTo(target, moving)}
          onMove={onMove}
          onRemove={(one) => void remove(one)}
        />
      ))}
    </ul>
  );
}

/** Keyboard handlers of the list. */
function useListKeys({
  folder,
  compact,
  onMove,
  onRemove,
  list,
  entries,
  paths,
  rows,
  selected: all,
  onAsk,
}: RowsProps) {
  const { selection, choose, selected, working, backTo, removeSelected } = all;
  const go = useGo();

  async function remove(entry: WorkspaceEntry): Promise<void> {
    if (await onRemove(entry)) backTo(neighborOf(paths, [entry.path]));
  }

  /** Moves to another row; with Shift, extends the selection. */
  function step(event: KeyboardEvent, at: number): boolean {
    const to = stepTo(event.key, at, entries.length);
    const path = to === null ? undefined : paths[to];
    if (to === null || path === undefined) return false;
    // From the focused row: the last selected one may be far away and out of sight.
    if (event.shiftKey && !compact)
      choose(extended({ ...selection, anchor: paths[at] ?? null }, paths, path));
    rows.show(to);
    focusRow(list.current, path);
    return true;
  }

  function selects(event: KeyboardEvent, path: string | undefined): boolean {
    if (compact) return false;
    const control = event.ctrlKey || event.metaKey;
    const act = selectionKey(event.key.toLowerCase(), control, path, selected.length > 0);
    if (act === null) return false;
    if (act === "all") choose(everything(paths));
    else if (act === "none") choose(NOTHING);
    else if (act === "move") onAsk();
    else choose(toggled(selection, act.toggle));
    return true;
  }

  /** Acts on the focused row or on the selection. */
  function acts(key: string, entry: WorkspaceEntry | undefined): boolean {
    if (key === "Backspace" && folder !== "") void go(parentOf(folder));
    else if (key === "Delete" && selected.length > 0) void removeSelected();
    else if (key === "Delete" && entry) void remove(entry);
    else if (key === "F2" && entry) onMove(entry);
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = placeOf(event);
    if (at === null || working !== null) return;
    const control = event.ctrlKey || event.metaKey;
    const entry = entries.find((one) => one.path === at.path);
    const taken = selects(event, at.path) || (!control && (step(event, at.row) || acts(event.key, entry)));
    if (taken) event.preventDefault();
  }

  return { onKeyDown, remove };
}

/** The row of a key press, -1 for none; null if the key belongs to something else. */
function placeOf(event: KeyboardEvent): { readonly path: string | undefined; readonly row: number } | null {
  const { target } = event;
  if (event.altKey || !(target instanceof HTMLElement)) return null;
  if (target.closest("[role=menu], [role=dialog]")) return null;
  const row = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
  return {
    path: target.closest<HTMLElement>("[data-entry]")?.dataset["entry"],
    row: row === undefined ? -1 : Number(row),
  };
}

/** The selection after a key press; null if it doesn't select. `path` is the focused row. */
function selectionKey(
  key: string,
  control: boolean,
  path: string | undefined,
  any: boolean,
): "all" | "none" | "move" | { readonly toggle: string } | null {
  if (control) return key === "a" ? "all" : null;
  if (key === " " && path !== undefined) return { toggle: path };
  if (!any) return null;
  if (key === "escape") return "none";
  return key === "m" ? "move" : null;
}

type FolderQuery = ReturnType<typeof useEntries>["query"];

/** Replaces the rows: loading, error, or empty. */
function Without({ folder, compact, starters, query }: Props & { query: FolderQuery }) {
  if (query.data === undefined)
    return <NotLoaded query={query} rows={compact ? 8 : 6} missing={<NoFolder folder={folder} />} inset />;
  if (compact) return <p className="p-4 text-sm text-kumo-subtle">This folder is empty.</p>;
  return <NothingHere folder={folder} starters={starters} />;
}

function RestFailed({ query }: { query: FolderQuery }) {
  if (!query.isFetchNextPageError) return null;
  return (
    <div className="p-3">
      <Button
        className="touch w-full justify-center"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Couldn’t load the rest. Try again
      </Button>
    </div>
  );
}

/** The row a key moves to; null if the key does nothing. `at` is -1 if no row has the focus. */
function stepTo(key: string, at: number, length: number): number | null {
  switch (key) {
    case "ArrowDown":
      return Math.min(at + 1, length - 1);
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return length - 1;
    default:
      return null;
  }
}

function NothingHere({ folder, starters }: { folder: string; starters: ReactNode }) {
  return (
    <Empty title={folder === "" ? "Your workspace is empty" : "This folder is empty"} action={starters}>
      {folder === ""
        ? "This is where your team and Steward keep what they know, as files you both read and write. Steward knows what’s in MEMORY.md in every conversation."
        : "Create a file, or drop some here."}
    </Empty>
  );
}

function NoFolder({ folder }: { folder: string }) {
  const go = useGo();
  return (
    <Empty
      title="This folder doesn’t exist"
      action={
        <Button className="touch" onClick={() => void go(parentOf(folder))}>
          Go up a folder
        </Button>
      }
    >
      “{folder}” may have been moved or deleted. You can restore deleted files under Deleted files.
    </Empty>
  );
}
