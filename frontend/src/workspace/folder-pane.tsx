/** A folder with its actions; beside an open file, the folder of that file. */
import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { MEMORY_PATH } from "../../../src/workspace/api/workspace-limits.ts";
import { type WorkspaceEntry, type WorkspaceUsage } from "../../../src/workspace/api/workspace.ts";
import { ownerAgainst } from "../../../src/workspace/api/workspace-owners.ts";
import { folderQuery } from "./workspace-queries.ts";
import { PlusIcon, UploadSimpleIcon } from "../components/icons.ts";
import { MoreMenu } from "../components/more-menu.tsx";
import { PageHead, usePageTitle } from "../components/page.tsx";
import { useMe, useIsAdmin } from "../components/session.tsx";
import { toasts } from "../components/toasts.ts";
import { count } from "../components/words.ts";
import { Crumbs } from "./crumbs.tsx";
import { DeleteAll } from "./delete-all.tsx";
import { DeletedFiles } from "./deleted-files.tsx";
import { readDraft } from "./drafts.ts";
import { FolderList } from "./folder-list.tsx";
import { NameDialog, type Ask } from "./name-dialog.tsx";
import { isFile, isWithin, nameOf, parentOf, sizeWords } from "./paths.ts";
import { OwnerNotice } from "./owner-notice.tsx";
import { SearchBox, usePaneKeys } from "./search-box.tsx";
import { SearchResults } from "./search-results.tsx";
import { exportAddress } from "./download.ts";
import { useFileActions, type FileActions } from "./use-file-actions.ts";
import { useManyActions, type ManyActions } from "./use-many-actions.ts";
import { useGo, usePlace } from "./use-place.ts";
import { useUpload, type Upload } from "./use-upload.tsx";

/** The initial text of a new file. */
function firstWords(path: string): string {
  if (!path.endsWith(".md")) return "";
  const name = nameOf(path).replace(/\.md$/, "").replaceAll(/[-_]/g, " ");
  return `# ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n`;
}

/** State of the dialog that asks for a name, and its action. */
function useAsk(folder: string, openPath: string | null, actions: FileActions) {
  const { search } = usePlace();
  const go = useGo();
  const [asked, setAsk] = useState<Ask | null>(null);
  // Also asked for by an address, as the palette does.
  const ask: Ask | null = asked ?? (search.new ? { kind: search.new, folder } : null);

  function close(): void {
    setAsk(null);
    if (search.new) void go(openPath ?? folder, {}, { replace: true });
  }

  async function move(from: Extract<Ask, { kind: "move" }>, to: string): Promise<void> {
    const moved = await actions.move(from.path, to, from.etag);
    setAsk(null);
    if (openPath !== null && isWithin(openPath, from.path))
      return go(moved + openPath.slice(from.path.length));
    if (openPath === null && parentOf(moved) !== folder) await go(isFile(moved) ? parentOf(moved) : moved);
  }

  async function done(path: string): Promise<void> {
    if (!ask) return;
    if (ask.kind === "move") return move(ask, path);
    await (ask.kind === "folder" ? actions.makeFolder(path) : actions.create(path, firstWords(path)));
    setAsk(null);
    await go(path);
  }

  return { ask, setAsk, close, done };
}

