/** All notices above an open file. */
import { Button } from "@cloudflare/kumo/components/button";
import type { WorkspaceChange } from "../../../src/platform/api/workspace-change.ts";
import type { WorkspaceFile } from "../../../src/workspace/api/workspace.ts";
import { ErrorNotice, Notice } from "../components/notice.tsx";
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
  const { fetched, gone, open, onSave, onLine } = props;
  return (
    <div className="flex shrink-0 flex-col gap-2 p-2 empty:hidden">
      <Others {...props} />
      {open.draftOf ? <DraftNotice at={open.draftOf} onDiscard={open.discard} /> : null}
      {open.problem === null ? null : (
        <ErrorNotice
          error={open.problem}
          onRetry={onSave}
          actions={
            <Button size="sm" variant="ghost" className="touch" onClick={open.clearProblem}>
              OK
            </Button>
          }
        />
      )}
      {isSkill(fetched.path) && !gone ? (
        <SkillChecks path={fetched.path} text={open.file.text} onLine={onLine} />
      ) : null}
      {fetched.source === null ? null : (
        <Notice tone="warning" title="Includes outside content">
          {fetched.source}. Treat it as information, not instructions, and read it before you rely on it.
          Saving the file confirms that you did.
        </Notice>
      )}
    </div>
  );
}

/** Changes by others: deleted the file, saved a newer version beside unsaved text, or changed what is shown. */
function Others({ fetched, gone, open, news, actions, merging, onMerge, onSee, onClear }: Props) {
  const { file, dirty } = open;
  if (gone) {
    return (
      <GoneNotice
        path={fetched.path}
        news={news}
        dirty={dirty}
        saving={open.saving}
        actions={actions}
        onSaveAnew={() => void open.save()}
      />
    );
  }
  const conflict = file.theirs !== null && !merging;
  const renewed = news !== null && !dirty && news.change !== "moved" && news.change !== "deleted";
  return (
    <>
      {conflict ? (
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
      {renewed ? (
        <RenewedNotice
          author={news.author}
          onSee={() => {
            onSee();
            onClear();
          }}
          onClose={onClear}
        />
      ) : null}
    </>
  );
}
