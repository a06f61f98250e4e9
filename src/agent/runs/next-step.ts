/**
 * Derives a run's next step from its committed log only, so that an interrupted run continues where its log
 * ends. Pure.
 */
import type { CallRow, ModelStop, RunLimits, RunLog, SettledReason } from "./types.ts";

export type NextStep =
  | { readonly kind: "call_model" }
  /** Calls of the newest reply without an answer. */
  | { readonly kind: "run_tools"; readonly calls: readonly CallRow[] }
  /** Calls that will not be made; they get this answer, so that the history stays valid. */
  | { readonly kind: "refuse_tools"; readonly calls: readonly CallRow[]; readonly answer: string }
  /** All calls are answered; their results become one message. */
  | { readonly kind: "commit_results"; readonly calls: readonly CallRow[] }
  | { readonly kind: "finish"; readonly reason: SettledReason };

const finish = (reason: SettledReason): NextStep => ({ kind: "finish", reason });

/** The limit a run has reached, or null. */
function limitReached(
  { run, delegatedMicroUsd }: RunLog,
  limits: RunLimits,
  nowMs: number,
): SettledReason | null {
  if (run.modelCalls >= limits.modelCalls) return "limit_model_calls";
  if (run.toolCalls >= limits.toolCalls) return "limit_tool_calls";
  if (nowMs - Date.parse(run.startedAt) >= limits.workMs) return "limit_time";
  if (run.costMicroUsd + delegatedMicroUsd >= limits.costMicroUsd) return "limit_cost";
  return null;
}

/** Inputs besides the log. */
export interface StepContext {
  readonly limits: RunLimits;
  readonly nowMs: number;
  /** Whether the model must read a call's answer before the run may end for a proposal. */
  readonly isAskedFor: (row: CallRow) => boolean;
  /** Whether words beside calls whose answers need no reading end the run. */
  readonly endsOnWords: boolean;
}

/** Whether the next step depends on the limits. It doesn't after a final reply without calls. Pure. */
export function dependsOnLimits({ last, calls }: Pick<RunLog, "last" | "calls">): boolean {
  if (last?.kind !== "reply") return last !== null;
  return last.stop === "pause_turn" || calls.length > 0;
}

/** Pure. */
export function nextStep(log: RunLog, context: StepContext): NextStep {
  const { run, last } = log;
  if (last === null) return finish("end_turn");
  if (last.kind === "reply") return afterReply(log, last.stop ?? "end_turn", context.limits);
  const limit = limitReached(log, context.limits, context.nowMs);
  const stop = run.stopRequestedBy === null ? limit : "stopped_by_user";
  const pause = last.kind === "results" ? afterResults(log, context, stop) : null;
  if (pause !== null) return finish(pause);
  return stop === null ? { kind: "call_model" } : finish(stop);
}

/**
 * Why a run ends after these answers; null if it doesn't. Before it pauses, the model reads what its words beside the
 * calls couldn't know: with a proposal, look-ups and what another agent proposed; with a question, what failed. It reads
 * look-ups beside a question with the answer.
 */
function afterResults(
  { calls, reply, waitsFor }: RunLog,
  context: StepContext,
  stop: SettledReason | null,
): SettledReason | null {
  const pause = waitedFor(calls.map(({ answer }) => answer?.status));
  const isAsking = calls.some(({ answer }) => answer?.status === "asked");
  const isUnread = isAsking ? (row: CallRow) => row.answer?.isError === true : context.isAskedFor;
  // What earlier calls of the run proposed outranks a question.
  if (pause !== null && (stop !== null || !calls.some(isUnread))) return waitsFor ?? pause;
  if (reply === null) return null;
  const isSaid = pause === null && context.endsOnWords && isAnswer(reply) && !calls.some(context.isAskedFor);
  return brokenOffReason(reply.stop) ?? (isSaid ? "end_turn" : null);
}

/** Words that lead up to more: “I'll check the calendar.”, “Now the text to Maria:”. A needless hit costs one request. */
const LEADS_ON =
  /(?::|…|\.\.\.)\s*$|\blet me\b|\bi(?:['’]ll| will)(?: \w+){0,2} (?:check|look|find|read|search|draft|write)\b/iu;

/** Whether a reply has words that a turn can end with. */
function isAnswer({ parts }: NonNullable<RunLog["reply"]>): boolean {
  const words = parts.flatMap((part) =>
    part.type === "text" && "text" in part ? [String(part["text"])] : [],
  );
  return words.some((text) => text.trim() !== "") && !LEADS_ON.test(words.join("\n"));
}

/** What calls with these statuses make a run wait for. */
export function waitedFor(statuses: readonly (string | null | undefined)[]): RunLog["waitsFor"] {
  if (statuses.includes("awaiting_approval")) return "waiting_approval";
  return statuses.includes("asked") ? "waiting_answer" : null;
}

function afterReply({ run, calls, waitsFor }: RunLog, stop: ModelStop, limits: RunLimits): NextStep {
  const open = calls.filter((row) => row.answer === null);
  if (open.length > 0) {
    if (run.stopRequestedBy !== null) {
      return {
        kind: "refuse_tools",
        calls: open,
        answer: `${run.stopRequestedBy} stopped you before this ran.`,
      };
    }
    if (brokenOffReason(stop) !== null) {
      return {
        kind: "refuse_tools",
        calls: open,
        answer: "Not run: the reply broke off before it was complete.",
      };
    }
    const room = limits.toolCalls - run.toolCalls;
    if (room <= 0) {
      return { kind: "refuse_tools", calls: open, answer: "Not run: this turn has used up its tool calls." };
    }
    return { kind: "run_tools", calls: open.slice(0, room) };
  }
  if (calls.length > 0) return { kind: "commit_results", calls };
  if (run.stopRequestedBy !== null) return finish("stopped_by_user");
  if (stop === "pause_turn") return { kind: "call_model" };
  return finish(brokenOffReason(stop) ?? waitsFor ?? "end_turn");
}

/** Why a run ends after an incomplete reply; null for a complete one. */
function brokenOffReason(stop: ModelStop): SettledReason | null {
  if (stop === "max_tokens" || stop === "refusal") return stop;
  return stop === "model_context_window_exceeded" ? "context_full" : null;
}
