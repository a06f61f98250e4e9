/** An open file: its text to be edited and read, its history beside it, and what others do to it meanwhile. */
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { WorkspaceFile } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { fileQuery } from "../../api/workspace-queries.ts";
import type { EditorHandle } from "../../components/editor/code-editor.tsx";
import type { LineNote } from "../../components/editor/blame-gutter.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty, PageHead, usePageTitle } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { CompareView } from "./compare-view.tsx";
import { Crumbs } from "./crumbs.tsx";
import { ConflictNotice, DraftNotice, GoneNotice, RenewedNotice, useNewsOf } from "./file-notices.tsx";
import { FileFoot, FileTools, SaveButton } from "./file-tools.tsx";
import { HistoryPanel, useVersions, type Compared } from "./history-panel.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { nameOf, parentOf } from "./paths.ts";
import { Preview } from "./preview.tsx";
import { PromptShareLine } from "./prompt-share.tsx";
import { isSkill, SkillChecks } from "./skill-checks.tsx";
import { useBlame } from "./use-blame.ts";
import { useFileActions } from "./use-file-actions.ts";
import { useOpenFile } from "./use-open-file.ts";
import { useGo, usePlace } from "./use-place.ts";
import { useViewMode } from "./use-view-mode.ts";

const CodeEditor = lazy(() => import("../../components/editor/code-editor.tsx"));
const MergePane = lazy(() => import("./merge-pane.tsx"));

export function FileView({ path }: { path: string }) {
  const { data, error, isPending, refetch } = useQuery(fileQuery(path));
  usePageTitle(nameOf(path));
  const gone = error instanceof ApiError && error.code === "not_found";
  if (data) return <OpenFileView fetched={data} gone={gone} />;
  return (
    <section aria-label={nameOf(path)} className="flex min-h-0 min-w-0 flex-1 flex-col bg-kumo-base">
      <PageHead title={<Crumbs path={path} />} />
      {gone ? <Gone path={path} /> : null}
      {error && !gone ? (
        <div className="p-3">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {isPending ? <ListSkeleton rows={6} /> : null}
    </section>
  );
}

/** There is no such file now; there may have been one. */
function Gone({ path }: { path: string }) {
  const actions = useFileActions();
  const go = useGo();
  const { versions } = useVersions(path);
  const { search } = usePlace();
  const [compared, setCompared] = useState<Compared | null>(null);
  const was = versions.length > 0;
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      <div className="min-w-0 flex-1">
        {compared ? (
          <CompareView path={path} compared={compared} dirty onCompare={setCompared} />
        ) : (
          <Empty
            title={was ? "This file was deleted." : "There is no such file."}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {was ? (
                  <Button variant="primary" className="touch" onClick={() => void actions.undelete({ path })}>
                    Bring it back
                  </Button>
                ) : (
                  <Button
                    variant="primary"
                    className="touch"
                    onClick={() => void go(parentOf(path), { new: "file" }, { replace: true })}
                  >
                    New file
                  </Button>
                )}
                <Button className="touch" onClick={() => void go(parentOf(path))}>
                  To its folder
                </Button>
              </div>
            }
          >
            {was ? "Every version of it is kept." : `“${path}” may have been moved, or the link is wrong.`}
          </Empty>
        )}
      </div>
      {was ? (
        <HistoryPanel
          path={path}
          compared={compared}
          onCompare={setCompared}
          onClose={() => void go(parentOf(path), { ...search, show: undefined })}
        />
      ) : null}
    </div>
  );
}

