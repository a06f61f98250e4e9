/**
 * Ports of a run: model, tools, admission. Composed by `src/agent/open.ts` and `src/agent/open-turn.ts`.
 */
import type { MessageParam, TextBlockParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import type { PromptSnapshot } from "./conversations/index.ts";
import type { Json } from "../kernel/hash.ts";
import type { Author } from "./api/message.ts";
import type { Admission, AdmitModelStep, CountedAs, StepAdmission } from "./api/objects.ts";
import type { ModelStop, ToolAnswer, ToolCall } from "./runs/index.ts";
import type { TokenUsage } from "./usage/index.ts";
import type { JsonSchema } from "./output.ts";
import type { ModelWeb } from "./web-access.ts";
import type { RecentText } from "../approvals/types.ts";
import type { Question } from "./api/conversation-frames.ts";

export type { HookRecord, Sent, ToolAnswer, ToolCall } from "./runs/index.ts";

/** A complete model request; the bytes sent depend on nothing else. */
export interface ModelRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly system: readonly TextBlockParam[];
  readonly tools: readonly Tool[];
  readonly messages: readonly MessageParam[];
  readonly thinking: boolean;
  /** Schema of the answer; null for free text. */
  readonly outputSchema: JsonSchema | null;
  /** The model's own web access; none if missing or null. */
  readonly web?: ModelWeb | null;
}

/** An event while a model call streams. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  /** The service is working but has sent no text yet. */
  | { readonly type: "alive" }
  /** A try failed and is repeated after `delayMs`; its streamed text is discarded. */
  | {
      readonly type: "retrying";
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: "busy" | "cut" | "error";
    };

/** The whole reply. `content` is stored and sent back unmodified. */
export interface ModelReply {
  readonly content: readonly Record<string, Json>[];
  readonly stopReason: ModelStop;
  readonly usage: TokenUsage;
  readonly webSearches?: number;
  readonly requestId: string | null;
}

/**
 * Calls the model with retries. Throws IntegrationError when it gives up (status 429 or 529 if overloaded),
 * AbortError when stopped.
 */
export type CallModel = (
  request: ModelRequest,
  options: {
    readonly signal: AbortSignal;
    readonly onEvent: (event: ModelEvent) => void;
    /** Asked before each retry; on false, the call fails with the last error. */
    readonly admitRetry: () => Promise<boolean>;
  },
) => Promise<ModelReply>;

/** A result too long for one answer. */
export interface DigestAsked {
  /** What the agent wants to know. */
  readonly question: string;
  /** The look-up that found it, for people. */
  readonly lookUp: string;
  readonly items: readonly Json[];
}

/** One item's line of a digest; `item` counts from 1. */
export interface DigestLine {
  readonly item: number;
  readonly id?: string;
  readonly link?: string;
  readonly says: string;
}

/**
 * Shortens a result with the cheap model. Null if there is no digest: the model failed, the budget is spent,
 * or none of its lines holds. Never throws.
 */
export type Digest = (asked: DigestAsked) => Promise<readonly DigestLine[] | null>;

