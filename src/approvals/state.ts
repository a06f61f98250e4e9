/**
 * Every allowed transition of an approval and of an effect, and the next step of `advance`. Pure. No code
 * may move a state in another way.
 */
import { msOf } from "../kernel/clock.ts";
import type { ApprovalStatus, EffectStatus } from "./api/approval.ts";
import type { ApprovalRow, EffectRow, OpenEffect } from "./types.ts";

const APPROVAL_MOVES: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  // A transition to itself changes the effects, as when a recipient of a bundle wrote.
  pending: ["pending", "approved", "rejected", "expired", "stale", "withdrawn"],
  approved: ["pending", "executing", "stale"],
  executing: ["done", "failed", "needs_human", "not_done", "stale"],
  needs_human: ["done", "not_done", "failed", "executing"],
  done: [],
  failed: [],
  not_done: [],
  rejected: [],
  expired: [],
  stale: [],
  withdrawn: [],
};

const EFFECT_MOVES: Readonly<Record<EffectStatus, readonly EffectStatus[]>> = {
  planned: ["claimed", "done", "not_done"],
  claimed: ["planned", "done", "failed", "needs_human"],
  needs_human: ["planned", "done", "not_done"],
  done: [],
  failed: [],
  not_done: [],
};

export function canMove(from: ApprovalStatus, to: ApprovalStatus): boolean {
  return APPROVAL_MOVES[from].includes(to);
}

/** States from which an effect may move to `to`. */
export function effectSources(to: EffectStatus): EffectStatus[] {
  return (Object.keys(EFFECT_MOVES) as EffectStatus[]).filter((from) => EFFECT_MOVES[from].includes(to));
}

/** Whether only a person can still change the approval. */
export function isAtRest(status: ApprovalStatus): boolean {
  return status !== "pending" && status !== "approved" && status !== "executing";
}

/** What `advance` does next. */
export type NextStep =
  /** Nothing happens before `untilMs` unless a person acts or the provider reports something. */
  | { readonly do: "wait"; readonly untilMs: number }
  | { readonly do: "remind"; readonly ordinal: number }
  | { readonly do: "move"; readonly to: ApprovalStatus }
  /** The hold is over: execution begins. */
  | { readonly do: "begin" }
  | { readonly do: "attempt"; readonly effect: Extract<OpenEffect, { status: "planned" }> }
  /** The attempt died; find out whether it was applied. */
  | { readonly do: "recover"; readonly effect: Extract<OpenEffect, { status: "claimed" }> }
  /** The conversation has not received this state yet. */
  | { readonly do: "tell" }
  | { readonly do: "rest" };

/** Derives the next step from the stored state. `reminderMinutes` counts from the proposal. Pure. */
export function nextStep(row: ApprovalRow, effects: readonly EffectRow[], context: StepContext): NextStep {
  const { nowMs } = context;
  switch (row.status) {
    case "pending":
      return nextPending(row, context);
    case "approved":
      return nextApproved(row, nowMs);
    case "executing":
      return nextExecuting(effects, nowMs);
    case "needs_human":
      return nextUnknown(row, effects, nowMs);
    case "done":
    case "failed":
    case "not_done":
    case "rejected":
    case "expired":
    case "stale":
    case "withdrawn":
      return nextDelivery(row);
  }
}

interface StepContext {
  readonly nowMs: number;
  readonly reminderMinutes: readonly number[];
}

function nextApproved(row: Extract<ApprovalRow, { status: "approved" }>, nowMs: number): NextStep {
  const startMs = row.executeAfter === null ? 0 : msOf(row.executeAfter);
  return startMs > nowMs ? { do: "wait", untilMs: startMs } : { do: "begin" };
}

/** A person must check an effect. Once they have, the effects determine the next state. */
function nextUnknown(row: ApprovalRow, effects: readonly EffectRow[], nowMs: number): NextStep {
  const next = nextExecuting(effects, nowMs);
  if (next.do === "move" && next.to !== "needs_human") return next;
  if (next.do === "attempt") return { do: "move", to: "executing" };
  return nextDelivery(row);
}

function nextDelivery(row: ApprovalRow): NextStep {
  return row.deliveredStatus === row.status ? { do: "rest" } : { do: "tell" };
}

function nextPending(row: ApprovalRow, { nowMs, reminderMinutes }: StepContext): NextStep {
  const expiresMs = msOf(row.expiresAt);
  if (nowMs >= expiresMs) return { do: "move", to: "expired" };
  const times = reminderMinutes
    .map((minutes) => msOf(row.createdAt) + minutes * 60_000)
    .toSorted((left, right) => left - right);
  const due = times.filter((time) => time <= nowMs).length;
  if (due > row.remindersSent) return { do: "remind", ordinal: due };
  return { do: "wait", untilMs: Math.min(expiresMs, times[due] ?? expiresMs) };
}

/** Effects run in order; the first one that is not done determines the next step. A failure stops the rest. */
function nextExecuting(effects: readonly EffectRow[], nowMs: number): NextStep {
  const effect = effects.find(({ status }) => status !== "done");
  if (effect === undefined) return { do: "move", to: effects.length === 0 ? "failed" : "done" };
  switch (effect.status) {
    case "planned": {
      const fromMs = effect.notBefore === null ? 0 : msOf(effect.notBefore);
      return fromMs > nowMs ? { do: "wait", untilMs: fromMs } : { do: "attempt", effect };
    }
    case "claimed": {
      const deadlineMs = msOf(effect.deadlineAt);
      return deadlineMs > nowMs ? { do: "wait", untilMs: deadlineMs } : { do: "recover", effect };
    }
    case "failed":
      return { do: "move", to: "failed" };
    case "needs_human":
      return { do: "move", to: "needs_human" };
    case "not_done":
      return { do: "move", to: "not_done" };
    case "done":
      return { do: "move", to: "done" };
  }
}
