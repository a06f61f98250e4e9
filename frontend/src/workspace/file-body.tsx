/** The open file: its text, preview, history, a comparison, or a merge. */
import { lazy, Suspense, useState, type RefObject } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { WorkspaceFile } from "../../../src/workspace/api/workspace.ts";
import { ownerAgainst } from "../../../src/workspace/api/workspace-owners.ts";
import type { LineNote } from "../components/editor/line-note.ts";
import type { EditorHandle } from "../components/editor/code-editor.tsx";
import { lineOfPassage } from "../knowledge/passage/passage-words.ts";
import { usePassage } from "../knowledge/passage/use-passage.ts";
import { ListSkeleton } from "../components/skeleton.tsx";
import { whenReachable } from "../components/when-reachable.ts";
import { CompareView } from "./compare-view.tsx";
import { HistoryPanel, type Compared } from "./history-panel.tsx";
import { nameOf, parentOf } from "./paths.ts";
import { Preview } from "./preview.tsx";
import type { useBlame } from "./use-blame.ts";
import type { OpenFileState } from "./use-open-file.ts";
import { usePlace } from "./use-place.ts";
import type { ViewMode } from "./use-view-mode.ts";

const CodeEditor = lazy(whenReachable(() => import("../components/editor/code-editor.tsx")));
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
  /** Whether two texts are being merged. */
  readonly merging: boolean;
  readonly onMerged: (text: string) => void;
  readonly onMergeBack: () => void;
  readonly onLine: (line: number, note: LineNote | null) => void;
}

export function FileBody(props: Props) {
  const { fetched, open, history, compared, onCompare, merging, onHistoryClose } = props;
  const { path } = fetched;
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col">
      {merging ? <Merging {...props} /> : null}
      {compared && !merging ? (
        <CompareView path={path} compared={compared} dirty={open.dirty} onCompare={onCompare} />
      ) : null}
      {/* Kept mounted while something else is shown, to keep its undo history and scroll position. */}
      <div className={textLook(merging || compared !== null, history)}>
        <Text {...props} />
      </div>
      {history && !merging ? (
        <div className={`min-h-0 lg:flex ${compared ? "hidden" : "flex flex-1 lg:flex-none"}`}>
          <HistoryPanel path={path} compared={compared} onCompare={onCompare} onClose={onHistoryClose} />
        </div>
      ) : null}
    </div>
  );
}

function textLook(covered: boolean, history: boolean): string {
  if (covered) return "hidden";
  return `min-h-0 min-w-0 flex-1 ${history ? "hidden lg:flex" : "flex"}`;
}

/** Two texts being merged. */
function Merging({ fetched, open, onMerged, onMergeBack }: Props) {
  const { file } = open;
  if (file.theirs === null) return null;
  return (
    <Suspense fallback={<ListSkeleton rows={6} />}>
      <MergePane
        path={fetched.path}
        before={file.base.content}
        mine={file.text}
        theirs={file.theirs.content}
        by={fetched.author.name}
        saving={open.saving}
        onSave={onMerged}
        onBack={onMergeBack}
      />
    </Suspense>
  );
}

/** The line in the address, or the line where its passage begins. Computed once, so that edits don't move the cursor. */
function useSoughtLine({ path, content }: WorkspaceFile) {
  const { search } = usePlace();
  const passage = usePassage();
  const key = `${path}#${passage ?? ""}`;
  const lookUp = () => ({ key, place: passage === null ? null : lineOfPassage(content, passage) });
  const [sought, setSought] = useState(lookUp);
  if (sought.key !== key) setSought(lookUp());
  return search.line === undefined ? sought.place : { line: search.line, words: search.q };
}

/** The editor and how the text reads, one or both. */
function Text({ fetched, open, editor, mode, blame, history, onLine }: Props) {
  const { path } = fetched;
  const place = useSoughtLine(fetched);
  const navigate = useNavigate();
  const split = mode === "both";
  return (
    <>
      <div className={`min-h-0 min-w-0 flex-1 flex-col ${mode === "read" ? "hidden" : "flex"}`}>
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <CodeEditor
            path={path}
            text={open.file.text}
            label={`Text of ${nameOf(path)}`}
            readOnly={ownerAgainst(path, "member") !== null}
            handle={editor}
            place={place}
            onChange={open.type}
            notes={blame.notes}
            onLine={onLine}
            onFollow={(href) => void navigate({ href })}
          />
        </Suspense>
      </div>
      {mode === "write" ? null : (
        <div
          className={`min-h-0 min-w-0 flex-1 ${split ? "border-l border-kumo-line" : ""} ${split && (history || blame.on) ? "hidden 2xl:flex" : "flex"}`}
        >
          <Preview text={open.file.text} label={`Preview of ${nameOf(path)}`} folder={parentOf(path)} />
        </div>
      )}
    </>
  );
}
