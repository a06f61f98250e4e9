/** What a person can do with an approval, and what is said when it does not go through. */
import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { approvalEndpoints, type Approval, type DecisionBody } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { approvalQuery, rememberApproval } from "../../api/queries.ts";
import { newId } from "../../api/storage.ts";

export type Busy = "approve" | "reject" | "undo" | "stop" | "resolve" | "compensate" | "withdraw";

/** Codes after which the card on the screen is no longer the truth. */
const MOVED_ON = new Set([
  "already_decided",
  "effect_changed",
  "not_held",
  "conflict",
  "changed",
  "token_spent",
  "not_found",
]);

export interface ApprovalActions {
  readonly busy: Busy | null;
  readonly problem: unknown;
  /** Whether a decision of this page stands behind what the card shows. */
  readonly decidedHere: boolean;
  clearProblem(): void;
  approve(edited?: {
    arguments: Approval["arguments"];
    without: number[];
    effectHash: string;
  }): Promise<boolean>;
  reject(reason: string, redraft: boolean): Promise<boolean>;
  undo(): Promise<boolean>;
  stop(): Promise<boolean>;
  resolve(outcome: "done" | "not_done" | "retry"): Promise<boolean>;
  compensate(): Promise<boolean>;
  withdraw(): Promise<boolean>;
}

/** What an approval names of its card: the bytes it showed, and the newest message of the team's it told of. */
export function asShown({ effectHash, sentSince }: Approval): Pick<DecisionBody, "effectHash" | "sentSince"> {
  return { effectHash, ...(sentSince ? { sentSince } : {}) };
}

/** `onDecided` is called for each decision of this card that went through. */
export function useApprovalActions(
  approval: Approval,
  onDecided?: (approval: Approval) => void,
): ApprovalActions {
  const client = useQueryClient();
  const [busy, setBusy] = useState<Busy | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [decidedHere, setDecidedHere] = useState(false);
  // The same decision sent again (after a lost answer) carries the same id, so it can never count twice.
  const lastDecision = useRef<{ bytes: string; id: string } | null>(null);

  async function act(name: Busy, ask: () => Promise<Approval>): Promise<boolean> {
    setBusy(name);
    setProblem(null);
    try {
      rememberApproval(client, await ask());
      return true;
    } catch (error) {
      setProblem(error);
      if (error instanceof ApiError && MOVED_ON.has(error.code)) {
        const fresh = await call(approvalEndpoints.get, { params: { id: approval.id } }).catch(() => null);
        if (fresh) rememberApproval(client, fresh);
        else void client.invalidateQueries(approvalQuery(approval.id));
      }
      return false;
    } finally {
      setBusy(null);
    }
  }

  function decide(name: Busy, body: Omit<DecisionBody, "decisionId">): Promise<boolean> {
    const bytes = JSON.stringify(body);
    if (lastDecision.current?.bytes !== bytes) lastDecision.current = { bytes, id: newId() };
    const decisionId = lastDecision.current.id;
    return act(name, async () => {
      const decided = await call(approvalEndpoints.decide, {
        params: { id: approval.id },
        body: { ...body, decisionId },
      });
      // Answered: the same decision once more, as after an undo, is a new one.
      lastDecision.current = null;
      setDecidedHere(true);
      onDecided?.(decided);
      return decided;
    });
  }

  const params = { id: approval.id };
  return {
    busy,
    problem,
    decidedHere,
    clearProblem: () => setProblem(null),
    approve: (edited) => decide("approve", { decision: "approve", ...asShown(approval), ...edited }),
    reject: (reason, redraft) =>
      decide("reject", { decision: "reject", effectHash: approval.effectHash, reason, redraft }),
    stop: () => act("stop", () => call(approvalEndpoints.stop, { params })),
    undo: () => act("undo", () => call(approvalEndpoints.undo, { params })),
    resolve: (outcome) =>
      act("resolve", () => call(approvalEndpoints.resolve, { params, body: { outcome } })),
    compensate: () => act("compensate", () => call(approvalEndpoints.compensate, { params })),
    withdraw: () => act("withdraw", () => call(approvalEndpoints.withdraw, { params })),
  };
}
