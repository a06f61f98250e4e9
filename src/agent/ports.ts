/** What an agent's run needs of the world: a model, tools, admission. Composed by `src/agent/wiring/agent-world.ts`, `turn.ts`, `tools.ts` and `admission.ts`. */
import type { MessageParam, TextBlockParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import type { PromptSnapshot } from "./conversations/index.ts";
import type { Json } from "../kernel/hash.ts";
import type { Author } from "./api/message.ts";
import type { Admission, AdmitModelStep, CountedAs, StepAdmission } from "./api/objects.ts";
import type { ModelStop, ToolAnswer, ToolCall } from "./runs/index.ts";
import type { TokenUsage } from "./usage/index.ts";
import type { JsonSchema } from "./output.ts";
import type { ModelWeb } from "./web-access.ts";

export type { HookRecord, Sent, ToolAnswer, ToolCall } from "./runs/index.ts";

/** One request to the model, complete: the bytes sent are a function of this alone. */
export interface ModelRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly system: readonly TextBlockParam[];
  readonly tools: readonly Tool[];
  readonly messages: readonly MessageParam[];
  readonly thinking: boolean;
  /** What the answer must be; null where it is free text. */
  readonly outputSchema: JsonSchema | null;
  /** The web, by the model's own means; left out or null for none. */
  readonly web?: ModelWeb | null;
}

/** What streams out of a model call. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  /** The service is at it, though it says nothing yet. */
  | { readonly type: "alive" }
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
  readonly stopReason: ModelStop;
  readonly usage: TokenUsage;
  /** How often the model searched the web. */
  readonly webSearches?: number;
  readonly requestId: string | null;
}

/** Calls the model, retrying what may be retried. Throws IntegrationError when it gives up (status 429 or 529 where the model is overloaded), AbortError when stopped. */
export type CallModel = (
  request: ModelRequest,
  options: {
    readonly signal: AbortSignal;
    readonly onEvent: (event: ModelEvent) => void;
    /** Asked right before each further try; where it says no, the call gives up with the failure it had. */
    readonly admitRetry: () => Promise<boolean>;
  },
) => Promise<ModelReply>;

/** Where a tool call happens. */
export interface TurnScope {
  readonly tenantId: string;
  readonly timeZone: string;
  readonly conversationId: string;
  readonly conversationTitle: string;
  readonly runId: string;
  /** What its proposals are decided together with, where that is more than the run's own. */
  readonly turnId?: string;
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
  /** Whether that is more than names and facts of the contacts. False alone means that it is not. */
  readonly outsideWords?: boolean;
  /** Whether something was looked up in the conversation that may tell of others than whoever is written to. False alone means that nothing was. */
  readonly readOfOthers?: boolean;
  /** The same without what servers offer and public sites say: whether a look-up could carry out words of people the team deals with. A missing mark counts as read. */
  readonly readOfPeople?: boolean;
  /** Something cannot wait here: no hourly limit holds its calls up. */
  readonly urgent?: boolean;
  /** Hands a task to another agent and waits until it is done or must wait; its answer becomes the call's. Missing where nothing may be handed on. */
  readonly delegate?: (task: HandedTask) => Promise<void>;
  /** It may look and draft, and changes and proposes nothing. */
  readonly readOnly?: boolean;
  /** How many calls of a tool (of all where it is null) the run made before this one. Missing where nothing limits them one by one. */
  readonly usedBefore?: (tool: string | null, callId: string) => number;
  /** The calls the run made before this one, and those it was handed its task by, without those that were refused. Missing where nothing was called before. */
  readonly callsBefore?: (callId: string) => readonly ToolCall[];
  /** Names of the tools that `find_tools` can bring in; none where left out. */
  readonly findable?: readonly string[];
  /** The newest messages as plain text, newest last: evidence and origin badges are matched against these. */
  readonly recentTexts: readonly {
    readonly who: Author["kind"];
    readonly name: string;
    readonly text: string;
    readonly at: string;
    readonly messageId: string;
  }[];
}

/** A task for another agent. */
export interface HandedTask {
  readonly agent: string;
  readonly task: string;
  /** What it should know for it. */
  readonly context?: string | undefined;
  /** Things that were found here which it should have, by link or id; all of the turn's where left out. */
  readonly context_ids?: readonly string[] | undefined;
  /** Whether it may only look and draft. */
  readonly readOnly?: boolean | undefined;
}

/** Executes one tool call through the gate. Safe to repeat with the same call after a crash: what it proposes has derived ids. */
export type RunTool = (call: ToolCall, scope: TurnScope) => Promise<ToolAnswer>;

/** The tools of an agent under a prompt snapshot, in fixed order, byte for byte the same each time; those it finds carry `defer_loading`. */
export type ToolsOf = (agent: string, snapshot: PromptSnapshot) => readonly Tool[];

/** What a tool reaches, as the model calls it: the title of its toolset. */
export type ReachOf = (tool: string) => string;

/** A line for people about a call before it runs, e.g. "Looking up Maria Lopez". */
export type SummarizeCall = (call: ToolCall) => string;

/** Whether a call only reads, so that it may run beside others. */
export type IsRead = (name: string) => boolean;

/** Whether a call brings text into the conversation that no one of the team wrote. */
export type BringsOutsideText = (name: string) => boolean;

/** Whether a call may tell of people: that goes to no one outside unasked. */
export type TellsOfPeople = (name: string) => boolean;

/** Admission of spending and calls. */
export interface AdmissionPort {
  admitModelStep(step: AdmitModelStep): Promise<StepAdmission>;
  settle(reservationId: string, costMicroUsd: number): Promise<void>;
  admitToolCall(toolCallId: string, countedAs: CountedAs): Promise<Admission>;
}
