/** An open file: its text to be edited and read, its history beside it, and what others do to it meanwhile. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { WorkspaceFile } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { fileQuery } from "../../api/workspace-queries.ts";
import type { EditorHandle } from "../../components/editor/code-editor.tsx";
import type { LineNote } from "../../components/editor/line-note.ts";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { PageHead, usePageTitle } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Crumbs } from "./crumbs.tsx";
import { FileBody } from "./file-body.tsx";
import { useNewsOf } from "./file-notices.tsx";
import { FileFoot, FileTools, SaveButton } from "./file-tools.tsx";
import { GoneFile } from "./gone-file.tsx";
import type { Compared } from "./history-panel.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { FileNotices } from "./open-file-notices.tsx";
import { nameOf, parentOf } from "./paths.ts";
import { PromptShareLine } from "./prompt-share.tsx";
import { useBlame } from "./use-blame.ts";
import { useFileActions } from "./use-file-actions.ts";
import { useOpenFile } from "./use-open-file.ts";
import { useGo, usePlace } from "./use-place.ts";
import { useViewMode } from "./use-view-mode.ts";

export function FileView({ path }: { path: string }) {
  const { data, error, isPending, refetch } = useQuery(fileQuery(path));
  usePageTitle(nameOf(path));
  const gone = error instanceof ApiError && error.code === "not_found";
  if (data) return <OpenFileView fetched={data} gone={gone} />;
  return (
    <section aria-label={nameOf(path)} className="flex min-h-0 min-w-0 flex-1 flex-col bg-kumo-base">
      <PageHead title={<Crumbs path={path} />} />
      {gone ? <GoneFile path={path} /> : null}
      {error && !gone ? (
        <div className="p-3">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {isPending ? <ListSkeleton rows={6} /> : null}
    </section>
  );
}

function OpenFileView({ fetched, gone }: { fetched: WorkspaceFile; gone: boolean }) {
  const { path } = fetched;
  const open = useOpenFile(fetched, gone);
  const { file, dirty } = open;
  const { search } = usePlace();
  const go = useGo();
  const actions = useFileActions();
  const editor = useRef<EditorHandle>(null);
  const [mode, setMode] = useViewMode(path);
  const [compared, setCompared] = useState<Compared | null>(() =>
    search.version === undefined ? null : { from: null, to: search.version },
  );
  const [merging, setMerging] = useState(false);
  const [moving, setMoving] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [line, setLine] = useState<{ number: number; note: LineNote | null }>({ number: 1, note: null });
  const { news, clear } = useNewsOf(path);
  const blame = useBlame(path, file);
  const history = search.show === "history";
  const putTogether = merging && file.theirs !== null;
  useSaveKey(() => void save());

  async function save(): Promise<boolean> {
    if (file.theirs !== null) {
      setMerging(true);
      return false;
    }
    clear();
    return open.save();
  }

  // A text that was not typed goes into the editor without moving the cursor where that can be.
  const newText = useEffectEvent(() => editor.current?.replace(file.text));
  useEffect(() => newText(), [file.revision]);

  const showHistory = (on: boolean): void => {
    setCompared(null);
    void go(path, { ...search, version: undefined, show: on ? "history" : undefined }, { replace: true });
  };

  /** The draft on this device is kept under the file's path: what is typed is saved first. */
  async function startMove(): Promise<void> {
    if (!dirty || (await save())) setMoving(true);
  }

  async function remove(): Promise<void> {
    setLeaving(true);
    if (await actions.remove(path, fetched.etag)) {
      open.discard();
      await go(parentOf(path), {}, { replace: true });
    }
    setLeaving(false);
  }

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
              onHistory={() => showHistory(!history)}
              onMove={() => void startMove()}
              onRemove={() => void remove()}
            />
          )
        }
      >
        <SaveButton open={open} merging={putTogether} onSave={() => void save()} />
      </PageHead>
      {fetched.prompt ? <PromptShareLine share={fetched.prompt} text={file.text} /> : null}
      <FileNotices
        fetched={fetched}
        gone={gone}
        open={open}
        news={news}
        actions={actions}
        merging={putTogether}
        onMerge={() => setMerging(true)}
        onSave={() => void save()}
        onSee={() => setCompared({ from: null, to: fetched.etag })}
        onClear={clear}
        onLine={(at) => {
          if (mode === "read") setMode("write");
          window.requestAnimationFrame(() => editor.current?.goTo(at));
        }}
      />
      <FileBody
        fetched={fetched}
        open={open}
        editor={editor}
        mode={mode}
        blame={blame}
        history={history}
        onHistoryClose={() => showHistory(false)}
        compared={compared}
        onCompare={setCompared}
        merging={putTogether}
        onMerged={(text) => {
          setMerging(false);
          clear();
          void open.saveMerged(text);
        }}
        onMergeBack={() => setMerging(false)}
        onLine={(number, note) => setLine({ number, note })}
      />
      <FileFoot
        fetched={fetched}
        open={open}
        line={mode !== "read" && !compared && !putTogether ? line : null}
        blame={blame.on}
      />
      <LeaveGuard
        title={`${nameOf(path)} is not saved`}
        dirty={dirty && !leaving}
        onSave={save}
        onDiscard={open.discard}
        leave="Leave it as a draft"
      >
        What you wrote is kept on this device and is there again when you open the file. Others do not see it
        yet.
      </LeaveGuard>
      {moving ? (
        <NameDialog
          ask={{ kind: "move", path, etag: fetched.etag }}
          onClose={() => setMoving(false)}
          onDone={async (to) => {
            const moved = await actions.move(path, to, fetched.etag);
            setMoving(false);
            await go(moved, search, { replace: true });
          }}
        />
      ) : null}
    </section>
  );
}

/** Ctrl or ⌘ with S saves, wherever the focus is on the page. */
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
