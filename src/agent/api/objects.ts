/**
 * RPC interfaces of the Durable Objects. Extended only by adding, because an object can run the previous
 * release for minutes after a deploy.
 */
import type { PromptView } from "./agent.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { Conversation, Source, Trigger } from "./conversation.ts";
import type { Author, EmailPart, MediaPart, Message, OutcomePart } from "./message.ts";
import type { FormAnswer } from "./question.ts";
import type { StoredChange, StoredPage, StoredRows } from "../../platform/api/stored-rows.ts";
import type { VectorQuery, VectorRecord } from "../../platform/api/vectors.ts";
import type { SearchPage, SearchStatus } from "../../platform/api/search.ts";
import type {
  AskedBy,
  FileWordsQuery,
  FoundFiles,
  FoundPassage,
  RetrieveQuery,
  SearchItem,
  SearchQuery,
  SearchRef,
} from "../../platform/api/search-items.ts";
import type { Question, StopReason } from "./conversation-frames.ts";
import type { FeedEvent } from "../../platform/api/socket.ts";

/** The address of every message to a conversation's object. */
export interface ConversationAddress {
  readonly tenantId: string;
  readonly conversationId: string;
}

/** A conversation's identity, sent with every call that may be its first. */
export interface ConversationIdentity extends ConversationAddress {
  readonly source: Source;
  /** The agent of the conversation; default `steward`. */
  readonly agent?: string;
  readonly title?: string;
  readonly contact?: Conversation["contact"];
  readonly trigger?: Trigger;
  /** The member who started it. */
  readonly startedBy?: string;
  readonly parent?: ForkPoint;
}

/** The point that a fork continues from. */
export interface ForkPoint {
  readonly id: string;
  readonly title: string;
  /** The last copied position of the parent's log. */
  readonly seq: number;
  /** Whether the parent has messages before those copied. */
  readonly earlier: boolean;
  /** Whether the parent's remaining messages may contain outside text or other people's data. */
  readonly heardOutside: boolean;
  /** Number of forks in the chain. */
  readonly depth: number;
}

/** The data a fork copies: the working window at the turn it continues from. */
export interface Carried {
  readonly parent: ForkPoint;
  readonly agent?: string;
  readonly tables: StoredRows["tables"];
  /** The parent's limit, for an automatic fork; missing if a person forked it. */
  readonly why?: "turns" | "size" | "idle" | undefined;
}

/**
 * An inbound message. `messageId` is the sender's ID (client message ID, provider event ID, cron slot) and
 * makes repeats safe.
 */
export interface InboundMessage {
  readonly messageId: string;
  readonly author: Author;
  readonly text: string;
  /** Form values, if the agent asked with a form. */
  readonly answer?: FormAnswer | undefined;
  /** Forwarded or quoted text in a member's e-mail. */
  readonly enclosed?: EmailPart | undefined;
  /** Text that a member quotes or shares in Slack. */
  readonly quoted?: string | undefined;
  /** Attached media, with their preview. */
  readonly media?: MediaPart;
}

/**
 * A contact's text. Texts within `gatherMs` of each other share one run, which starts at most `gatherMaxMs`
 * after the first. `sentAt` is the provider's time.
 */
export interface ContactText extends InboundMessage {
  readonly sentAt: string;
  /** Set for an e-mail; `text` is then its preview. */
  readonly email?: EmailPart;
  readonly line?: string;
  readonly gatherMs: number;
  readonly gatherMaxMs: number;
}

/** What a conversation hears of elsewhere. */
export type InboundNotice = Pick<InboundMessage, "messageId" | "text">;

/** The acknowledgment of a stored inbound message. */
export interface Accepted {
  readonly accepted: true;
  readonly duplicate: boolean;
  readonly turnId: string;
  /** The fork that took it, if the chat had reached a limit. */
  readonly conversationId?: string;
}

/** The state of a turn, for clients that wait without a socket. */
export interface TurnStanding {
  /** Null while it is queued or running. For a turn that resumes automatically, why it paused. */
  readonly stop: { readonly reason: StopReason; readonly problem: string | null } | null;
  /** The agent's last message in it. */
  readonly answer: Message | null;
  /** The open question, if the newest turn asks one. */
  readonly question: Question | null;
  /** Open questions of earlier turns, oldest first. */
  readonly stillAsked: readonly Question[];
}

/** An approval's outcome, deduplicated by approval and state. */
export interface OutcomeDelivery {
  readonly part: OutcomePart;
  /** Approvals of the same turn that are still executing. The agent continues once, after the last. */
  readonly siblingsInFlight: number;
}

/** For deleting a team: implemented by every object. */
export interface RemovableRpc {
  /** Aborts the object. The call never returns; its caller gets a reset error. */
  reset(): Promise<void>;
  /** Deletes everything stored. Returns the number of rows by table. */
  wipe(): Promise<Readonly<Record<string, number>>>;
  /** The number of remaining rows by table. Creates none. */
  left(): Promise<Readonly<Record<string, number>>>;
}

