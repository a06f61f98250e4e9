/**
 * What is in a folder. Arrow keys go through it, Enter opens, Backspace goes up, F2 renames, Delete deletes; Space, Shift with an arrow and Ctrl or
 * ⌘ with A select, m moves what is selected. However long it is, what stands in the page stays small.
 */
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { WorkspaceEntry } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { folderQuery } from "../../api/workspace-queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { startDrag } from "./dragging.ts";
import { EntryRow, ROW_REM } from "./entry-row.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { parentOf } from "./paths.ts";
import { focusRow } from "./list-focus.ts";
import { everything, extended, neighbourOf, NOTHING, toggled } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import type { ManyActions } from "./use-many-actions.ts";
import { useGo } from "./use-place.ts";
import { useRows } from "./use-rows.ts";
import { movingOf, useSelected } from "./use-selected.ts";

interface Props {
  readonly folder: string;
  readonly openPath: string | null;
  readonly compact: boolean;
  readonly onMove: (entry: WorkspaceEntry) => void;
  readonly onRemove: (entry: WorkspaceEntry) => Promise<boolean>;
  readonly many: ManyActions;
  /** What to do where there is nothing yet. */
  readonly starters: ReactNode;
}

/** How near the end of what is loaded the next page is asked for. */
const AHEAD = 100;

export function FolderList(props: Props) {
  const { folder, openPath, compact, onMove, onRemove, many, starters } = props;
  const query = useInfiniteQuery(folderQuery(folder));
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const go = useGo();
  const list = useRef<HTMLUListElement>(null);
  const entries = (data?.pages ?? []).flatMap((page) => page.items);
  const paths = entries.map(({ path }) => path);
  const { selection, choose, selected, working, backTo, leave, removeSelected, moveTo } = useSelected(
    list,
    entries,
    many,
  );
  const [asking, setAsking] = useState(false);
  const rows = useRows(list, entries.length, compact ? ROW_REM.compact : ROW_REM.full);

  const nearEnd =
    hasNextPage && !isFetchingNextPage && !query.isFetchNextPageError && rows.end + AHEAD > entries.length;
  useEffect(() => {
    if (nearEnd) void fetchNextPage();
  }, [nearEnd, fetchNextPage]);

  // The open file's row is in sight beside it, and so is it still when one comes back from it.
  const lastOpen = useRef<string | null>(null);
  const bringIntoSight = useEffectEvent(() => {
    lastOpen.current = openPath ?? lastOpen.current;
    const at = lastOpen.current === null ? -1 : paths.indexOf(lastOpen.current);
    if (at >= 0) rows.show(at);
  });
  useEffect(() => bringIntoSight(), [openPath, compact, isPending]);

  async function remove(entry: WorkspaceEntry): Promise<void> {
    if (await onRemove(entry)) backTo(neighbourOf(paths, [entry.path]));
  }

  /** Goes to another row; with Shift everything on the way is selected. */
  function step(event: KeyboardEvent, at: number): boolean {
    const to = stepTo(event.key, at, entries.length);
    const path = to === null ? undefined : paths[to];
    if (to === null || path === undefined) return false;
    // From the row one is on: where something was taken last may be far away and out of sight.
    if (event.shiftKey && !compact)
      choose(extended({ ...selection, anchor: paths[at] ?? null }, paths, path));
    rows.show(to);
    focusRow(list.current, path);
    return true;
  }

  function select(event: KeyboardEvent, path: string | undefined): boolean {
    if (compact) return false;
    const all = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a";
    if (all) choose(everything(paths));
    else if (event.ctrlKey || event.metaKey) return false;
    else if (event.key === " " && path !== undefined) choose(toggled(selection, path));
    else if (event.key === "Escape" && selected.length > 0) choose(NOTHING);
    else if (event.key === "m" && selected.length > 0) setAsking(true);
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || working !== null) return;
    if (!(event.target instanceof HTMLElement) || event.target.closest("[role=menu], [role=dialog]")) return;
    const focused = event.target.closest<HTMLElement>("[data-entry]")?.dataset["entry"];
    const row = event.target.closest<HTMLElement>("[data-row]")?.dataset["row"];
    if (select(event, focused)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey) return;
    if (step(event, row === undefined ? -1 : Number(row))) return event.preventDefault();
    const entry = entries.find((one) => one.path === focused);
    if (event.key === "Backspace" && folder !== "") {
      event.preventDefault();
      void go(parentOf(folder));
    } else if (event.key === "Delete" && (entry || selected.length > 0)) {
      event.preventDefault();
      if (selected.length > 0) void removeSelected();
      else if (entry) void remove(entry);
    } else if (event.key === "F2" && entry) {
      event.preventDefault();
      onMove(entry);
    }
  }

  if (error && !data) {
    if (error instanceof ApiError && error.code === "not_found") return <NoFolder folder={folder} />;
    return (
      <div className="p-3">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (isPending) return <ListSkeleton rows={compact ? 8 : 6} />;
  if (entries.length === 0) {
    if (compact) return <p className="p-4 text-sm text-kumo-subtle">Nothing in this folder.</p>;
    return <NothingHere folder={folder} starters={starters} />;
  }
  return (
    <>
      {selected.length > 0 || working !== null ? (
        <SelectionBar
          folder={folder}
          paths={selected.map(({ path }) => path)}
          working={working}
          onMove={() => setAsking(true)}
          onRemove={() => void removeSelected()}
          onClear={() => leave([])}
        />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys act on the links in it. */}
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
            onSelect={
              compact
                ? null
                : (range) =>
                    choose(range ? extended(selection, paths, entry.path) : toggled(selection, entry.path))
            }
            onDrag={(event) =>
              startDrag(event, selection.paths.has(entry.path) ? selected.map(movingOf) : [movingOf(entry)])
            }
            onDropped={(moving, target) => void moveTo(target, moving)}
            onMove={onMove}
            onRemove={(one) => void remove(one)}
          />
        ))}
      </ul>
      {query.isFetchNextPageError ? (
        <div className="p-3">
          <Button
            className="touch w-full justify-center"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            The rest could not be loaded. Try again
          </Button>
        </div>
      ) : null}
      {asking ? (
        <MoveDialog
          entries={selected}
          folder={folder}
          onClose={() => setAsking(false)}
          onMove={(target) => {
            setAsking(false);
            void moveTo(target, selected.map(movingOf));
          }}
        />
      ) : null}
    </>
  );
}

/** The row a key goes to; null where the key means nothing here. `at` is -1 where no row has the focus. */
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
    <Empty
      title={folder === "" ? "The workspace is empty." : "Nothing in this folder yet."}
      action={starters}
    >
      {folder === ""
        ? "Here stands what your team and Steward know: as files that both read and write. What you put into MEMORY.md, Steward knows in every conversation."
        : "Write a file, or drop some here."}
    </Empty>
  );
}

function NoFolder({ folder }: { folder: string }) {
  const go = useGo();
  return (
    <Empty
      title="There is no such folder."
      action={
        <Button className="touch" onClick={() => void go(parentOf(folder))}>
          Up to the folder above
        </Button>
      }
    >
      “{folder}” may have been moved or deleted. What was deleted can be brought back under Deleted files.
    </Empty>
  );
}
