/** Several pending approvals as a stack: each must have been visible before all can be approved together. */
import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { approvalEndpoints, type Approval } from "../../../../src/approvals/api/approval.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { rememberApproval } from "../../api/queries.ts";
import { newId } from "../../api/storage.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { decided } from "../../components/undo/decided.ts";
import { count } from "../../components/words.ts";
import { toRow } from "../../../../src/approvals/api/approval-row.ts";
import { requestTitle } from "../../../../src/approvals/api/request-words.ts";
import { ApprovalCard } from "./card.tsx";
import { CompactRow } from "./compact-row.tsx";
import { REJECT_REASONS } from "./reject-panel.tsx";
import { asShown } from "./use-approval-actions.ts";
import { useSeen } from "./use-seen.ts";

function SeenCard({
  approval,
  inChat,
  position,
  onSeen,
}: {
  approval: Approval;
  inChat: boolean;
  position: string;
  onSeen: () => void;
}) {
  const end = useSeen(onSeen);
  return (
    <div>
      <ApprovalCard approval={approval} inChat={inChat} position={position} />
      <div ref={end} aria-hidden className="h-px" />
    </div>
  );
}

/** From this many on, they are rows. */
const ROWS_FROM = 4;

function Cards({
  approvals,
  inChat,
  onSeen,
}: {
  approvals: readonly Approval[];
  inChat: boolean;
  onSeen: (approval: Approval) => void;
}) {
  const drawn = approvals.map((approval, index) => ({
    key: approval.id,
    approval,
    inChat,
    position: approvals.length > 1 ? `${index + 1} of ${approvals.length}` : "",
    onSeen: () => onSeen(approval),
  }));
  if (approvals.length < ROWS_FROM) return drawn.map(({ key, ...card }) => <SeenCard key={key} {...card} />);
  return (
    <ul className="divide-y divide-kumo-hairline overflow-clip rounded-xl border border-kumo-line bg-kumo-base">
      {drawn.map(({ key, ...row }) => (
        <CompactRow key={key} {...row} />
      ))}
    </ul>
  );
}

interface Failed {
  readonly target: string;
  readonly message: string;
}

export function ApprovalStack({
  approvals,
  inChat = false,
}: {
  approvals: readonly Approval[];
  inChat?: boolean;
}) {
  const client = useQueryClient();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  const pending = approvals.filter((approval) => approval.status === "pending");
  const unseen = pending.filter((approval) => !seen.has(seenKey(approval)));
  const dangers = pending.filter(({ lints }) => lints.some(({ level }) => level === "danger")).length;

  async function decideAll(decision: "approve" | "reject", reason?: string): Promise<void> {
    setBusy(true);
    setProblem(null);
    setFailed([]);
    try {
      const failures: Failed[] = [];
      await decided.send(pending, async () => {
        const { results } = await call(approvalEndpoints.decideMany, {
          body: {
            decisions: pending.map((approval) => ({
              approvalId: approval.id,
              decision,
              ...asShown(approval),
              decisionId: newId(),
              ...(reason === undefined ? {} : { reason }),
            })),
          },
        });
        return results.flatMap((result) => {
          if (result.ok) {
            rememberApproval(client, result.approval);
            return [result.approval];
          }
          const target = pending.find((one) => one.id === result.approvalId)?.target ?? "one";
          failures.push({ target, message: result.error.message });
          return [];
        });
      });
      setFailed(failures);
      setRejecting(false);
      if (failures.length > 0) void client.invalidateQueries({ queryKey: ["approval"] });
    } catch (error) {
      setProblem(error instanceof ApiError ? error : new Error("unexpected"));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-label={count(approvals.length, "approval")} className="flex flex-col gap-3">
      <Cards
        approvals={approvals}
        inChat={inChat}
        onSeen={(approval) => setSeen((known) => new Set(known).add(seenKey(approval)))}
      />
      {pending.length > 1 ? (
        <div className="flex flex-wrap items-center gap-2 rounded-xl border border-kumo-line bg-kumo-base px-4 py-3">
          <p className="min-w-0 flex-1 basis-56 text-sm text-kumo-subtle" aria-live="polite">
            <span className="block font-medium wrap-anywhere text-kumo-default">
              {requestTitle(pending.map(toRow))}
            </span>
            {unseen.length > 0
              ? `Read all ${pending.length} first: ${unseen.length} not seen yet.`
              : `You’ve seen ${pending.length === 2 ? "both" : `all ${pending.length}`}.`}
            {dangers > 0 ? (
              <span className="block font-medium text-kumo-danger">
                {dangers === 1 ? "One of them is" : `${dangers} of them are`} marked as dangerous.
              </span>
            ) : null}
          </p>
          <Button
            variant={dangers > 0 ? "secondary" : "primary"}
            className="touch"
            disabled={unseen.length > 0 || busy}
            onClick={() => void decideAll("approve")}
          >
            Approve all {pending.length}
            {dangers > 0 ? " anyway" : ""}
          </Button>
          <Button
            className="touch"
            disabled={busy}
            aria-expanded={rejecting}
            onClick={() => setRejecting(!rejecting)}
          >
            Reject all {pending.length}…
          </Button>
          {rejecting ? (
            <div role="group" aria-label="Reason" className="flex w-full flex-wrap gap-2">
              {REJECT_REASONS.map((reason) => (
                <Button
                  key={reason}
                  className="touch"
                  disabled={busy}
                  onClick={() => void decideAll("reject", reason)}
                >
                  {reason}
                </Button>
              ))}
            </div>
          ) : null}
        </div>
      ) : null}
      {problem === null ? null : <ErrorNotice error={problem} />}
      {failed.length > 0 ? (
        <Notice tone="warning" live title={`${count(failed.length, "decision")} did not go through.`}>
          <ul>
            {failed.map((one, index) => (
              <li key={index}>
                {one.target}: {one.message}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </section>
  );
}

/** A card whose effect or latest message changed counts as unseen. */
function seenKey(approval: Approval): string {
  return `${approval.id} ${approval.effectHash} ${approval.sentSince ?? ""}`;
}