export function FolderPane({ folder, openPath }: { folder: string; openPath: string | null }) {
  const go = useGo();
  const actions = useFileActions();
  const asking = useAsk(folder, openPath, actions);
  const [deletingAll, setDeletingAll] = useState(false);
  const isSaved = useSavedFirst(openPath);
  const many = useMovedAlong(openPath, isSaved);
  const upload = useUpload(folder);
  const compact = openPath !== null;
  usePaneKeys(
    () => asking.setAsk({ kind: "file", folder }),
    () => void go(folder),
  );
  return (
    <div className="relative flex min-h-0 flex-1 flex-col" {...upload.dropProps}>
      {compact ? null : <FolderTitle folder={folder} />}
      <PageHead
        back={compact || folder !== "" ? undefined : "/more"}
        title={
          compact ? (
            <h2 className="truncate text-base font-semibold">
              {folder === "" ? "Workspace" : nameOf(folder)}
            </h2>
          ) : (
            <Crumbs path={folder} onDropped={(entries, to) => void many.move(entries, to)} />
          )
        }
      >
        {ownerAgainst(folder, "member") !== null ? null : (
          <PaneActions
            compact={compact}
            folder={folder}
            upload={upload}
            onAsk={(kind) => asking.setAsk({ kind, folder })}
            onDeleteAll={() => setDeletingAll(true)}
          />
        )}
      </PageHead>
      {compact ? null : <OwnerNotice path={folder} />}
      <SearchBox folder={folder} openPath={openPath} />
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Shown
          folder={folder}
          openPath={openPath}
          actions={actions}
          many={many}
          isSaved={isSaved}
          onAsk={asking.setAsk}
          onUpload={upload.choose}
        />
      </div>
      {compact ? null : <Foot folder={folder} />}
      {upload.over ? (
        <p className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-xl border-2 border-dashed border-kumo-brand bg-kumo-base/90 text-base font-medium">
          Drop to upload to {folder === "" ? "the workspace" : folder}
        </p>
      ) : null}
      {upload.parts}
      {asking.ask ? (
        <NameDialog
          key={JSON.stringify(asking.ask)}
          ask={asking.ask}
          onClose={asking.close}
          onDone={asking.done}
        />
      ) : null}
      {deletingAll ? <DeleteAll actions={actions} onClose={() => setDeletingAll(false)} /> : null}
    </div>
  );
}

interface ShownProps {
  readonly folder: string;
  readonly openPath: string | null;
  readonly actions: FileActions;
  readonly many: ManyActions;
  readonly isSaved: (paths: readonly string[]) => boolean;
  readonly onAsk: (ask: Ask) => void;
  readonly onUpload: () => void;
}

/** Search results, deleted files, or the folder's content. */
function Shown({ folder, openPath, actions, many, isSaved, onAsk, onUpload }: ShownProps) {
  const { search } = usePlace();
  const go = useGo();
  const compact = openPath !== null;
  const words = search.q ?? "";
  async function remove(entry: WorkspaceEntry): Promise<boolean> {
    const gone = await actions.remove(entry.path, entry.kind === "file" ? entry.etag : undefined);
    if (gone && openPath !== null && isWithin(openPath, entry.path)) await go(folder, {}, { replace: true });
    return gone;
  }
  if (words !== "") {
    return (
      <SearchResults
        words={words}
        folder={compact ? "" : folder}
        openPath={openPath}
        openLine={search.line}
      />
    );
  }
  if (search.show === "deleted" && !compact) return <DeletedFiles actions={actions} />;
  return (
    <FolderList
      key={folder}
      folder={folder}
      openPath={openPath}
      compact={compact}
      many={many}
      onMove={({ path, ...entry }) => {
        if (isSaved([path]))
          onAsk({ kind: "move", path, etag: entry.kind === "file" ? entry.etag : undefined });
      }}
      onRemove={remove}
      starters={<Starters folder={folder} actions={actions} onAsk={onAsk} onUpload={onUpload} />}
    />
  );
}

/** Suggestions for an empty folder. */
function Starters({
  folder,
  actions,
  onAsk,
  onUpload,
}: Pick<ShownProps, "folder" | "actions" | "onAsk" | "onUpload">) {
  const go = useGo();
  const newFile = (): void => onAsk({ kind: "file", folder });
  const startMemory = (): void =>
    void actions
      .create(MEMORY_PATH, FIRST_MEMORY)
      .then(() => go(MEMORY_PATH))
      .catch(newFile);
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button variant="primary" className="touch" onClick={folder === "" ? startMemory : newFile}>
        {folder === "" ? "Start MEMORY.md" : "New file"}
      </Button>
      <Button className="touch" onClick={onUpload}>
        Upload files
      </Button>
    </div>
  );
}