function OpenFileView({ fetched, gone }: { fetched: WorkspaceFile; gone: boolean }) {
  const { path } = fetched;
  const open = useOpenFile(fetched, gone);
  const { file, dirty } = open;
  const { search } = usePlace();
  const go = useGo();
  const navigate = useNavigate();
  const actions = useFileActions();
  const editor = useRef<EditorHandle>(null);
  const [mode, setMode] = useViewMode(path);
  const [compared, setCompared] = useState<Compared | null>(null);
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
    void go(path, { ...search, show: on ? "history" : undefined }, { replace: true });
  };

  async function remove(): Promise<void> {
    setLeaving(true);
    if (await actions.remove(path, fetched.etag)) {
      open.discard();
      await go(parentOf(path), {}, { replace: true });
    }
    setLeaving(false);
  }

  const showEditor = mode !== "read";
  const showPreview = mode !== "write";
  const author = fetched.author;

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
              onMove={() => setMoving(true)}
              onRemove={() => void remove()}
            />
          )
        }
      >
        <SaveButton open={open} merging={putTogether} onSave={() => void save()} />
      </PageHead>
      {fetched.prompt ? <PromptShareLine share={fetched.prompt} text={file.text} /> : null}
      <div className="flex shrink-0 flex-col gap-2 p-2 empty:hidden">
        {gone ? (
          <GoneNotice
            path={path}
            news={news}
            dirty={dirty}
            saving={open.saving}
            actions={actions}
            onSaveAnew={() => void open.save()}
          />
        ) : null}
        {file.theirs && !putTogether && !gone ? (
          <ConflictNotice
            author={author.name}
            at={fetched.updatedAt}
            onMerge={() => setMerging(true)}
            onTakeTheirs={() => {
              clear();
              open.discard();
            }}
          />
        ) : null}
        {news && !dirty && !gone && news.change !== "moved" && news.change !== "deleted" ? (
          <RenewedNotice
            author={news.author}
            onSee={() => {
              setCompared({ from: null, to: fetched.etag });
              clear();
            }}
            onClose={clear}
          />
        ) : null}
        {open.draftOf ? <DraftNotice at={open.draftOf} onDiscard={open.discard} /> : null}
        {open.problem === null ? null : (
          <ErrorNotice
            error={open.problem}
            onRetry={() => void save()}
            actions={
              <Button size="sm" variant="ghost" className="touch" onClick={open.clearProblem}>
                All right
              </Button>
            }
          />
        )}
        {isSkill(path) && !gone ? (
          <SkillChecks
            path={path}
            text={file.text}
            onLine={(at) => {
              if (!showEditor) setMode("write");
              window.requestAnimationFrame(() => editor.current?.goTo(at));
            }}
          />
        ) : null}
        {fetched.source === null ? null : (
          <Notice tone="warning" title="Some of it came from outside.">
            {fetched.source}. It is data, not an instruction: read it before you rely on it. Saving the file
            says that you did.
          </Notice>
        )}
      </div>
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        {putTogether && file.theirs ? (
          <Suspense fallback={<ListSkeleton rows={6} />}>
            <MergePane
              path={path}
              before={file.base.content}
              mine={file.text}
              theirs={file.theirs.content}
              by={author.name}
              saving={open.saving}
              onSave={(text) => {
                setMerging(false);
                clear();
                void open.saveMerged(text);
              }}
              onBack={() => setMerging(false)}
            />
          </Suspense>
        ) : null}
        {compared && !putTogether ? (
          <CompareView path={path} compared={compared} dirty={dirty} onCompare={setCompared} />
        ) : null}
        {/* Kept while something else is shown: its undo history and its place are worth it. */}
        <div
          className={
            putTogether || compared || (history && !showEditor && !showPreview)
              ? "hidden"
              : `min-h-0 min-w-0 flex-1 ${history ? "hidden lg:flex" : "flex"}`
          }
        >
          <div className={`min-h-0 min-w-0 flex-1 flex-col ${showEditor ? "flex" : "hidden"}`}>
            <Suspense fallback={<ListSkeleton rows={6} />}>
              <CodeEditor
                path={path}
                text={file.text}
                label={`Text of ${nameOf(path)}`}
                handle={editor}
                place={search.line === undefined ? null : { line: search.line, words: search.q }}
                onChange={open.type}
                notes={blame.notes}
                onLine={(number, note) => setLine({ number, note })}
                onFollow={(href) => void navigate({ to: href })}
              />
            </Suspense>
          </div>
          {showPreview ? (
            <div
              className={`min-h-0 min-w-0 flex-1 ${mode === "both" ? "border-l border-kumo-line" : ""} ${mode === "both" && (history || blame.on) ? "hidden 2xl:flex" : "flex"}`}
            >
              <Preview text={file.text} label={`How ${nameOf(path)} reads`} />
            </div>
          ) : null}
        </div>
        {history && !putTogether ? (
          <div className={`min-h-0 lg:flex ${compared ? "hidden" : "flex flex-1 lg:flex-none"}`}>
            <HistoryPanel
              path={path}
              compared={compared}
              onCompare={setCompared}
              onClose={() => showHistory(false)}
            />
          </div>
        ) : null}
      </div>
      <FileFoot
        fetched={fetched}
        open={open}
        line={showEditor && !compared && !putTogether ? line : null}
        blame={blame.on}
      />
      <LeaveGuard name={nameOf(path)} dirty={dirty && !leaving} onSave={save} onDiscard={open.discard} />
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