/** For backup and restore: implemented by objects with primary data. Starts no work. */
export interface StoredRpc extends RemovableRpc {
  readStored(page: StoredPage): Promise<StoredRows>;
  writeStored(tables: StoredRows["tables"]): Promise<void>;
}

/**
 * RPC of ConversationObject. Its `fetch` accepts socket upgrades with the headers in `SOCKET_HEADERS`, set
 * by our Worker.
 */
export interface ConversationRpc extends StoredRpc {
  open(identity: ConversationIdentity): Promise<Conversation>;
  send(identity: ConversationIdentity, message: InboundMessage): Promise<Accepted>;
  /**
   * Accepts texts of one contact, in order, and updates the conversation's contact and trigger. A repeat
   * changes nothing.
   */
  receiveTexts(identity: ConversationIdentity, texts: readonly ContactText[]): Promise<void>;
  /** Adds a notice that people see and the agent reads with the next message. Starts no run; a repeat changes nothing. */
  receiveNotice(identity: ConversationIdentity, notice: InboundNotice): Promise<void>;
  /** Marks the trigger as urgent, with a reason. A repeat only updates the reason. */
  markUrgent(
    address: ConversationAddress,
    urgent: { readonly why: string; readonly at: string },
  ): Promise<void>;
  /**
   * Accepts a trigger such as a due schedule or an event. Its author is `system`; title and trigger become
   * the conversation's own. A repeat changes nothing.
   */
  receiveTrigger(identity: ConversationIdentity, message: InboundMessage): Promise<Accepted>;
  messages(
    identity: ConversationIdentity,
    page: { before?: string; limit: number },
  ): Promise<{ items: Message[]; hasMore: boolean }>;
  /** Messages of members and the agent in some runs, by run; runs without any are left out. Creates nothing. */
  said(address: ConversationAddress, runIds: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** The state of a turn. A turn whose messages another one took has ended once no turn is open. */
  standing(identity: ConversationIdentity, turnId: string): Promise<TurnStanding>;
  stop(identity: ConversationIdentity, by: Author): Promise<{ stopped: boolean }>;
  /**
   * The data to copy for a fork, up to the end of a message's turn, or by default of the last finished turn.
   * `elsewhere`: the message is in that conversation. Throws `conflict`, `not_found`.
   */
  carry(
    identity: ConversationIdentity,
    messageId?: string,
  ): Promise<Carried | { readonly elsewhere: string }>;
  /** Creates this conversation as a fork. Idempotent. Throws `exists` if it is a different conversation. */
  beginFork(identity: ConversationIdentity, carried: Carried): Promise<Conversation>;
  /** Expires a chat with a project agent after its idle days; null means never. Creates nothing. */
  expire(address: ConversationAddress, idleDays: number | null): Promise<void>;
  /** The next messages after a position, oldest first; `next` is null on the last page. */
  transcript(
    identity: ConversationIdentity,
    after: number,
  ): Promise<{ conversation: Conversation; items: Message[]; next: number | null }>;
  /** Idempotent. Resolves once the outcome is stored. */
  deliverOutcome(address: ConversationAddress, outcome: OutcomeDelivery): Promise<void>;
  /** Refreshes an approval on open pages. Best effort. */
  approvalChanged(address: ConversationAddress, approval: Approval): Promise<void>;
  update(
    identity: ConversationIdentity,
    change: { title?: string; unread?: boolean; deleted?: boolean; closedBy?: string; reopened?: true },
  ): Promise<Conversation>;
  /** The prompt this conversation would send now; `speaker` is the author of the predicted next message. */
  prompt(identity: ConversationIdentity, speaker: Author): Promise<PromptView>;
  /** Closes the sockets of an ended session (4401). */
  /** Called after the readers of a quoted source changed. */
  readersChanged(address: ConversationAddress): Promise<void>;
  endSession(sessionId: string): Promise<void>;
  /**
   * Changes rows for an erasure, and rewrites the transcript's files. A value that changed since it was read
   * is kept. Creates nothing. Must be followed by `reset`, because memory isn't updated.
   */
  rewrite(address: ConversationAddress, changes: readonly StoredChange[]): Promise<void>;
  /** Ends turns that were open when the backup was made. */
  endRestored(address: ConversationAddress, at: string): Promise<void>;
}

/** A model step that requests admission. */
export interface AdmitModelStep {
  readonly reservationId: string;
  readonly runId: string;
  /** Missing from callers of the previous release. */
  readonly agent?: string;
  readonly reserveMicroUsd: number;
}

/** `retryAt` is an ISO time. */
export type Admission =
  /** `nearLimit`: this call reached 80% of the limit. */
  | { readonly ok: true; readonly nearLimit?: boolean }
  | { readonly ok: false; readonly reason: "budget_spent" | "rate_limited"; readonly retryAt: string };

/** A disabled agent is refused. */
export type StepAdmission = Admission | { readonly ok: false; readonly reason: "agent_disabled" };

/** Look-ups are counted separately from calls that act. */
export type CountedAs = "look_up" | "call";

/** Limits projected from the tenant's policy and agent settings. */
export interface TenantLimits {
  /** Missing from callers of the previous release. */
  readonly disabledAgents?: readonly string[];
  readonly toolCallsPerHour: number;
  readonly monthlyBudgetMicroUsd: number;
  readonly timeZone: string;
}

export interface TenantCounters {
  readonly month: string;
  readonly spentMicroUsd: number;
  readonly reservedMicroUsd: number;
  readonly budgetMicroUsd: number;
  readonly toolCallsLastHour: number;
  readonly toolCallsPerHour: number;
}

/** RPC of TenantObject: exact counters, and the live feed. Its `fetch` accepts feed sockets. */
export interface TenantRpc extends StoredRpc {
  /** Reserves the maximum cost of a model step. A repeat with the same reservation ID returns the same answer. */
  admitModelStep(tenantId: string, step: AdmitModelStep): Promise<StepAdmission>;
  /** Settles a reservation with the real cost. Unsettled ones are charged in full when they lapse. Idempotent. */
  settle(tenantId: string, reservationId: string, costMicroUsd: number): Promise<void>;
  /** Counts a tool call in the window, once per ID. Without `countedAs` (previous release): a call. */
  admitToolCall(tenantId: string, toolCallId: string, countedAs?: CountedAs): Promise<Admission>;
  counters(tenantId: string): Promise<TenantCounters>;
  configure(tenantId: string, limits: TenantLimits): Promise<void>;
  /**
   * Sends an event to every open page of the tenant. `reader` restricts it to one member; empty means no one.
   * Best effort.
   */
  publish(tenantId: string, event: FeedEvent, reader?: string | null): Promise<void>;
  /**
   * Whether a session may still act. Cached in memory; on a miss asks `isSessionAlive` of
   * `src/platform/auth`. Script sessions have the ID `bearer:<userId>:<hash>` and are valid as long as the
   * member, up to the socket's `sessionExpiresAt`.
   */
  sessionAlive(tenantId: string, sessionId: string): Promise<boolean>;
  /** `sessionAlive` followed by `admitModelStep`, in one call, for a person's message. */
  admitSpeaker(
    tenantId: string,
    sessionId: string,
    step: AdmitModelStep,
  ): Promise<{ readonly alive: boolean; readonly admitted: boolean }>;
  /** Registers a session's conversation socket, so that revoking the session closes it. */
  noteSocket(tenantId: string, sessionId: string, conversationId: string): Promise<void>;
  /** Ends a session and closes its feed and conversation sockets. */
  endSession(tenantId: string, sessionId: string): Promise<void>;
  /** Ends all of a member's sessions: the given ones, those of their scripts, and all sockets. */
  endMember(tenantId: string, userId: string, sessionIds: readonly string[]): Promise<void>;
  /** Drops the limits from a backup, so that current ones are loaded. */
  forgetLimits(tenantId: string): Promise<void>;
}

/**
 * RPC of SearchObject: full-text search over one tenant. Derived data, which can be dropped and rebuilt at
 * any time. Each write carries the time its source was read, and older readings are ignored, so repeats and
 * reordering are safe.
 */
export interface SearchRpc extends RemovableRpc {
  /** Writes up to 500 items; returns how many were new or newer. */
  index(tenantId: string, items: readonly SearchItem[]): Promise<{ written: number }>;
  remove(tenantId: string, refs: readonly SearchRef[]): Promise<void>;
  query(tenantId: string, query: SearchQuery, by: AskedBy): Promise<SearchPage>;
  /** The best passages for a question. */
  retrieve(tenantId: string, query: RetrieveQuery, by: AskedBy): Promise<FoundPassage[]>;
  /**
   * Files that may contain a character sequence; null if the index can't tell. The caller checks each file,
   * and recently changed ones.
   */
  filesWith(tenantId: string, query: FileWordsQuery): Promise<FoundFiles | null>;
  status(tenantId: string): Promise<SearchStatus>;
  /** Rebuilds the index from the records in the background, page by page. Resumes after a crash. */
  rebuild(tenantId: string): Promise<SearchStatus>;
  /** Compares the index with the records in the background and repairs differences. Resumes after a crash. */
  check(tenantId: string): Promise<SearchStatus>;
}

/** A tenant's vectors in deployments without Vectorize. */
export interface VectorIndexRpc extends RemovableRpc {
  upsert(tenantId: string, records: readonly VectorRecord[]): Promise<void>;
  remove(tenantId: string, ids: readonly string[]): Promise<void>;
  there(tenantId: string, ids: readonly string[]): Promise<string[]>;
  query(tenantId: string, query: VectorQuery): Promise<{ id: string; score: number }[]>;
}

/**
 * Headers by which our Worker passes the user of a socket to an object. The Worker removes them from every
 * external request. `conversation` is a `ConversationIdentity` as JSON; `sessionExpiresAt` is an ISO time.
 * `conversation` and `userName` are percent-encoded, because header values are limited to ASCII.
 */
export const SOCKET_HEADERS = {
  tenantId: "x-steward-tenant",
  conversation: "x-steward-conversation",
  sessionId: "x-steward-session",
  sessionExpiresAt: "x-steward-session-expires",
  userId: "x-steward-user",
  userName: "x-steward-user-name",
} as const;
