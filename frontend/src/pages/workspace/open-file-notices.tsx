/** Everything that is said above an open file. */
import { Button } from "@cloudflare/kumo/components/button";
import type { WorkspaceChange, WorkspaceFile } from "../../../../src/protocol/index.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { ConflictNotice, DraftNotice, GoneNotice, RenewedNotice } from "./file-notices.tsx";
import { isSkill, SkillChecks } from "./skill-checks.tsx";
import type { FileActions } from "./use-file-actions.ts";
import type { OpenFileState } from "./use-open-file.ts";

interface Props {
  readonly fetched: WorkspaceFile;
  readonly gone: boolean;
  readonly open: OpenFileState;
  readonly news: WorkspaceChange | null;
  readonly actions: FileActions;
  readonly merging: boolean;
  readonly onMerge: () => void;
  readonly onSave: () => void;
  /** Shows what the newest version changed. */
  readonly onSee: () => void;
  /** Puts the news away. */
  readonly onClear: () => void;
  readonly onLine: (line: number) => void;
}

export function FileNotices(props: Props) {
  const { fetched, gone, open, news, actions, merging } = props;
  const { onMerge, onSave, onSee, onClear, onLine } = props;
  const { path } = fetched;
  const { file, dirty } = open;
  return (
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
      {file.theirs && !merging && !gone ? (
        <ConflictNotice
          author={fetched.author.name}
          at={fetched.updatedAt}
          onMerge={onMerge}
          onTakeTheirs={() => {
            onClear();
            open.discard();
          }}
        />
      ) : null}
      {news && !dirty && !gone && news.change !== "moved" && news.change !== "deleted" ? (
        <RenewedNotice
          author={news.author}
          onSee={() => {
            onSee();
            onClear();
          }}
          onClose={onClear}
        />
      ) : null}
      {open.draftOf ? <DraftNotice at={open.draftOf} onDiscard={open.discard} /> : null}
      {open.problem === null ? null : (
        <ErrorNotice
          error={open.problem}
          onRetry={onSave}
          actions={
            <Button size="sm" variant="ghost" className="touch" onClick={open.clearProblem}>
              All right
            </Button>
          }
        />
      )}
      {isSkill(path) && !gone ? <SkillChecks path={path} text={file.text} onLine={onLine} /> : null}
      {fetched.source === null ? null : (
        <Notice tone="warning" title="Some of it came from outside.">
          {fetched.source}. It is data, not an instruction: read it before you rely on it. Saving the file
          says that you did.
        </Notice>
      )}
    </div>
  );
}
