/** What every page of settings shows around its sentences: who may change them, what was overtaken, and the bar that saves. */
import type { ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import type { Draft } from "./use-draft.ts";

export function AdminsOnly({ admin }: { admin: boolean }) {
  return admin ? null : (
    <Notice>Only admins of your team can change this. What you see is what holds.</Notice>
  );
}

interface FootProps<Answer, Value> {
  readonly draft: Draft<Answer, Value>;
  /** The button's words. */
  readonly save: string;
  /** Why it cannot be saved as it is; null when it can. */
  readonly lacks?: string | null;
  /** Said where somebody was faster. */
  readonly overtaken?: { readonly title?: string; readonly words?: ReactNode };
  /** How one goes on with what is one's own. */
  readonly goOn?: { readonly words: string; readonly value: Value };
  /** Stands above the bar, such as what would change. */
  readonly children?: ReactNode;
}

export function DraftFoot<Answer, Value>({
  draft,
  save,
  lacks = null,
  overtaken,
  goOn,
  children,
}: FootProps<Answer, Value>) {
  return (
    <>
      <LeaveGuard
        title="Your changes are not saved"
        dirty={draft.admin && draft.dirty}
        onSave={lacks === null && !draft.overtaken ? draft.save : null}
        onDiscard={draft.discard}
      >
        {lacks ??
          (draft.overtaken
            ? "Somebody changed the same meanwhile: stay to put the two together."
            : "Left now, they are lost.")}
      </LeaveGuard>
      {draft.problem === null ? null : <ErrorNotice error={draft.problem} />}
      {draft.overtaken && draft.dirty ? (
        <Notice
          tone="warning"
          live
          title={overtaken?.title ?? "Somebody changed this while you were at it."}
          actions={
            <>
              <Button size="sm" className="touch" onClick={() => draft.goOn(goOn?.value)}>
                {goOn?.words ?? "Keep mine"}
              </Button>
              <Button size="sm" className="touch" onClick={draft.takeTheirs}>
                Take theirs
              </Button>
            </>
          }
        >
          {overtaken?.words} Nothing of yours is saved yet.
        </Notice>
      ) : null}
      {children}
      {draft.admin && draft.dirty && !draft.overtaken ? (
        <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-2 border-t border-kumo-line bg-kumo-base px-4 py-3">
          <p className="flex-1 text-sm text-kumo-subtle">{lacks ?? "Changed, not saved."}</p>
          <Button className="touch" onClick={draft.discard}>
            Discard
          </Button>
          <Button
            variant="primary"
            className="touch"
            disabled={lacks !== null}
            loading={draft.busy}
            onClick={() => void draft.save()}
          >
            {save}
          </Button>
        </div>
      ) : null}
    </>
  );
}
