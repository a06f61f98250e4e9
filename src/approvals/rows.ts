/** Converts stored rows to one type per status, including rows of earlier releases. Pure. */
import type { OutcomePart } from "../agent/api/message.ts";
import type {
  ApprovalRow,
  ApprovalState,
  Decided,
  EffectRow,
  EffectState,
  Person,
  StoredApproval,
  StoredEffect,
} from "./types.ts";

export function readApproval(stored: StoredApproval): ApprovalRow {
  const {
    status: _status,
    decisionId: _decisionId,
    decision: _decision,
    decidedById: _by,
    decidedByName: _name,
    decidedAt: _at,
    reason: _reason,
    redraft: _redraft,
    staleReason: _stale,
    startsAt: _starts,
    ...facts
  } = stored;
  return { ...facts, ...approvalState(stored) };
}

function approvalState(stored: StoredApproval): ApprovalState {
  const { status, reason, redraft, staleReason, startsAt } = stored;
  switch (status) {
    case "pending":
    case "expired":
      return { status };
    case "withdrawn":
      return { status, reason, ...withdrawalOf(stored) };
    case "rejected":
      return { status, decided: decidedOf(stored), redraft };
    case "approved":
      return { status, decided: decidedOf(stored), executeAfter: startsAt };
    case "stale":
      return { status, decided: staleDecisionOf(stored), staleReason };
    case "executing":
    case "done":
    case "failed":
    case "needs_human":
    case "not_done":
      return { status, ...begunOf(stored) };
  }
}

/** Older rows have no start time; the decision's time is used. */
function begunOf(stored: StoredApproval) {
  const decided = decidedOf(stored);
  return { decided, begunAt: stored.startsAt ?? decided.at };
}

function withdrawalOf({ decidedById, decidedByName, decidedAt }: StoredApproval) {
  const withdrawnBy = decidedById === null ? null : { id: decidedById, name: decidedByName ?? decidedById };
  return { withdrawnBy, withdrawnAt: decidedAt };
}

/** The decision made before the approval went stale; null if there was none. */
function staleDecisionOf(stored: StoredApproval): Decided | null {
  return stored.decidedById === null ? null : decidedOf(stored);
}

function decidedOf({
  decisionId,
  decidedById,
  decidedByName,
  decidedAt,
  reason,
  updatedAt,
}: StoredApproval): Decided {
  const id = decidedById ?? "system:steward";
  return {
    decisionId: decisionId ?? "",
    by: { id, name: decidedByName ?? id },
    at: decidedAt ?? updatedAt,
    reason,
  };
}

export function readEffect(stored: StoredEffect): EffectRow {
  const {
    status: _status,
    attemptId: _attempt,
    claimedAt: _claimed,
    nextAttemptAt: _next,
    providerId: _provider,
    receipt: _receipt,
    problem: _problem,
    ...facts
  } = stored;
  return { ...facts, ...effectState(stored) };
}

function effectState(stored: StoredEffect): EffectState {
  const { status, attemptId, claimedAt, nextAttemptAt, providerId, receipt, problem, updatedAt } = stored;
  switch (status) {
    case "planned":
      return { status, attemptId, claimedAt, notBefore: nextAttemptAt, problem };
    case "claimed":
      // A claim writes all three columns; a row without a deadline counts as expired.
      return {
        status,
        attemptId: attemptId ?? "",
        claimedAt: claimedAt ?? updatedAt,
        deadlineAt: nextAttemptAt ?? updatedAt,
        problem,
      };
    case "done":
      return { status, receipt: receipt ?? { providerId, at: updatedAt, summary: "Done", link: null } };
    case "failed":
    case "needs_human":
    case "not_done":
      return { status, problem };
  }
}

export function decisionOf(row: ApprovalRow): Decided | null {
  return "decided" in row ? row.decided : null;
}

/** Who decided or withdrew it, and when; null if no one did. */
export function settledBy(row: ApprovalRow): { readonly by: Person; readonly at: string | null } | null {
  if (row.status !== "withdrawn") return decisionOf(row);
  return row.withdrawnBy === null ? null : { by: row.withdrawnBy, at: row.withdrawnAt };
}

export function verdictOf(row: ApprovalRow): "approve" | "reject" | null {
  if (decisionOf(row) === null) return null;
  return row.status === "rejected" ? "reject" : "approve";
}

/** The reason that a person gave for a decision or withdrawal. */
export function reasonOf(row: ApprovalRow): string | null {
  if (row.status === "withdrawn") return row.reason;
  return decisionOf(row)?.reason ?? null;
}

export function receiptOf(effect: EffectRow): Extract<EffectRow, { status: "done" }>["receipt"] | null {
  return effect.status === "done" ? effect.receipt : null;
}

export function problemOf(effect: EffectRow): string | null {
  return "problem" in effect ? effect.problem : null;
}

/** The outcome's state; null while the approval is open. */
export function outcomeStateOf({ status }: Pick<ApprovalRow, "status">): OutcomePart["state"] | null {
  return status === "pending" || status === "approved" || status === "executing" ? null : status;
}
