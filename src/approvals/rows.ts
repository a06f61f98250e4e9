/** Rows read as what their status says they are. Pure; rows of earlier releases are read too. */
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

/** An approval in the state it is in. */
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

/** Rows of before hold no beginning. */
function begunOf(stored: StoredApproval) {
  const decided = decidedOf(stored);
  return { decided, begunAt: stored.startsAt ?? decided.at };
}

function withdrawalOf({ decidedById, decidedByName, decidedAt }: StoredApproval) {
  const withdrawnBy = decidedById === null ? null : { id: decidedById, name: decidedByName ?? decidedById };
  return { withdrawnBy, withdrawnAt: decidedAt };
}

/** A decision that came before the approval went stale; null where none did. */
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

/** An effect in the state it is in. */
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
      // A claim writes all three; one without its deadline is over.
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

/** Who decided; null where no one has. */
export function decisionOf(row: ApprovalRow): Decided | null {
  return "decided" in row ? row.decided : null;
}

/** Who brought it to where it is: decided, or withdrew it; null where no one did. */
export function settledBy(row: ApprovalRow): { readonly by: Person; readonly at: string | null } | null {
  if (row.status !== "withdrawn") return decisionOf(row);
  return row.withdrawnBy === null ? null : { by: row.withdrawnBy, at: row.withdrawnAt };
}

/** What was decided; null where nothing was. */
export function verdictOf(row: ApprovalRow): "approve" | "reject" | null {
  if (decisionOf(row) === null) return null;
  return row.status === "rejected" ? "reject" : "approve";
}

/** Why it came to where it is, in somebody's words. */
export function reasonOf(row: ApprovalRow): string | null {
  if (row.status === "withdrawn") return row.reason;
  return decisionOf(row)?.reason ?? null;
}

/** The receipt of a done effect; null for any other. */
export function receiptOf(effect: EffectRow): Extract<EffectRow, { status: "done" }>["receipt"] | null {
  return effect.status === "done" ? effect.receipt : null;
}

/** What went wrong with an effect; null where nothing did. */
export function problemOf(effect: EffectRow): string | null {
  return "problem" in effect ? effect.problem : null;
}

/** The state of an outcome, where an approval has come to one. */
export function outcomeStateOf({ status }: Pick<ApprovalRow, "status">): OutcomePart["state"] | null {
  return status === "pending" || status === "approved" || status === "executing" ? null : status;
}