/** The context of a tool call. */
export interface TurnScope {
  readonly tenantId: string;
  readonly timeZone: string;
  readonly conversationId: string;
  readonly conversationTitle: string;
  readonly runId: string;
  /** The turn whose proposals are decided together, if it isn't the run itself. */
  readonly turnId?: string;
  readonly agent: string;
  /** The author of the message that started the turn; `system:steward` for background runs. */
  readonly speaker: Author;
  /** The first message of the turn. */
  readonly messageId?: string;
  /**
   * Whether the conversation contains outside text: a contact's words or a look-up's result. Missing counts
   * as true.
   */
  readonly outside?: boolean;
  /** Whether that is more than names and facts of contacts. Missing counts as true. */
  readonly outsideWords?: boolean;
  /** Whether a look-up may have returned data about people other than the recipient. Missing counts as true. */
  readonly readOfOthers?: boolean;
  /**
   * The same without text of servers and public sites: whether a look-up could return the words of people the
   * team deals with. Missing counts as true.
   */
  readonly readOfPeople?: boolean;
  /** What the conversation has read; missing where that isn't known. */
  readonly heard?: () => Heard;
  /**
   * The outside words that a text of the agent repeats, in a conversation among members: null for none, undefined where
   * that can't be known.
   */
  readonly repeats?: (text: string) => { readonly source: string; readonly words: string } | null | undefined;
  /** Whether calls skip the hourly limit because something urgent is waiting. */
  readonly urgent?: boolean;
  /**
   * Delegates a task and waits until it is done or must wait; its answer becomes the call's. Missing where
   * delegation isn't allowed.
   */
  readonly delegate?: (task: HandedTask) => Promise<void>;
  /** Whether the run may only read and draft. */
  readonly readOnly?: boolean;
  /** Earlier calls of a tool in this run, or of all tools for null. Missing where no limit applies. */
  readonly usedBefore?: (tool: string | null, callId: string) => number;
  /**
   * Earlier calls of this run and of the runs that delegated to it, without refused ones. Missing where there
   * are none.
   */
  readonly callsBefore?: (callId: string) => readonly ToolCall[];
  /** Shortens long results; missing where they are only cut. */
  readonly digest?: Digest;
  /** Names of the tools that `find_tools` can add; none if missing. */
  readonly findable?: readonly string[];
  /** The newest messages as plain text, newest last; matched for evidence and origin badges. */
  readonly recentTexts: readonly RecentText[];
  /** The agent's question that the newest message of a member answers. */
  readonly answers?: Pick<Question, "question" | "options">;
}

/** The source of options that the agent has offered: who chooses one has not said it in their own words. */
export const OFFERED_OPTION = "an option that was offered";
/** How the sources of what was looked up begin. */
export const LOOK_UP = "a look-up";

/** What a conversation has read and still holds, newest first. A summary or a fork may rest on more. */

export interface Heard {
  /**
   * Outside text, and whose it is or where it was looked up. `theirs`: without the team's own words in it;
   * `domain`: of the address it came from; `isPicture`: a picture was seen, whose words aren't known; `isOurs`: of a task
   * or sheet of the team's, which is no outsider's to a member who asked for it.
   */
  readonly words: readonly {
    readonly source: string;
    readonly words: string;
    readonly theirs?: string;
    readonly domain?: string;
    readonly isPicture?: true;
    readonly isOurs?: true;
  }[];
  /** Names of contacts, and all values of their cards. */
  readonly records: { readonly names: readonly string[]; readonly values: readonly string[] };
}

export interface HandedTask {
  readonly agent: string;
  readonly task: string;
  /** Background for the task. */
  readonly context?: string | undefined;
  /** Findings to hand on, by link or ID; by default all of the turn's. */
  readonly context_ids?: readonly string[] | undefined;
  /** Whether the other agent may only read and draft. */
  readonly readOnly?: boolean | undefined;
}

/** Executes a tool call through the gate. Safe to repeat after a crash, because proposals have derived IDs. */
export type RunTool = (call: ToolCall, scope: TurnScope) => Promise<ToolAnswer>;

/** An agent's tools under a snapshot, in fixed order and with stable bytes. Tools to be found carry `defer_loading`. */
export type ToolsOf = (agent: string, snapshot: PromptSnapshot) => readonly Tool[];

/** The title of a tool's toolset, by which the model names what it reaches. */
export type ReachOf = (tool: string) => string;

/** Describes a call for people before it runs, such as “Looking up Maria Lopez”. */
export type SummarizeCall = (call: ToolCall) => string;

/** Whether a tool only reads, so that its calls may run in parallel. */
export type IsRead = (name: string) => boolean;

/** Whether a tool returns text that no member wrote. */
export type BringsOutsideText = (name: string) => boolean;

/** Whether a tool may return data about people, which must not leave the team without approval. */
export type TellsOfPeople = (name: string) => boolean;

export interface AdmissionPort {
  admitModelStep(step: AdmitModelStep): Promise<StepAdmission>;
  settle(reservationId: string, costMicroUsd: number): Promise<void>;
  admitToolCall(toolCallId: string, countedAs: CountedAs): Promise<Admission>;
}
