/** A run: one agent's work from what started it to its stop. Its log, its figures, its limits and its end, whatever keeps them. */
import type { Passage } from "./passages.ts";
import type { Json } from "../../kernel/hash.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { Part } from "../api/message.ts";
import type { Question, StopReason, ToolStep } from "../api/conversation-frames.ts";
import type { Quote } from "../../platform/api/search-items.ts";
import type { TokenUsage } from "../usage/index.ts";

/** Why the model ended a reply. */
export type ModelStop =
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded";

/** A tool call as the model made it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, Json>;
}

/** The journaled answer to a call. `content` is what the model reads. */
export interface CallAnswer {
  readonly status: Exclude<ToolStep["status"], "running">;
  readonly content: string;
  readonly isError: boolean;
  readonly durationMs: number;
  /** Names of tools the call found: the model is handed their definitions in place of `content`. */
  readonly references?: readonly string[];
  /** Words in `content` that a model can cite. */
  readonly passages?: readonly Passage[];
}

/** What a hook decided, for the trace. */
export interface HookRecord {
  readonly hook: string;
  readonly phase: "before" | "after" | "end";
  readonly decision: string;
  readonly rule: string | null;
  readonly durationMs: number;
  /** What the call carries out of the house; left out where nothing. */
  readonly sent?: Sent;
}

/** How much goes to a destination. */
export interface Sent {
  /** A toolset, and of tool servers which one: `web`, `servers crm`. */
  readonly to: string;
  readonly sizeBytes: number;
}

/** The one answer to a tool call, with what it put before people and what the hooks around it decided. */
export interface ToolAnswer extends CallAnswer {
  /** There is no answer yet: the call is made again at this ISO time, and the run waits with it. */
  readonly waitsUntil?: string;
  readonly approvals: readonly Approval[];
  readonly question: Question | null;
  readonly hooks: readonly HookRecord[];
  /** What it quotes that one member alone may read. */
  readonly quotes?: readonly Quote[];
}

/** A row of the journal: one call of the model, answered exactly once. */
export interface CallRow {
  readonly replyId: string;
  readonly position: number;
  readonly call: ToolCall;
  readonly startedAt: string | null;
  /** Null until answered. */
  readonly answer: CallAnswer | null;
}

/** A row of the trace: a model call, a tool call or a hook's decision. */
export interface TraceStep {
  readonly kind: "model" | "tool" | "hook";
  readonly name: string;
  readonly status: string;
  readonly at: string;
  readonly durationMs: number;
  readonly detail: Record<string, unknown>;
}

/** Limits of one run. A limit stops it before its next model call. */
export interface RunLimits {
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly workMs: number;
  readonly costMicroUsd: number;
}

/** Why a run failed. Stored; `explain-failure.ts` has the sentence for each. */
export type RunFailureCode =
  | "internal"
  | "upstream_failed"
  | "not_configured"
  | "invalid_output"
  | "agent_disabled"
  | "not_found"
  | "lost"
  | "restored";

/** Why a run failed, with a message for the people in its conversation. */
export interface RunError {
  readonly code: RunFailureCode;
  readonly message: string;
}

/** Why a run ended without failing. */
export type SettledReason = Exclude<StopReason, "failed">;

/** How a run ended. */
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

/** What a run has used so far. */
export interface RunFigures {
  /** The model it asked last; empty before the first call. */
  readonly model: string;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly usage: TokenUsage;
  /** Its own cost, without that of its sub-runs. */
  readonly costMicroUsd: number;
  /** Calls that another model answered because the agent's own was overloaded. */
  readonly fallbacks: number;
}

/** Figures of a run that has done nothing yet. */
export const NO_FIGURES: RunFigures = {
  model: "",
  modelCalls: 0,
  toolCalls: 0,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costMicroUsd: 0,
  fallbacks: 0,
};

/** A run under way. */
export interface RunState extends RunFigures {
  readonly id: string;
  readonly startedAt: string;
  /** Rises with every start: an attempt that died can write nothing any more. */
  readonly attempt: number;
  /** Who stopped it; null where no one did. */
  readonly stopRequestedBy: string | null;
}

/** Why a message is in a run's log: somebody's words, the model's reply, the answers to its calls, what became of an approval, what is wrong with an output. */
export type MessageKind = "inbound" | "reply" | "results" | "outcome" | "repair";

/** The newest state of a run's log, from which the next step follows. */
export interface RunLog {
  readonly run: RunState;
  /** The newest committed message; null where there is none. */
  readonly last: { readonly kind: MessageKind; readonly stop: ModelStop | null } | null;
  /** Calls of the run's newest reply, in order. */
  readonly calls: readonly CallRow[];
  /** The run's newest reply; null before the first. */
  readonly reply: { readonly stop: ModelStop; readonly parts: readonly Part[] } | null;
  /** Whether a call of the run was answered with a proposal that waits for a person. */
  readonly proposed: boolean;
  /** How often the output was sent back to be corrected. */
  readonly repairs: number;
  /** What its sub-runs cost. */
  readonly delegatedMicroUsd: number;
}

/** A model that was asked instead of the agent's own, which was overloaded. */
export interface Fallback {
  readonly wanted: string;
  readonly used: string;
}

/** A reply of the model, whole or broken off by a stop. */
export interface CommittedReply {
  readonly id: string;
  readonly parts: readonly Part[];
  readonly stop: ModelStop;
  readonly usage: TokenUsage;
  readonly costMicroUsd: number;
  readonly fallback: Fallback | null;
}
