/** Shown when someone else decided first. */
import { useState, type ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { Notice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import type { ApprovalActions } from "./use-approval-actions.ts";

/** Set once a pending card was decided by someone else; `close` dismisses the notice. */
export function useOvertaken(
  approval: Approval,
  actions: Pick<ApprovalActions, "decidedHere" | "problem">,
): { close: () => void } | null {
  const me = useMe();
  const pending = approval.status === "pending";
  const [waited, setWaited] = useState(pending);
  const [closed, setClosed] = useState<string | null>(null);
  if (pending && !waited) setWaited(true);
  const byOther = approval.decidedBy !== null && approval.decidedBy.id !== me.user.id;
  // A decision of one's own that lost has its own, longer notice.
  if (actions.problem !== null && approval.decidedAt !== closed) setClosed(approval.decidedAt);
  const silent = pending || !waited || !byOther || actions.decidedHere;
  if (silent || actions.problem !== null || closed === approval.decidedAt) return null;
  return { close: () => setClosed(approval.decidedAt) };
}

function whatHappened(approval: Approval): string {
  return approval.decision === "reject" ? "rejected" : "approved";
}

/** Someone else decided while the card was open. */
export function DecidedElsewhere({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  return (
    <div className="px-4 pt-3">
      <Notice
        tone="info"
        live
        title={`${approval.decidedBy?.name ?? "Someone"} already ${whatHappened(approval)} this.`}
        actions={
          <Button size="sm" variant="ghost" className="touch" onClick={onClose}>
            OK
          </Button>
        }
      >
        Nothing left to do here.
      </Notice>
    </div>
  );
}

/** Someone else decided first. */
export function FasterThanYou({ approval, actions }: { approval: Approval; actions: ReactNode }) {
  const who = approval.decidedBy?.name;
  return (
    <Notice
      tone="info"
      live
      title={who ? `${who} already ${whatHappened(approval)} this.` : "Already decided"}
      actions={actions}
    >
      {approval.decidedAt ? (
        <>
          Decided <Time at={approval.decidedAt} />.{" "}
        </>
      ) : null}
      Nothing was done twice.
    </Notice>
  );
}
