/** Types of runs: one agent's work from its trigger to its end. */
import type { ImageBlockParam } from "@anthropic-ai/sdk/resources/messages";
import type { Passage } from "./passages.ts";
import type { Json } from "../../kernel/hash.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { Part } from "../api/message.ts";
import type { Question, StopReason, ToolStep } from "../api/conversation-frames.ts";
import type { Quote } from "../../platform/api/search-items.ts";
import type { TokenUsage } from "../usage/index.ts";

export type ModelStop =
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded";

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, Json>;
}

/** The stored answer of a call. The model reads `content`. */
export interface CallAnswer {
  readonly status: Exclude<ToolStep["status"], "running">;
  readonly content: string;
  readonly isError: boolean;
  readonly durationMs: number;
  /** Names of the tools found; the model gets their definitions instead of `content`. */
  readonly references?: readonly string[];
  /** Citable passages in `content`. */
  readonly passages?: readonly Passage[];
  /** The number of pictures it showed, which are not stored. */
  readonly pictures?: number;
}

/** A hook's decision, for the trace. */
export interface HookRecord {
  readonly hook: string;
  readonly phase: "before" | "after" | "end";
  readonly decision: string;
  readonly rule: string | null;
  readonly durationMs: number;
  /** What the call sends out of the deployment; missing if nothing. */
  readonly sent?: Sent;
  /** For the audit: a digest of the call's arguments, and the number of rows a list returned. */
  readonly input?: string;
  readonly rows?: number;
}

export interface Sent {
  /** A toolset, for tool servers with its name: `web`, `servers crm`. */
  readonly to: string;
  readonly sizeBytes: number;
}

/** The answer of a tool call, with its proposals and the decisions of the hooks. */
export interface ToolAnswer extends CallAnswer {
  /** Set instead of an answer: the run waits and repeats the call at this ISO time. */
  readonly waitsUntil?: string;
  readonly approvals: readonly Approval[];
  readonly question: Question | null;
  readonly hooks: readonly HookRecord[];
  /** Pictures for the model, in this turn only. */
  readonly images?: readonly ImageBlockParam[];
  /** Quotes that only one member may read. */
  readonly quotes?: readonly Quote[];
}

/** A journal row: a call of the model, answered exactly once. */
export interface CallRow {
  readonly replyId: string;
  readonly position: number;
  readonly call: ToolCall;
  readonly startedAt: string | null;
  /** Null until answered. */
  readonly answer: CallAnswer | null;
}

/** A trace row: a model call, a tool call, or a hook's decision. */
export interface TraceStep {
  readonly kind: "model" | "tool" | "hook";
  readonly name: string;
  readonly status: string;
  readonly at: string;
  readonly durationMs: number;
  readonly detail: Record<string, unknown>;
}

/** A limit stops the run before its next model call. */
export interface RunLimits {
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly workMs: number;
  readonly costMicroUsd: number;
}

/** Stored in `error_code`; `explain-failure.ts` has a sentence for each. */
export type RunFailureCode =
  | "internal"
  | "upstream_failed"
  | "not_configured"
  | "invalid_output"
  | "agent_disabled"
  | "not_found"
  | "lost"
  | "restored";

/** A failure, with a message for the people in its conversation. */
export interface RunError {
  readonly code: RunFailureCode;
  readonly message: string;
}

export type SettledReason = Exclude<StopReason, "failed">;

export type RunEnd =
  | { readonly reason: "failed"; readonly error: RunError }
  | {
      readonly reason: "end_turn";
      readonly error: null;
      /** The answer of an agent with an output schema, as parsed by that schema. */
      readonly output?: Json;
    }
  | {
      readonly reason: "rate_limited";
      readonly error: null;
      /** ISO time at which the run resumes automatically; left out where it is unknown. */
      readonly resumesAt?: string;
    }
  | { readonly reason: Exclude<SettledReason, "end_turn" | "rate_limited">; readonly error: null };

/** A run's usage so far. */
export interface RunFigures {
  /** The last model called; empty before the first call. */
  readonly model: string;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly usage: TokenUsage;
  /** Its own cost, without that of its sub-runs. */
  readonly costMicroUsd: number;
  /** Calls answered by another model, because the agent's own was overloaded. */
  readonly fallbacks: number;
}

export const NO_FIGURES: RunFigures = {
  model: "",
  modelCalls: 0,
  toolCalls: 0,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costMicroUsd: 0,
  fallbacks: 0,
};

export interface RunState extends RunFigures {
  readonly id: string;
  readonly startedAt: string;
  /** Incremented with every start; an earlier attempt can no longer write. */
  readonly attempt: number;
  /** Who stopped it; null if no one did. */
  readonly stopRequestedBy: string | null;
}

/**
 * The role of a message in a run's log: inbound, the model's reply, results of calls, an approval's
 * outcome, or a correction request.
 */
export type MessageKind = "inbound" | "reply" | "results" | "outcome" | "repair";

/** The current state of a run's log, from which the next step is derived. */
export interface RunLog {
  readonly run: RunState;
  /** The newest committed message; null if there is none. */
  readonly last: { readonly kind: MessageKind; readonly stop: ModelStop | null } | null;
  /** Calls of the newest reply, in order. */
  readonly calls: readonly CallRow[];
  /** The newest reply; null before the first. */
  readonly reply: { readonly stop: ModelStop; readonly parts: readonly Part[] } | null;
  /** A person's decision or answer, if any call of the run asked for one. */
  readonly waitsFor: "waiting_approval" | "waiting_answer" | null;
  /** How often the output was sent back for correction. */
  readonly repairs: number;
  /** The cost of its sub-runs. */
  readonly delegatedMicroUsd: number;
}

/** The model called instead of the agent's own, which was overloaded. */
export interface Fallback {
  readonly wanted: string;
  readonly used: string;
}

/** A reply of the model, complete or cut by a stop. */
export interface CommittedReply {
  readonly id: string;
  readonly parts: readonly Part[];
  readonly stop: ModelStop;
  readonly usage: TokenUsage;
  readonly costMicroUsd: number;
  readonly fallback: Fallback | null;
}
