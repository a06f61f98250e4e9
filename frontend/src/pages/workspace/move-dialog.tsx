/** Asks where some entries go: one walks to a folder, or names a new one. */
import { useRef, useState, type FormEvent } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { folderQuery } from "../../api/workspace-queries.ts";
import { Modal } from "../../components/dialog.tsx";
import { ArrowUpIcon, FolderIcon } from "../../components/icons.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { count } from "../../components/words.ts";
import { inFolder, isWithin, movable, nameProblem, parentOf } from "./paths.ts";

interface Props {
  readonly entries: readonly { readonly path: string }[];
  readonly folder: string;
  readonly onClose: () => void;
  readonly onMove: (folder: string) => void;
}

const ROW =
  "touch flex w-full items-center gap-2.5 px-4 py-2 text-left hover:bg-kumo-tint focus-visible:-outline-offset-2";

export function MoveDialog({ entries, folder, onClose, onMove }: Props) {
  const [at, setAt] = useState(folder);
  const [name, setName] = useState("");
  const folderList = useRef<HTMLUListElement>(null);
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(folderQuery(at));
  const folders = (data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter((entry) => entry.kind === "folder" && !entries.some(({ path }) => isWithin(entry.path, path)));
  const onlyFolders = (data?.pages.at(-1)?.items ?? []).every((entry) => entry.kind === "folder");
  const wrong = name.trim() === "" ? null : nameProblem(name, "folder", []);
  const target = name.trim() === "" ? at : inFolder(at, name.trim());
  const fits = wrong === null && movable(entries, target).length > 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (fits) onMove(target);
  }

  function walk(to: string): void {
    setAt(to);
    setName("");
    // The step that was pressed goes away with the folder it stood in.
    folderList.current?.focus();
  }

  return (
    <Modal open onClose={onClose} title={`Move ${count(entries.length, "entry", "entries")}`}>
      <form className="flex min-h-0 flex-col gap-3 pb-4" onSubmit={submit} noValidate>
        <div className="border-b border-kumo-hairline">
          <p role="status" className="px-4 pt-3 pb-1 text-sm text-kumo-subtle wrap-anywhere">
            To <span className="font-medium text-kumo-default">{at === "" ? "the workspace" : at}</span>
          </p>
          <ul
            ref={folderList}
            tabIndex={-1}
            aria-label="Folders"
            className="max-h-64 overflow-y-auto overscroll-contain pb-1 -outline-offset-2"
          >
            {at === "" ? null : (
              <li>
                <button type="button" className={ROW} onClick={() => walk(parentOf(at))}>
                  <ArrowUpIcon aria-hidden className="size-4.5 text-kumo-subtle" />
                  Up to {parentOf(at) === "" ? "the workspace" : parentOf(at)}
                </button>
              </li>
            )}
            {folders.map((entry) => (
              <li key={entry.path}>
                <button type="button" className={ROW} onClick={() => walk(entry.path)}>
                  <FolderIcon aria-hidden weight="fill" className="size-4.5 shrink-0 text-kumo-subtle" />
                  <span className="min-w-0 truncate">{entry.name}</span>
                </button>
              </li>
            ))}
            {hasNextPage && onlyFolders ? (
              <li className="px-4 py-1">
                <Button
                  type="button"
                  size="sm"
                  className="touch"
                  loading={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  More folders
                </Button>
              </li>
            ) : null}
          </ul>
          {isPending ? <ListSkeleton rows={2} /> : null}
          {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
          {data && folders.length === 0 ? (
            <p className="px-4 pb-2 text-sm text-kumo-subtle">No folders in here.</p>
          ) : null}
        </div>
        <label className="flex flex-col gap-1 px-4">
          <span className="text-sm font-medium">New folder here (optional)</span>
          <input
            value={name}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-invalid={wrong !== null}
            aria-describedby="move-note"
            onChange={(event) => setName(event.target.value)}
            className="touch h-10 w-full rounded-lg bg-kumo-control px-3 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
          />
          <span id="move-note" role="status" className="text-xs text-kumo-subtle">
            {wrong ??
              (fits ? "The history goes with them." : "They are there already: choose another folder.")}
          </span>
        </label>
        <div className="flex flex-wrap justify-end gap-2 px-4">
          <Button type="button" className="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" className="touch" disabled={!fits}>
            Move here
          </Button>
        </div>
      </form>
    </Modal>
  );
}
