/** What the agent loop needs of the world: a model, tools, admission. Each is given by `src/app/turn.ts`. */
import type { MessageParam, TextBlockParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import type { Json } from "../kernel/hash.ts";
import type { Approval } from "../protocol/approval.ts";
import type { Author } from "../protocol/message.ts";
import type { Admission, AdmitModelStep } from "../protocol/objects.ts";
import type { Question, ToolStep } from "../protocol/socket.ts";

/** One request to the model, complete: the bytes sent are a function of this alone. */
export interface ModelRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly system: readonly TextBlockParam[];
  readonly tools: readonly Tool[];
  readonly messages: readonly MessageParam[];
  readonly thinking: boolean;
}

/** Token counts as Anthropic reports them. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

/** What streams out of a model call. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  /** A failed try that will be made again in `delayMs`; text of the failed try is void. */
  | {
      readonly type: "retrying";
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: "busy" | "cut" | "error";
    };

/** The whole reply; `content` is kept and sent back unmodified. */
export interface ModelReply {
  readonly content: readonly Record<string, Json>[];
  readonly stopReason:
    | "end_turn"
    | "max_tokens"
    | "stop_sequence"
    | "tool_use"
    | "pause_turn"
    | "refusal"
    | "model_context_window_exceeded";
  readonly usage: ModelUsage;
  readonly requestId: string | null;
}

/** Calls the model, retrying what may be retried. Throws IntegrationError when it gives up, AbortError when stopped. */
export type CallModel = (
  request: ModelRequest,
  options: {
    readonly signal: AbortSignal;
    readonly onEvent: (event: ModelEvent) => void;
    /** Asked right before each further try; where it says no, the call gives up with the failure it had. */
    readonly admitRetry: () => Promise<boolean>;
  },
) => Promise<ModelReply>;

/** A tool call as the model made it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, Json>;
}

/** Where a tool call happens. */
export interface TurnScope {
  readonly tenantId: string;
  readonly timeZone: string;
  readonly conversationId: string;
  readonly conversationTitle: string;
  readonly turnId: string;
  readonly runId: string;
  readonly agent: string;
  /** The person or contact whose message started the turn; `system:steward` for background runs. */
  readonly speaker: Author;
  /** The first message of the turn. */
  readonly messageId?: string;
  /**
   * Whether text from outside the team is in the conversation: a contact's words, or what a look-up brought. False alone means that there is
   * none.
   */
  readonly outside?: boolean;
  /** The newest messages as plain text, newest last: evidence and origin badges are matched against these. */
  readonly recentTexts: readonly {
    readonly who: Author["kind"];
    readonly name: string;
    readonly text: string;
    readonly at: string;
    readonly messageId: string;
  }[];
}

/** What a hook decided, for the trace. */
export interface HookRecord {
  readonly hook: string;
  readonly phase: "before" | "after" | "end";
  readonly decision: string;
  readonly rule: string | null;
  readonly durationMs: number;
}

/** The one answer to a tool call. `content` is what the model reads. */
export interface ToolAnswer {
  readonly status: Exclude<ToolStep["status"], "running">;
  readonly content: string;
  readonly isError: boolean;
  readonly approvals: readonly Approval[];
  readonly question: Question | null;
  /** Names of tools the call found: the model is handed their definitions. */
  readonly references?: readonly string[];
  readonly hooks: readonly HookRecord[];
  readonly durationMs: number;
}

/** Executes one tool call through the gate. Safe to repeat with the same call after a crash: what it proposes has derived ids. */
export type RunTool = (call: ToolCall, scope: TurnScope) => Promise<ToolAnswer>;

/** A line for people about a call before it runs, e.g. "Looking up Maria Lopez". */
export type SummarizeCall = (call: ToolCall) => string;

/** Whether a call only reads, so that it may run beside others. */
export type IsRead = (name: string) => boolean;

/** Whether a call brings text into the conversation that nobody of the team wrote. */
export type BringsOutsideText = (name: string) => boolean;

/** Admission of spending and calls. */
export interface AdmissionPort {
  admitModelStep(step: AdmitModelStep): Promise<Admission>;
  settle(reservationId: string, costMicroUsd: number): Promise<void>;
  admitToolCall(toolCallId: string): Promise<Admission>;
}
