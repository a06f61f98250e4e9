/** Shared by all settings pages: who may make changes, the conflict notice, and the save bar. */
import type { ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { LeaveGuard } from "../leave-guard.tsx";
import { ErrorNotice, Notice } from "../notice.tsx";
import type { Draft } from "./use-draft.ts";

export function AdminsOnly({ admin }: { admin: boolean }) {
  return admin ? null : <Notice>Current settings (view only). Admins can change them.</Notice>;
}

interface FootProps<Answer, Value> {
  readonly draft: Draft<Answer, Value>;
  /** The button's words. */
  readonly save: string;
  /** Why it can't be saved; null if it can. */
  readonly lacks?: string | null;
  /** Shown when someone else saved first. */
  readonly overtaken?: { readonly title?: string; readonly words?: ReactNode };
  /** How to continue with one's own draft. */
  readonly goOn?: { readonly words: string; readonly value: Value };
  /** Shown above the bar, such as a preview of the changes. */
  readonly children?: ReactNode;
}

export function DraftFoot<Answer, Value>(props: FootProps<Answer, Value>) {
  const { draft, lacks = null, children } = props;
  return (
    <>
      <LeaveGuard
        title="Leave without saving?"
        dirty={draft.admin && draft.dirty}
        onSave={lacks === null && !draft.overtaken ? draft.save : null}
        onDiscard={draft.discard}
      >
        {lacks ??
          (draft.overtaken
            ? "Someone else changed this, too. Stay to combine both."
            : "Your changes will be lost.")}
      </LeaveGuard>
      {draft.problem === null ? null : <ErrorNotice error={draft.problem} />}
      <Overtaken {...props} />
      {children}
      <Bar {...props} />
    </>
  );
}

function Overtaken<Answer, Value>({ draft, overtaken, goOn }: FootProps<Answer, Value>) {
  if (!draft.overtaken || !draft.dirty) return null;
  return (
    <Notice
      tone="warning"
      live
      title={overtaken?.title ?? "Someone else changed this."}
      actions={
        <>
          <Button size="sm" className="touch" onClick={() => draft.goOn(goOn?.value)}>
            {goOn?.words ?? "Keep mine"}
          </Button>
          <Button size="sm" className="touch" onClick={draft.takeTheirs}>
            Use theirs
          </Button>
        </>
      }
    >
      {overtaken?.words} Your changes aren’t saved yet.
    </Notice>
  );
}

function Bar<Answer, Value>({ draft, save, lacks = null }: FootProps<Answer, Value>) {
  if (!draft.admin || !draft.dirty || draft.overtaken) return null;
  return (
    <div className="arrive sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-kumo-line bg-kumo-canvas px-4 py-3">
      <p className="flex-1 text-sm text-kumo-subtle">{lacks ?? "Unsaved changes"}</p>
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
  );
}
