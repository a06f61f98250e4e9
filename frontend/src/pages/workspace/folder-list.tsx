/** What is in a folder. Arrow keys go through it, Enter opens, Backspace goes up, F2 renames, Delete deletes. */
import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { WorkspaceEntry } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { folderQuery } from "../../api/workspace-queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { EntryRow } from "./entry-row.tsx";
import { moveFocus, takeFocusBack } from "./list-focus.ts";
import { parentOf } from "./paths.ts";
import { useGo } from "./use-place.ts";

interface Props {
  readonly folder: string;
  readonly openPath: string | null;
  readonly compact: boolean;
  readonly onMove: (entry: WorkspaceEntry) => void;
  readonly onRemove: (entry: WorkspaceEntry) => Promise<boolean>;
  /** What to do where there is nothing yet. */
  readonly starters: ReactNode;
}

export function FolderList({ folder, openPath, compact, onMove, onRemove, starters }: Props) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(folderQuery(folder));
  const go = useGo();
  const list = useRef<HTMLUListElement>(null);
  const entries = (data?.pages ?? []).flatMap((page) => page.items);

  async function remove(entry: WorkspaceEntry): Promise<void> {
    const at = entries.findIndex((one) => one.path === entry.path);
    const next = entries[at + 1] ?? entries[at - 1];
    if ((await onRemove(entry)) && next) takeFocusBack(list.current, next.path);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.closest("[role=menu], [role=dialog]")) return;
    if (moveFocus(event.currentTarget, event.key)) return event.preventDefault();
    const focused = event.target.closest<HTMLElement>("[data-entry]")?.dataset["entry"];
    const entry = entries.find((one) => one.path === focused);
    if (event.key === "Backspace" && folder !== "") {
      event.preventDefault();
      void go(parentOf(folder));
    } else if (event.key === "Delete" && entry) {
      event.preventDefault();
      void remove(entry);
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
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys act on the links in it. */}
      <ul ref={list} aria-label={folder === "" ? "Workspace" : folder} onKeyDown={onKeyDown}>
        {entries.map((entry) => (
          <EntryRow
            key={entry.path}
            entry={entry}
            open={entry.path === openPath}
            compact={compact}
            onMove={onMove}
            onRemove={(one) => void remove(one)}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <div className="p-3">
          <Button
            className="touch w-full justify-center"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            More
          </Button>
        </div>
      ) : null}
    </>
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
