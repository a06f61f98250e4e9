/** What a conversation's object keeps: messages, turns, the journal of tool calls, the trace. Rows as the code sees them. */
import type { Json } from "../kernel/hash.ts";
import type { Conversation, ConversationStatus } from "../protocol/conversation.ts";
import type { Author, Part } from "../protocol/message.ts";
import type { ConversationIdentity } from "../protocol/objects.ts";
import type { Question, StopReason, ToolStep } from "../protocol/socket.ts";
import type { TokenUsage } from "../usage/index.ts";

/** Why a message is in the log: somebody's words, the model's reply, the answers to its calls, or what became of an approval. */
export type MessageKind = "inbound" | "reply" | "results" | "outcome";

/** Why the model ended a reply. */
export type ModelStop =
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded";

/** One message of the log. `parts` are the bytes as received or sent; they never change once committed. */
export interface LogMessage {
  readonly seq: number;
  readonly id: string;
  readonly kind: MessageKind;
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
  readonly author: Author;
  readonly createdAt: string;
  /** Empty for an outcome that starts no turn. */
  readonly turnId: string;
  /** Waits behind a running turn: not yet part of the history. */
  readonly queued: boolean;
  /** The `<context>` tail stored with the message that starts a turn. */
  readonly context: string | null;
  /** Replies only. */
  readonly modelStop: ModelStop | null;
}

/** A message before the log gives it a place. */
export type NewMessage = Omit<LogMessage, "seq">;

/** One turn: a trigger and all that follows until the agent stops. Also the run's figures. */
export interface Turn {
  readonly id: string;
  readonly kind: "message" | "outcome";
  readonly status: "queued" | "running" | "finished" | "failed";
  readonly speaker: Author;
  /** Rises with every start: a dead attempt can write nothing any more, and its streamed text is void. */
  readonly attempt: number;
  /** Attempts in a row that committed nothing. */
  readonly stalls: number;
  /** Messages and answers committed when the attempt started. */
  readonly progress: number;
  readonly stopRequestedBy: string | null;
  /** A queued turn does not start before (milliseconds). */
  readonly notBefore: number;
  /** Since when words in it that nobody of the team said wait for the agent without a person having been told (milliseconds); null where none do. */
  readonly unreadSinceMs: number | null;
  readonly model: string;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly usage: TokenUsage;
  readonly costMicroUsd: number;
  /** Reserve of the model call under way: what a dead attempt may have cost. */
  readonly openReserveMicroUsd: number;
  readonly stopReason: StopReason | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly queuedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** A row of the journal: one call of the model, answered exactly once. */
export interface CallRow {
  readonly replyId: string;
  readonly position: number;
  readonly call: JournaledCall;
  readonly startedAt: string | null;
  /** Null until answered. */
  readonly answer: CallAnswer | null;
}

/** A tool call as the model made it. */
export interface JournaledCall {
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
}

/** The newest state of a turn's log, from which the next step follows. */
export interface TurnLog {
  readonly turn: Turn;
  /** The newest committed message. */
  readonly last: LogMessage | null;
  /** Calls of the turn's newest reply, in order. */
  readonly calls: readonly CallRow[];
  /** Why the turn's newest reply ended; null before the first. */
  readonly replyStop: ModelStop | null;
}

/** Limits of one turn. */
export interface TurnLimits {
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly workMs: number;
  readonly costMicroUsd: number;
}

/** How a turn ended. */
export interface TurnEnd {
  readonly reason: StopReason;
  readonly error: { readonly code: string; readonly message: string } | null;
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

/** A conversation's status as it is kept; `held_back` is `idle` on the wire, with a word of it beside. */
export type StoredStatus = ConversationStatus | "held_back";

/** The conversation's own row. */
export interface ConversationRow {
  readonly identity: ConversationIdentity;
  readonly title: string;
  /** False while the title is only a placeholder. */
  readonly titled: boolean;
  readonly status: StoredStatus;
  readonly unread: boolean;
  readonly preview: string;
  readonly costMicroUsd: number;
  readonly lastStop: Conversation["lastStop"] | null;
  readonly question: Question | null;
  readonly createdAt: string;
  readonly lastMessageAt: string;
  readonly deletedAt: string | null;
  /** Counts changes; the directory never takes a lower one over a higher one. */
  readonly version: number;
}

/** A summary that stands for all messages up to `throughSeq`. The originals stay. */
export interface Compaction {
  readonly throughSeq: number;
  readonly summary: string;
  readonly createdAt: string;
}

/** What the prompt says about the tenant, frozen so that its bytes do not change between compactions. */
export interface Epoch {
  readonly text: string;
  /** What the team has its agents told, by agent; missing where the built-in instructions hold. */
  readonly instructions?: Readonly<Record<string, string>>;
  /** The version of MEMORY.md in the text; null where there was none. Missing in epochs from before it was kept. */
  readonly memoryEtag?: string | null;
  /** What the workspace had to say beside the text when it was read: for the first message alone. */
  readonly news?: string;
  readonly timeZone: string;
  readonly limits: TurnLimits;
  readonly loadedAt: string;
}