/** Whether these may move: unsaved changes of the open file are stored under its path and would be left behind. Shows a toast if not. */
function useSavedFirst(openPath: string | null): (paths: readonly string[]) => boolean {
  const userId = useMe().user.id;
  return (paths) => {
    const takesIt = openPath !== null && paths.some((path) => isWithin(openPath, path));
    if (!takesIt || readDraft(userId, openPath) === null) return true;
    toasts.add({
      variant: "warning",
      title: `${nameOf(openPath)} has unsaved changes.`,
      description: "Save them first, then move the file.",
    });
    return false;
  };
}

/** Bulk actions that keep the open file open when it moves. */
function useMovedAlong(openPath: string | null, isSaved: (paths: readonly string[]) => boolean): ManyActions {
  const many = useManyActions();
  const go = useGo();
  return {
    ...many,
    move: async (entries, folder, onProgress) => {
      if (!isSaved(entries.map(({ path }) => path))) return [];
      const moves = await many.move(entries, folder, onProgress);
      const along = moves.find(({ from }) => openPath !== null && isWithin(openPath, from));
      if (along && openPath !== null)
        await go(along.to + openPath.slice(along.from.length), {}, { replace: true });
      return moves;
    },
  };
}

const FIRST_MEMORY = `# What Steward should always know

- Our company:
- How we write to people:
- Never:
`;

function FolderTitle({ folder }: { folder: string }) {
  usePageTitle(folder === "" ? "Workspace" : nameOf(folder));
  return null;
}

function PaneActions({
  compact,
  folder,
  upload,
  onAsk,
  onDeleteAll,
}: {
  compact: boolean;
  folder: string;
  upload: Upload;
  onAsk: (kind: "file" | "folder") => void;
  onDeleteAll: () => void;
}) {
  const go = useGo();
  const admin = useIsAdmin();
  return (
    <>
      {compact ? null : (
        <Button
          className="touch max-sm:hidden"
          loading={upload.busy}
          icon={<UploadSimpleIcon aria-hidden className="size-4" />}
          onClick={upload.choose}
        >
          Upload
        </Button>
      )}
      <Button
        variant={compact ? "ghost" : "primary"}
        className="touch"
        aria-label="New file"
        aria-keyshortcuts="n"
        icon={<PlusIcon aria-hidden weight="bold" className="size-4" />}
        onClick={() => onAsk("file")}
      >
        {compact ? null : "New file"}
      </Button>
      <MoreMenu label="More actions for this folder">
        <DropdownMenu.Item onClick={() => onAsk("folder")}>New folder…</DropdownMenu.Item>
        <DropdownMenu.Item onClick={upload.choose}>Upload files or a .zip…</DropdownMenu.Item>
        <DropdownMenu.LinkItem closeOnClick href={exportAddress("")} download>
          Export everything as .zip
        </DropdownMenu.LinkItem>
        {folder === "" ? null : (
          <DropdownMenu.LinkItem closeOnClick href={exportAddress(folder)} download>
            Export this folder as .zip
          </DropdownMenu.LinkItem>
        )}
        <DropdownMenu.Item onClick={() => void go("", { show: "deleted" })}>Deleted files</DropdownMenu.Item>
        {admin ? (
          <DropdownMenu.Item variant="danger" onClick={onDeleteAll}>
            Delete everything…
          </DropdownMenu.Item>
        ) : null}
      </MoreMenu>
    </>
  );
}

function useUsage(folder: string) {
  const { data } = useInfiniteQuery(folderQuery(folder));
  return data?.pages[0]?.usage ?? null;
}

function Foot({ folder }: { folder: string }) {
  const usage = useUsage(folder);
  return (
    <p className="shrink-0 border-t border-kumo-hairline bg-kumo-base px-4 py-1.5 text-xs text-kumo-subtle">
      {usage ? usageWords(usage) : "\u00a0"}
    </p>
  );
}

function usageWords({ files, sizeBytes, sources }: WorkspaceUsage): string {
  const own = `${count(files, "file")} in your workspace, ${sizeWords(sizeBytes)}`;
  return sources.files === 0
    ? own
    : `${own}; ${count(sources.files, "file")} filed with accounts, ${sizeWords(sources.sizeBytes)}`;
}
