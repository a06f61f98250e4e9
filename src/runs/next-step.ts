/**
 * What a run does next, decided from its committed log and nothing else, so that a run that died anywhere goes on where its log ends. Pure.
 */
import type { StopReason } from "../protocol/socket.ts";
import type { CallRow, ModelStop, RunLimits, RunLog, RunState } from "./types.ts";

/** What a run does next. */
export type NextStep =
  | { readonly kind: "call_model" }
  /** These calls of the newest reply have no answer yet. */
  | { readonly kind: "run_tools"; readonly calls: readonly CallRow[] }
  /** These calls will not be made; they get this answer so that the history stays valid. */
  | { readonly kind: "refuse_tools"; readonly calls: readonly CallRow[]; readonly answer: string }
  /** All calls are answered: the answers become one message. */
  | { readonly kind: "commit_results"; readonly calls: readonly CallRow[] }
  | { readonly kind: "finish"; readonly reason: StopReason };

const finish = (reason: StopReason): NextStep => ({ kind: "finish", reason });

/** The limit a run has reached, or null. */
function limitReached(
  { run, delegatedMicroUsd }: RunLog,
  limits: RunLimits,
  nowMs: number,
): StopReason | null {
  if (run.modelCalls >= limits.modelCalls) return "limit_model_calls";
  if (run.toolCalls >= limits.toolCalls) return "limit_tool_calls";
  if (nowMs - Date.parse(run.startedAt) >= limits.workMs) return "limit_time";
  if (run.costMicroUsd + delegatedMicroUsd >= limits.costMicroUsd) return "limit_cost";
  return null;
}

/** The next step of a run. Pure. */
export function nextStep(log: RunLog, limits: RunLimits, nowMs: number): NextStep {
  const { run, last, calls, reply } = log;
  if (last === null) return finish("end_turn");
  if (last.kind === "reply") return afterReply(run, last.stop ?? "end_turn", calls, limits);
  if (last.kind === "results") {
    if (calls.some((row) => row.answer?.status === "awaiting_approval")) return finish("waiting_approval");
    if (calls.some((row) => row.answer?.status === "asked")) return finish("waiting_answer");
    const brokenOff = reply === null ? null : brokenOffReason(reply.stop);
    if (brokenOff !== null) return finish(brokenOff);
  }
  if (run.stopRequestedBy !== null) return finish("stopped_by_user");
  const limit = limitReached(log, limits, nowMs);
  return limit === null ? { kind: "call_model" } : finish(limit);
}

function afterReply(run: RunState, stop: ModelStop, calls: readonly CallRow[], limits: RunLimits): NextStep {
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
  return stop === "pause_turn" ? { kind: "call_model" } : finish(brokenOffReason(stop) ?? "end_turn");
}

/** Why a run ends at a reply that broke off before it was complete; null for a complete one. */
function brokenOffReason(stop: ModelStop): StopReason | null {
  if (stop === "max_tokens" || stop === "refusal") return stop;
  return stop === "model_context_window_exceeded" ? "context_full" : null;
}
