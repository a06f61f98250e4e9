/** The open file itself: the text, how it reads, its history, a comparison or two texts being put together. */
import { lazy, Suspense, type RefObject } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { WorkspaceFile } from "../../../../src/protocol/index.ts";
import type { LineNote } from "../../components/editor/line-note.ts";
import type { EditorHandle } from "../../components/editor/code-editor.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { whenReachable } from "../../components/when-reachable.ts";
import { CompareView } from "./compare-view.tsx";
import { HistoryPanel, type Compared } from "./history-panel.tsx";
import { nameOf, parentOf } from "./paths.ts";
import { Preview } from "./preview.tsx";
import type { useBlame } from "./use-blame.ts";
import type { OpenFileState } from "./use-open-file.ts";
import { usePlace } from "./use-place.ts";
import type { ViewMode } from "./use-view-mode.ts";

const CodeEditor = lazy(whenReachable(() => import("../../components/editor/code-editor.tsx")));
const MergePane = lazy(whenReachable(() => import("./merge-pane.tsx")));

interface Props {
  readonly fetched: WorkspaceFile;
  readonly open: OpenFileState;
  readonly editor: RefObject<EditorHandle | null>;
  readonly mode: ViewMode;
  readonly blame: ReturnType<typeof useBlame>;
  readonly history: boolean;
  readonly onHistoryClose: () => void;
  readonly compared: Compared | null;
  readonly onCompare: (compared: Compared | null) => void;
  /** Whether two texts are being put together. */
  readonly merging: boolean;
  readonly onMerged: (text: string) => void;
  readonly onMergeBack: () => void;
  readonly onLine: (line: number, note: LineNote | null) => void;
}

export function FileBody(props: Props) {
  const { fetched, open, mode, blame, history, compared, onCompare, merging } = props;
  const { editor, onHistoryClose, onMerged, onMergeBack, onLine } = props;
  const { path } = fetched;
  const { file } = open;
  const { search } = usePlace();
  const navigate = useNavigate();
  const showEditor = mode !== "read";
  const showPreview = mode !== "write";
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      {merging && file.theirs ? (
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <MergePane
            path={path}
            before={file.base.content}
            mine={file.text}
            theirs={file.theirs.content}
            by={fetched.author.name}
            saving={open.saving}
            onSave={onMerged}
            onBack={onMergeBack}
          />
        </Suspense>
      ) : null}
      {compared && !merging ? (
        <CompareView path={path} compared={compared} dirty={open.dirty} onCompare={onCompare} />
      ) : null}
      {/* Kept while something else is shown: its undo history and its place are worth it. */}
      <div
        className={
          merging || compared ? "hidden" : `min-h-0 min-w-0 flex-1 ${history ? "hidden lg:flex" : "flex"}`
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
              onLine={onLine}
              onFollow={(href) => void navigate({ href })}
            />
          </Suspense>
        </div>
        {showPreview ? (
          <div
            className={`min-h-0 min-w-0 flex-1 ${mode === "both" ? "border-l border-kumo-line" : ""} ${mode === "both" && (history || blame.on) ? "hidden 2xl:flex" : "flex"}`}
          >
            <Preview text={file.text} label={`How ${nameOf(path)} reads`} folder={parentOf(path)} />
          </div>
        ) : null}
      </div>
      {history && !merging ? (
        <div className={`min-h-0 lg:flex ${compared ? "hidden" : "flex flex-1 lg:flex-none"}`}>
          <HistoryPanel path={path} compared={compared} onCompare={onCompare} onClose={onHistoryClose} />
        </div>
      ) : null}
    </div>
  );
}
