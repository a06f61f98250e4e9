/** Asks where to move entries: navigate to a folder, or create one. */
import { useRef, useState, type FormEvent } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { WorkspaceEntry } from "../../../src/workspace/api/workspace.ts";
import { folderQuery } from "./workspace-queries.ts";
import { Modal } from "../components/dialog.tsx";
import { ArrowUpIcon, FolderIcon } from "../components/icons.ts";
import { TextBox } from "../components/form.tsx";
import { MorePages } from "../components/paged-list.tsx";
import { count } from "../components/words.ts";
import { inFolder, isWithin, movable, nameProblem, parentOf } from "./paths.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

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
  const wrong = name.trim() === "" ? null : nameProblem(name, "folder", []);
  const target = name.trim() === "" ? at : inFolder(at, name.trim());
  const fits = wrong === null && movable(entries, target).length > 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (fits) onMove(target);
  }

  return (
    <Modal open onClose={onClose} title={`Move ${count(entries.length, "item")}`}>
      <form className="flex min-h-0 flex-col gap-3 pb-4" onSubmit={submit} noValidate>
        <Folders
          at={at}
          entries={entries}
          onWalk={(to) => {
            setAt(to);
            setName("");
          }}
        />
        <div className="px-4">
          <TextBox
            label="New folder here (optional)"
            value={name}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            {...(wrong === null
              ? {
                  description: fits
                    ? "The history moves with them."
                    : "They’re already here. Choose another folder.",
                }
              : { error: wrong })}
            onChange={setName}
            className="w-full"
          />
        </div>
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

/** Loaded folders that aren't being moved, and whether more may follow, since folders sort first. */
function foldersIn(pages: readonly (readonly WorkspaceEntry[])[], moving: Props["entries"]) {
  const folders = pages
    .flat()
    .filter((entry) => entry.kind === "folder" && !moving.some(({ path }) => isWithin(entry.path, path)));
  return { folders, onlyFolders: (pages.at(-1) ?? []).every((entry) => entry.kind === "folder") };
}

/** The current folder and its subfolders. */
function Folders({
  at,
  entries,
  onWalk,
}: {
  at: string;
  entries: Props["entries"];
  onWalk: (folder: string) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery(folderQuery(at));
  const { data } = query;
  const { folders, onlyFolders } = foldersIn(
    (data?.pages ?? []).map((page) => page.items),
    entries,
  );
  const walk = (to: string): void => {
    onWalk(to);
    // The focused breadcrumb disappears with its folder.
    list.current?.focus();
  };
  return (
    <div className="border-b border-kumo-hairline">
      <p role="status" className="px-4 pt-3 pb-1 text-sm text-kumo-subtle wrap-anywhere">
        To <span className="font-medium text-kumo-default">{at === "" ? "the workspace" : at}</span>
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Folders"
        className="max-h-64 overflow-y-auto overscroll-contain pb-1 -outline-offset-2"
      >
        {at === "" ? null : (
          <li>
            <button type="button" className={ROW} onClick={() => walk(parentOf(at))}>
              <ArrowUpIcon aria-hidden className="size-4.5 text-kumo-subtle" />
              Up to {parentOf(at) || "the workspace"}
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
        {onlyFolders ? (
          <li className="px-4 py-1 empty:hidden">
            <MorePages query={query} words="More folders" />
          </li>
        ) : null}
      </ul>
      {data ? null : <NotLoaded query={query} rows={2} inset />}
      {data && folders.length === 0 ? (
        <p className="px-4 pb-2 text-sm text-kumo-subtle">No folders here.</p>
      ) : null}
    </div>
  );
}
