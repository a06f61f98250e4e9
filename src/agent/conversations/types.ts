/** Row types of a conversation's object: messages, turns, prompt. */
import type { SessionBounds } from "../../team/api/policy.ts";
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

/** A message of the log. `parts` are the bytes as received or sent, and never change once committed. */
export interface LogMessage {
  readonly seq: number;
  readonly id: string;
  readonly kind: MessageKind;
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
  readonly author: Author;
  readonly createdAt: string;
  /** Empty for an outcome or notice that starts no turn. */
  readonly runId: string;
  /** Whether it waits for the running turn to end and is not in the history yet. */
  readonly queued: boolean;
  /** The `<context>` tail stored with the message that starts a turn. */
  readonly context: string | null;
  /** Set for replies only. */
  readonly modelStop: ModelStop | null;
  /** Set for replies that another model than the agent's own wrote. */
  readonly fallback: Fallback | null;
  /** For replies: the sources of the answer; null if nothing was looked up. */
  readonly standsOn: StandsOn | null;
}

/** A message without a position in the log. */
export type NewMessage = Omit<LogMessage, "seq" | "context" | "modelStop" | "fallback" | "standsOn"> &
  Partial<Pick<LogMessage, "modelStop" | "fallback" | "standsOn">>;

/** A turn: a trigger and everything until the agent stops. Its ID is its run's. */
interface TurnCommon {
  readonly id: string;
  readonly kind: "message" | "outcome";
  readonly speaker: Author;
  /** Incremented with every start: an earlier attempt can no longer write, and its streamed text is discarded. */
  readonly attempt: number;
  /** Consecutive attempts that committed nothing. */
  readonly stalls: number;
  /** Number of messages and answers committed when the attempt started. */
  readonly progress: number;
  /** Who stopped it; null if no one did. */
  readonly stopRequestedBy: string | null;
  /**
   * Since when outside messages in it have been unread without a notice to a person (milliseconds); null if
   * none are.
   */
  readonly unreadSinceMs: number | null;
  readonly queuedAt: string;
  readonly figures: RunFigures;
}

/** Waits for its time, or for another turn. */
export interface QueuedTurn extends TurnCommon {
  readonly status: "queued";
  /** Earliest start (milliseconds). */
  readonly notBefore: number;
  /** Set if an earlier attempt couldn't be worked on. */
  readonly putOff: { readonly startedAt: string; readonly at: string; readonly end: RunEnd } | null;
}

/** Running, or was when the process died. */
export interface RunningTurn extends TurnCommon {
  readonly status: "running";
  readonly startedAt: string;
  /** Reserve of the current model call: the possible cost of a dead attempt. */
  readonly openReserveMicroUsd: number;
}

export interface EndedTurn extends TurnCommon {
  readonly status: "ended";
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly end: RunEnd;
}

export type Turn = QueuedTurn | RunningTurn | EndedTurn;

/** A pending proposal of a sub-run. */
export interface WaitingProposal {
  readonly approvalId: string;
  readonly title: string;
}

/** A delegated task. */
interface SubRunCommon {
  readonly id: string;
  /** The delegating run and its call. */
  readonly parentId: string;
  readonly callId: string;
  readonly agent: string;
  readonly attempt: number;
  readonly figures: RunFigures;
  /** Its proposals, which belong to the conversation and the delegating turn. */
  readonly pending: readonly WaitingProposal[];
  readonly question: Question | null;
  readonly startedAt: string;
}

/** Running, or was when the process died or its turn was requeued. */
export interface RunningSubRun extends SubRunCommon {
  readonly status: "running";
  readonly openReserveMicroUsd: number;
}

interface EndedSubRun extends SubRunCommon {
  readonly status: "ended";
  readonly finishedAt: string;
  readonly end: RunEnd;
}

export type SubRun = RunningSubRun | EndedSubRun;

export interface SubMessage extends Pick<
  LogMessage,
  "seq" | "id" | "role" | "parts" | "createdAt" | "fallback"
> {
  readonly kind: Exclude<MessageKind, "outcome">;
  /** Set for replies only. */
  readonly stop: ModelStop | null;
}

/** A conversation's stored status. `held_back` is `idle` on the wire, with a flag. */
export type StoredStatus = ConversationStatus | "held_back";

/** A limit that a chat with a project agent can reach. */
export type Bound = "turns" | "size" | "idle";

/** The state of a chat that was closed, continued in a fork, or expired. */
export interface Closed extends ChatSession {
  readonly state: "completed" | "expired";
}

export interface ConversationRow {
  readonly identity: ConversationIdentity;
  readonly title: string;
  /** False while the title is a placeholder. */
  readonly titled: boolean;
  readonly status: StoredStatus;
  readonly unread: boolean;
  readonly preview: string;
  readonly costMicroUsd: number;
  readonly lastStop: Conversation["lastStop"] | null;
  /** What the newest turn asks. */
  readonly question: Question | null;
  /** Open questions of earlier turns to colleagues who haven't answered yet, oldest first. */
  readonly stillAsked: readonly Question[];
  /** What the newest message answers, if it answers a question. */
  readonly answered: Question | null;
  readonly createdAt: string;
  readonly lastMessageAt: string;
  readonly deletedAt: string | null;
  /** Null while it is open. */
  readonly closed: Closed | null;
  /** Who may read it: null for the whole team, empty for no one. */
  readonly reader: string | null;
  /** Number of people's messages; 0 when a fork is created. */
  readonly asked: number;
  /** The last position written to the transcript's files, and their size. */
  readonly transcriptSeq: number;
  readonly transcriptBytes: number;
  /** Incremented per change; the directory ignores lower versions. */
  readonly version: number;
}

/** A summary that replaces all messages up to `throughSeq`. The originals are kept. */
export interface Compaction {
  readonly throughSeq: number;
  readonly summary: string;
  readonly createdAt: string;
}

/** An agent's tools by name: those in every prompt, and those it can find. */
export interface OfferedTools {
  readonly core: readonly string[];
  readonly deferred: readonly string[];
}

/** What the prompt says about the tenant, frozen so that its bytes stay stable between compactions. */
export interface PromptSnapshot {
  readonly text: string;
  /** The short version for sub-runs that need only the team's name. Missing in snapshots of earlier releases. */
  readonly brief?: string;
  /** The index of skills reserved for an agent, by group. */
  readonly skillGroups?: Readonly<Record<string, string>>;
  /** The team's instructions by agent; missing for built-in ones. */
  readonly instructions?: Readonly<Record<string, string>>;
  /** The version of MEMORY.md in the text; null if there was none. Missing in snapshots of earlier releases. */
  readonly memoryEtag?: string | null;
  /** Workspace changes when the snapshot was read, for the first message only. Persisted name. */
  readonly news?: string;
  readonly timeZone: string;
  /** The team's settings by agent; missing without any. */
  readonly agents?: Readonly<Record<string, AgentSettings>>;
  /**
   * The tools available to the agent and those it can delegate to, by agent. Missing in snapshots of earlier
   * releases.
   */
  readonly tools?: Readonly<Record<string, OfferedTools>>;
  /** The default autonomy of the team's agents. */
  readonly mode?: RunMode;
  readonly limits: RunLimits;
  /** The limits of chats with project agents. Missing in snapshots of earlier releases. */
  readonly sessions?: SessionBounds;
  /** The sentences of the team's house rules. Missing in snapshots from before they were kept. */
  readonly houseRules?: readonly string[];
  readonly loadedAt: string;
}
