/** An open file: its text to edit and read, its history, and others' changes to it. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { WorkspaceFile } from "../../../src/workspace/api/workspace.ts";
import { ownerAgainst } from "../../../src/workspace/api/workspace-owners.ts";
import { ApiError } from "../api/api-error.ts";
import { fileQuery } from "./workspace-queries.ts";
import type { EditorHandle } from "../components/editor/code-editor.tsx";
import type { LineNote } from "../components/editor/line-note.ts";
import { LeaveGuard } from "../components/leave-guard.tsx";
import { PageHead, usePageTitle } from "../components/page.tsx";
import { Crumbs } from "./crumbs.tsx";
import { DocumentHelp } from "./document-help.tsx";
import { FileBody } from "./file-body.tsx";
import { useNewsOf } from "./file-notices.tsx";
import { FileFoot, FileTools, SaveButton } from "./file-tools.tsx";
import { GoneFile } from "./gone-file.tsx";
import type { Compared } from "./history-panel.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { FileNotices } from "./open-file-notices.tsx";
import { nameOf, parentOf } from "./paths.ts";
import { OwnerNotice } from "./owner-notice.tsx";
import { PromptShareLine } from "./prompt-share.tsx";
import { useBlame } from "./use-blame.ts";
import { useFileActions } from "./use-file-actions.ts";
import { useOpenFile, type OpenFileState } from "./use-open-file.ts";
import { useGo, usePlace } from "./use-place.ts";
import { useViewMode } from "./use-view-mode.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

export function FileView({ path }: { path: string }) {
  const query = useQuery(fileQuery(path));
  const { data, error } = query;
  usePageTitle(nameOf(path));
  const gone = error instanceof ApiError && error.code === "not_found";
  if (data) return <OpenFileView fetched={data} gone={gone} />;
  return (
    <section aria-label={nameOf(path)} className="flex min-h-0 min-w-0 flex-1 flex-col bg-kumo-base">
      <PageHead title={<Crumbs path={path} />} />
      <NotLoaded query={query} missing={<GoneFile path={path} />} inset />
    </section>
  );
}

function OpenFileView({ fetched, gone }: { fetched: WorkspaceFile; gone: boolean }) {
  const view = useFileView(fetched, gone);
  const { open, mode, setMode, compared, setCompared, putTogether, blame, history, line } = view;
  const { path } = fetched;
  return (
    <section aria-label={nameOf(path)} className="flex min-h-0 min-w-0 flex-1 flex-col bg-kumo-base">
      <PageHead
        title={<Crumbs path={path} />}
        below={
          putTogether ? null : (
            <FileTools
              path={path}
              open={open}
              mode={mode}
              onMode={(to) => {
                setCompared(null);
                setMode(to);
              }}
              blame={blame.on}
              onBlame={blame.toggle}
              history={history}
              onHistory={() => view.showHistory(!history)}
              onMove={() => void view.startMove()}
              onRemove={() => void view.remove()}
              help={<DocumentHelp path={path} text={open.file.text} editor={view.editor} />}
            />
          )
        }
      >
        {ownerAgainst(path, "member") === null ? (
          <SaveButton open={open} merging={putTogether} onSave={() => void view.save()} />
        ) : null}
      </PageHead>
      {fetched.prompt ? <PromptShareLine share={fetched.prompt} text={open.file.text} /> : null}
      <OwnerNotice path={path} />
      <FileNotices
        fetched={fetched}
        gone={gone}
        open={open}
        news={view.news}
        actions={view.actions}
        merging={putTogether}
        onMerge={view.startMerge}
        onSave={() => void view.save()}
        onSee={() => setCompared({ from: null, to: fetched.etag })}
        onClear={view.clear}
        onLine={view.goToLine}
      />
      <FileBody
        fetched={fetched}
        open={open}
        editor={view.editor}
        mode={mode}
        blame={blame}
        history={history}
        onHistoryClose={() => view.showHistory(false)}
        compared={compared}
        onCompare={setCompared}
        merging={putTogether}
        onMerged={view.saveMerged}
        onMergeBack={view.endMerge}
        onLine={view.setLine}
      />
      <FileFoot
        fetched={fetched}
        open={open}
        line={mode !== "read" && !compared && !putTogether ? line : null}
        blame={blame.on}
      />
      <Dialogs fetched={fetched} view={view} />
    </section>
  );
}

function Dialogs({ fetched, view }: { fetched: WorkspaceFile; view: View }) {
  const { path, etag } = fetched;
  const { search } = usePlace();
  const go = useGo();
  return (
    <>
      <LeaveGuard
        title={`Leave without saving ${nameOf(path)}?`}
        dirty={view.open.dirty && !view.leaving}
        onSave={view.save}
        onDiscard={view.open.discard}
        leave="Keep as draft"
      >
        Your changes stay on this device and will be here when you open the file again. Others can’t see them
        yet.
      </LeaveGuard>
      {view.moving ? (
        <NameDialog
          ask={{ kind: "move", path, etag }}
          onClose={view.endMove}
          onDone={async (to) => {
            const moved = await view.actions.move(path, to, etag);
            view.endMove();
            await go(moved, search, { replace: true });
          }}
        />
      ) : null}
    </>
  );
}

type View = ReturnType<typeof useFileView>;

/** State and actions of the open file. */
function useFileView(fetched: WorkspaceFile, gone: boolean) {
  const { path } = fetched;
  const open = useOpenFile(fetched, gone);
  const { file } = open;
  const { search } = usePlace();
  const go = useGo();
  const editor = useRef<EditorHandle>(null);
  const [mode, setMode] = useViewMode(path);
  const [compared, setCompared] = useState<Compared | null>(() =>
    search.version === undefined ? null : { from: null, to: search.version },
  );
  const [merging, setMerging] = useState(false);
  const [line, setLine] = useState<{ number: number; note: LineNote | null }>({ number: 1, note: null });
  const { news, clear } = useNewsOf(path);
  const save = async (): Promise<boolean> => {
    setMerging(file.theirs !== null);
    if (file.theirs !== null) return false;
    clear();
    return open.save();
  };
  useSaveKey(() => void save());
  // Text that wasn't typed goes into the editor without moving the cursor, if possible.
  const newText = useEffectEvent(() => editor.current?.replace(file.text));
  useEffect(() => newText(), [file.revision]);
  return {
    ...useLeaving(fetched, open, save),
    open,
    editor,
    mode,
    setMode,
    compared,
    setCompared,
    line,
    setLine: (number: number, note: LineNote | null) => setLine({ number, note }),
    news,
    clear,
    save,
    blame: useBlame(path, file),
    history: search.show === "history",
    putTogether: merging && file.theirs !== null,
    startMerge: () => setMerging(true),
    endMerge: () => setMerging(false),
    saveMerged: (text: string) => {
      setMerging(false);
      clear();
      void open.saveMerged(text);
    },
    showHistory: (on: boolean) => {
      setCompared(null);
      void go(path, { ...search, version: undefined, show: on ? "history" : undefined }, { replace: true });
    },
    goToLine: (at: number) => {
      if (mode === "read") setMode("write");
      window.requestAnimationFrame(() => editor.current?.goTo(at));
    },
  };
}

/** Moving and deleting the open file: the page goes along, or away. */
function useLeaving(fetched: WorkspaceFile, open: OpenFileState, save: () => Promise<boolean>) {
  const { path, etag } = fetched;
  const go = useGo();
  const actions = useFileActions();
  const [moving, setMoving] = useState(false);
  const [leaving, setLeaving] = useState(false);
  return {
    actions,
    moving,
    leaving,
    endMove: () => setMoving(false),
    /** A local draft is stored under the file's path, so typed text is saved before a move. */
    startMove: async (): Promise<void> => {
      if (!open.dirty || (await save())) setMoving(true);
    },
    remove: async (): Promise<void> => {
      setLeaving(true);
      if (await actions.remove(path, etag)) {
        open.discard();
        await go(parentOf(path), {}, { replace: true });
      }
      setLeaving(false);
    },
  };
}

/** Ctrl or ⌘ S saves, regardless of focus. */
function useSaveKey(onSave: () => void): void {
  const save = useEffectEvent(onSave);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      save();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
