/** What a conversation's object keeps: messages, turns, what the prompt holds. Rows as the code sees them. */
import type { SessionBounds } from "../../approvals/api/policy.ts";
import type { AgentSettings } from "../api/agent.ts";
import type { Conversation, ConversationStatus, ChatSession } from "../api/conversation.ts";
import type { Author, Part } from "../api/message.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import type { StandsOn } from "../citations/index.ts";
import type { Question } from "../api/conversation-frames.ts";
import type {
  Fallback,
  MessageKind,
  ModelStop,
  RunEnd,
  RunFigures,
  RunLimits,
  RunMode,
} from "../runs/index.ts";

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
  readonly runId: string;
  /** Waits behind a running turn: not yet part of the history. */
  readonly queued: boolean;
  /** The `<context>` tail stored with the message that starts a turn. */
  readonly context: string | null;
  /** Replies only. */
  readonly modelStop: ModelStop | null;
  /** Replies only: set where another model answered than the agent's own. */
  readonly fallback: Fallback | null;
  /** Replies only: what an answer stands on; null where nothing was looked up for it. */
  readonly standsOn: StandsOn | null;
}

/** A message before the log gives it a place. */
export type NewMessage = Omit<LogMessage, "seq" | "context" | "modelStop" | "fallback" | "standsOn"> &
  Partial<Pick<LogMessage, "modelStop" | "fallback" | "standsOn">>;

/** One turn: a trigger and all that follows until the agent stops. Its id is its run's. */
interface TurnCommon {
  readonly id: string;
  readonly kind: "message" | "outcome";
  readonly speaker: Author;
  /** Rises with every start: a dead attempt can write nothing any more, and its streamed text is void. */
  readonly attempt: number;
  /** Attempts in a row that committed nothing. */
  readonly stalls: number;
  /** Messages and answers committed when the attempt started. */
  readonly progress: number;
  /** Who stopped it; null where no one did. */
  readonly stopRequestedBy: string | null;
  /** Since when words in it that no one of the team said wait for the agent without a person having been notified (milliseconds); null where none do. */
  readonly unreadSinceMs: number | null;
  readonly queuedAt: string;
  readonly figures: RunFigures;
}

/** Waits for its time, or behind another. */
export interface QueuedTurn extends TurnCommon {
  readonly status: "queued";
  /** It does not start before (milliseconds). */
  readonly notBefore: number;
  /** Set where it ran before and could not be worked on. */
  readonly putOff: { readonly startedAt: string; readonly at: string; readonly end: RunEnd } | null;
}

/** Runs, or ran when the process died. */
export interface RunningTurn extends TurnCommon {
  readonly status: "running";
  readonly startedAt: string;
  /** Reserve of the model call under way: what a dead attempt may have cost. */
  readonly openReserveMicroUsd: number;
}

/** Is over. */
export interface EndedTurn extends TurnCommon {
  readonly status: "ended";
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly end: RunEnd;
}

export type Turn = QueuedTurn | RunningTurn | EndedTurn;

/** A proposal of a sub-run that waits for a person. */
export interface WaitingProposal {
  readonly approvalId: string;
  readonly title: string;
}

/** A task that an agent handed to another. */
interface SubRunCommon {
  readonly id: string;
  /** The run that started it, and its call. */
  readonly parentId: string;
  readonly callId: string;
  readonly agent: string;
  readonly attempt: number;
  readonly figures: RunFigures;
  /** What it put before people: it belongs to the conversation and to the turn that started it. */
  readonly pending: readonly WaitingProposal[];
  readonly question: Question | null;
  readonly startedAt: string;
}

/** Runs, or ran when the process died or its turn was put off. */
export interface RunningSubRun extends SubRunCommon {
  readonly status: "running";
  readonly openReserveMicroUsd: number;
}

/** Is over. */
interface EndedSubRun extends SubRunCommon {
  readonly status: "ended";
  readonly finishedAt: string;
  readonly end: RunEnd;
}

export type SubRun = RunningSubRun | EndedSubRun;

/** One message of a sub-run's log. */
export interface SubMessage extends Pick<
  LogMessage,
  "seq" | "id" | "role" | "parts" | "createdAt" | "fallback"
> {
  readonly kind: Exclude<MessageKind, "outcome">;
  /** Replies only. */
  readonly stop: ModelStop | null;
}

/** A conversation's status as it is kept; `held_back` is `idle` on the wire, with a word of it beside. */
export type StoredStatus = ConversationStatus | "held_back";

/** What a chat with a project agent can run into. */
export type Bound = "turns" | "size" | "idle";

/** How a chat stands that a person closed, that goes on in a fork, or that expired. */
export interface Closed extends ChatSession {
  readonly state: "completed" | "expired";
}

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
  /** Null while it's open. */
  readonly closed: Closed | null;
  /** Who may read it: null for the whole team, empty for nobody. */
  readonly reader: string | null;
  /** How many messages of people there were: a fork begins at none. */
  readonly asked: number;
  /** The last place of the log that is in the transcript's files, and how large they are. */
  readonly transcriptSeq: number;
  readonly transcriptBytes: number;
  /** Counts changes; the directory never takes a lower one over a higher one. */
  readonly version: number;
}

/** A summary that stands for all messages up to `throughSeq`. The originals stay. */
export interface Compaction {
  readonly throughSeq: number;
  readonly summary: string;
  readonly createdAt: string;
}

/** The tools of an agent, by name: those in every prompt, and those it finds. */
export interface OfferedTools {
  readonly core: readonly string[];
  readonly deferred: readonly string[];
}

/** What the prompt says about the tenant, frozen so that its bytes do not change between compactions. */
export interface PromptSnapshot {
  readonly text: string;
  /** What sub-runs of agents are told that need no more of the team than its name. Missing in snapshots from before it was kept. */
  readonly brief?: string;
  /** The index of skills that are one agent's own, by group. */
  readonly skillGroups?: Readonly<Record<string, string>>;
  /** The team's instructions for its agents, by agent; missing where the built-in ones hold. */
  readonly instructions?: Readonly<Record<string, string>>;
  /** The version of MEMORY.md in the text; null where there was none. Missing in snapshots from before it was kept. */
  readonly memoryEtag?: string | null;
  /** What the workspace had to say beside the text when it was read: for the first message alone. Persisted under this name. */
  readonly news?: string;
  readonly timeZone: string;
  /** What the team set for its agents, by name; missing where it set nothing. */
  readonly agents?: Readonly<Record<string, AgentSettings>>;
  /** What the agent and those it can hand a task to were offered when this was read, by agent. Missing in snapshots from before it was kept. */
  readonly tools?: Readonly<Record<string, OfferedTools>>;
  /** How free the team's agents are where nothing else is set for one. */
  readonly mode?: RunMode;
  readonly limits: RunLimits;
  /** What bounds a chat with a project agent. Missing in snapshots from before it was kept. */
  readonly sessions?: SessionBounds;
  readonly loadedAt: string;
}
