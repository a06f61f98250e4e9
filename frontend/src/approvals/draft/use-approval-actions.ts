/** Actions on an approval, and the messages when one fails. */
import { useEffect, useRef, useState } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import {
  approvalEndpoints,
  type Approval,
  type DecisionBody,
} from "../../../../src/approvals/api/approval.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { approvalQuery, rememberApproval } from "../../api/queries.ts";
import { newId } from "../../api/storage.ts";
import { toastError, toasts } from "../../components/toasts.ts";
import { decided, useDecided } from "../../components/undo/decided.ts";

export type Busy = "approve" | "reject" | "undo" | "stop" | "resolve" | "compensate" | "withdraw";

/** Error codes after which the card on the screen is out of date. */
const MOVED_ON = new Set([
  "already_decided",
  "effect_changed",
  "not_held",
  "conflict",
  "changed",
  "token_spent",
  "not_found",
]);

interface Edited {
  readonly arguments: Approval["arguments"];
  readonly without: number[];
  readonly effectHash: string;
}

/** The minimum time to undo a swipe. */
const SWIPE_HOLD_SECONDS = 5;

export interface ApprovalActions {
  readonly busy: Busy | null;
  readonly problem: unknown;
  /** Whether the shown state results from a decision on this page. */
  readonly decidedHere: boolean;
  clearProblem(): void;
  approve(edited?: Edited): Promise<boolean>;
  /** Every approval is held briefly, in case of a slip. */
  approveBySwipe(): Promise<boolean>;
  reject(reason: string, redraft: boolean): Promise<boolean>;
  undo(): Promise<boolean>;
  stop(): Promise<boolean>;
  resolve(outcome: "done" | "not_done" | "retry"): Promise<boolean>;
  compensate(): Promise<boolean>;
  withdraw(): Promise<boolean>;
}

/** What a decision refers to: the bytes the card showed, and the newest team message it mentioned. */
export function asShown({ effectHash, sentSince }: Approval): Pick<DecisionBody, "effectHash" | "sentSince"> {
  return { effectHash, ...(sentSince ? { sentSince } : {}) };
}

/** Callbacks for a card's decisions. */
interface Told {
  /** One that nothing can refuse for its words was given: the next card need not wait for the server. */
  readonly onGiven?: ((approval: Approval) => void) | undefined;
  /** Called when a decision was accepted. */
  readonly onDecided?: ((approval: Approval) => void) | undefined;
}

export function useApprovalActions(approval: Approval, { onGiven, onDecided }: Told = {}): ApprovalActions {
  const client = useQueryClient();
  const [busy, setBusy] = useState<Busy | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [decidedHere, setDecidedHere] = useState(false);
  const { underWay } = useDecided();
  // The same decision sent again (after a lost answer) carries the same id, so it can never count twice.
  const lastDecision = useRef<{ bytes: string; id: string } | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  async function act(name: Busy, ask: () => Promise<Approval>): Promise<boolean> {
    setBusy(name);
    setProblem(null);
    try {
      rememberApproval(client, await ask());
      return true;
    } catch (error) {
      setProblem(error);
      if (error instanceof ApiError && MOVED_ON.has(error.code)) await askAnew(client, approval.id);
      if (!isShown.current) sayNotDecided(client, approval, error);
      return false;
    } finally {
      setBusy(null);
    }
  }

  function decide(name: Busy, body: Omit<DecisionBody, "decisionId">): Promise<boolean> {
    // Before the page renders it: two quick presses are one decision.
    if (decided.now().underWay.includes(approval.id)) return Promise.resolve(false);
    const bytes = JSON.stringify(body);
    if (lastDecision.current?.bytes !== bytes) lastDecision.current = { bytes, id: newId() };
    const decisionId = lastDecision.current.id;
    const ask = async (): Promise<Approval[]> => {
      const answer = await call(approvalEndpoints.decide, {
        params: { id: approval.id },
        body: { ...body, decisionId },
        // Leaving the page doesn't cancel it.
        keepalive: body.arguments === undefined,
      });
      rememberApproval(client, answer);
      return [answer];
    };
    return act(name, async () => {
      const sending = decided.send([approval], ask);
      if (body.arguments === undefined) onGiven?.(approval);
      const [answer = approval] = await sending;
      // Answered: the same decision once more, as after an undo, is a new one.
      lastDecision.current = null;
      setDecidedHere(true);
      onDecided?.(answer);
      return answer;
    });
  }

  const params = { id: approval.id };
  const asIs = { decision: "approve", ...asShown(approval) } as const;
  return {
    busy: busy ?? (underWay.includes(approval.id) ? "approve" : null),
    problem,
    decidedHere,
    clearProblem: () => setProblem(null),
    approve: (edited) => decide("approve", { ...asIs, ...edited }),
    approveBySwipe: () => decide("approve", { ...asIs, holdSeconds: SWIPE_HOLD_SECONDS }),
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

async function askAnew(client: QueryClient, id: string): Promise<void> {
  const fresh = await call(approvalEndpoints.get, { params: { id } }).catch(() => null);
  if (fresh) rememberApproval(client, fresh);
  else void client.invalidateQueries(approvalQuery(id));
}

/** For a card that has made room for the next one. */
function sayNotDecided(client: QueryClient, approval: Approval, error: unknown): void {
  const known = client.getQueryData<Approval>(approvalQuery(approval.id).queryKey);
  const faster = error instanceof ApiError && error.code === "already_decided";
  if (!faster || !known?.decidedBy) return toastError(error);
  toasts.add({
    title: `${known.decidedBy.name} already ${known.decision === "reject" ? "rejected" : "approved"} this.`,
    description: `${known.title}. Nothing happened twice.`,
  });
}
