/** Outgoing messages of a thread: pending drafts as cards, and texts on hold as bubbles with an undo. */
import { Suspense } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { useApprovalActions } from "../../approvals/draft/use-approval-actions.ts";
import { useSecondsUntil } from "../../components/now.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { wordsIn } from "./drafts.ts";
import { Stack } from "../../approvals/draft/lazy-stack.ts";

export function Sending({ approvals }: { approvals: readonly Approval[] }) {
  const underWay = approvals.filter(({ status }) => status === "approved" || status === "executing");
  const asked = approvals.filter((one) => !underWay.includes(one));
  return (
    <>
      {underWay.map((approval) => (
        <OnItsWay key={approval.id} approval={approval} />
      ))}
      {asked.length > 0 ? (
        <div className="pt-2">
          <Suspense fallback={<Bar className="h-20 w-full rounded-xl" />}>
            <Stack approvals={asked} inChat />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}

/** Longer holds show a time instead of a countdown. */
const COUNTED_SECONDS = 120;

function OnItsWay({ approval }: { approval: Approval }) {
  const actions = useApprovalActions(approval);
  const seconds = useSecondsUntil(approval.executeAfter);
  const held = approval.status === "approved" && seconds > 0;
  return (
    <div
      className="flex max-w-[min(100%,34rem)] flex-col items-end gap-0.5 self-end"
      data-approval={approval.id}
    >
      <p className="px-1 text-xs text-kumo-subtle">{clipped(approval.decidedBy?.name ?? "Steward", 80)}</p>
      <div className="rounded-2xl border border-dashed border-kumo-info/60 bg-kumo-base px-3.5 py-2">
        <p className="text-base whitespace-pre-wrap wrap-anywhere">{wordsIn(approval)}</p>
        <p className="flex flex-wrap items-center gap-x-2 pt-0.5 text-xs text-kumo-subtle" role="status">
          {held && approval.executeAfter !== null ? (
            seconds <= COUNTED_SECONDS ? (
              <span className="tabular-nums">Goes out in {seconds} s</span>
            ) : (
              <span>
                Goes out <Time at={approval.executeAfter} as="upcoming" />
              </span>
            )
          ) : (
            "Sending…"
          )}
          {held && approval.undoable ? (
            <Button
              size="sm"
              className="touch"
              loading={actions.busy === "undo"}
              onClick={() => void actions.undo()}
            >
              Don’t send
            </Button>
          ) : null}
        </p>
      </div>
      {actions.problem ? <ErrorNotice error={actions.problem} /> : null}
    </div>
  );
}
