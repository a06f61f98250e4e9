/**
 * What the Durable Objects offer to the Worker, the Workflow and each other. Versioned by adding, never by changing: an object can be on
 * the previous release's code for minutes after a deploy.
 */
import type { PromptView } from "./agent.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { Conversation, Source, Trigger } from "./conversation.ts";
import type { Author, EmailPart, MediaPart, Message, OutcomePart } from "./message.ts";
import type { FormAnswer } from "./question.ts";
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

/** What every message to a conversation's object carries: whose it is and which. */
export interface ConversationAddress {
  readonly tenantId: string;
  readonly conversationId: string;
}

/** Who a conversation's object is. Given with every call that may be its first. */
export interface ConversationIdentity extends ConversationAddress {
  readonly source: Source;
  /** Whom one talks to here; `steward` where it is left out. */
  readonly agent?: string;
  readonly title?: string;
  readonly contact?: Conversation["contact"];
  readonly trigger?: Trigger;
  /** The member who began it. */
  readonly startedBy?: string;
  readonly parent?: ForkPoint;
}

/** Where a fork goes on from. */
export interface ForkPoint {
  readonly id: string;
  readonly title: string;
  /** The last place of the parent's log that was taken along. */
  readonly seq: number;
  /** The parent has more before what was taken along. */
  readonly earlier: boolean;
  /** What was left in the parent may hold words from outside, or of others. */
  readonly heardOutside: boolean;
  /** How many forks stand one on another. */
  readonly depth: number;
}

/** What a fork takes along: the working window at the turn it goes on from. */
export interface Carried {
  readonly parent: ForkPoint;
  readonly agent?: string;
  readonly tables: StoredRows["tables"];
  /** The bound of the parent that the fork goes on from by itself; left out where a person forked it. */
  readonly why?: "turns" | "size" | "idle" | undefined;
}

/** An inbound message. `messageId` is the sender's own id (client message id, provider event id, cron slot): the dedupe key. */
export interface InboundMessage {
  readonly messageId: string;
  readonly author: Author;
  readonly text: string;
  /** What was filled in, where the agent asked with a form. */
  readonly answer?: FormAnswer | undefined;
  /** What came with a colleague's e-mail and is not their own words. */
  readonly enclosed?: EmailPart | undefined;
  /** What a colleague quotes or shares in Slack. */
  readonly quoted?: string | undefined;
}

/**
 * A text of a contact for its conversation. Texts that come within `gatherMs` of each other are taken together in one run, which starts at most
 * `gatherMaxMs` after the first. `sentAt` is the provider's time of it.
 */
export interface ContactText extends InboundMessage {
  readonly sentAt: string;
  /** The e-mail it is; `text` is then its words for lists. */
  readonly email?: EmailPart;
  /** What came with it, and the words for lists where something did. */
  readonly media?: MediaPart;
  readonly line?: string;
  readonly gatherMs: number;
  readonly gatherMaxMs: number;
}

/** Answer to an inbound message: written to disk before it is given. */
export interface Accepted {
  readonly accepted: true;
  readonly duplicate: boolean;
  readonly turnId: string;
  /** The fork that took it, where the chat had reached its bounds. */
  readonly conversationId?: string;
}

/** How a turn stands, for whoever waits for its stop without a socket. */
export interface TurnStanding {
  /** Null while it waits or runs; of one that goes on later by itself, why it paused. */
  readonly stop: { readonly reason: StopReason; readonly problem: string | null } | null;
  /** What the agent said in it last. */
  readonly answer: Message | null;
  /** What the conversation waits to be answered. */
  readonly question: Question | null;
}

/** The outcome of an approval for its conversation; deduped by approval and state. */
export interface OutcomeDelivery {
  readonly part: OutcomePart;
  /** Approvals of the same turn that are decided but not yet at rest: the agent goes on once, after the last. */
  readonly siblingsInFlight: number;
}

type StoredValue = string | number | null;

/** Where a page of an object's rows ended: after this key of this table. */
interface StoredPlace {
  readonly table: string;
  readonly key: readonly StoredValue[] | null;
}

/** Which of an object's rows: of tables that are named only those columns, after a place. */
export interface StoredPage {
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly after: StoredPlace | null;
}

/** Rows of a page; `after` is null where no more follow. */
export interface StoredRows {
  readonly tables: readonly {
    readonly table: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly StoredValue[])[];
  }[];
  readonly after: StoredPlace | null;
}

/** A row of an object as it was read, and as it is to be; null where it is to go. */
export interface StoredChange {
  readonly table: string;
  readonly columns: readonly string[];
  readonly was: readonly StoredValue[];
  readonly now: readonly StoredValue[] | null;
}

/** What every object of a team offers to the team's deletion. */
export interface RemovableRpc {
  /** Ends everything that goes on in the object. Never answers: whoever calls it is told that the object was reset. */
  reset(): Promise<void>;
  /** Removes all that the object keeps. Answers how many rows of which tables there were. */
  wipe(): Promise<Readonly<Record<string, number>>>;
  /** How many rows of which tables are left. Makes none. */
  left(): Promise<Readonly<Record<string, number>>>;
}

/** What an object whose rows are no copy offers to the team's backup and restore. Nothing starts by it. */
export interface StoredRpc extends RemovableRpc {
  readStored(page: StoredPage): Promise<StoredRows>;
  writeStored(tables: StoredRows["tables"]): Promise<void>;
}

/** RPC of ConversationObject. Its `fetch` takes socket upgrades with the headers of `SOCKET_HEADERS` set by our Worker. */
export interface ConversationRpc extends StoredRpc {
  open(identity: ConversationIdentity): Promise<Conversation>;
  send(identity: ConversationIdentity, message: InboundMessage): Promise<Accepted>;
  /** Takes texts of one contact, in order; the identity's contact and trigger become the conversation's own. A repeat changes nothing. */
  receiveTexts(identity: ConversationIdentity, texts: readonly ContactText[]): Promise<void>;
  /** Says on the conversation that what came in can't wait, and why. A repeat changes nothing but the words. */
  markUrgent(
    address: ConversationAddress,
    urgent: { readonly why: string; readonly at: string },
  ): Promise<void>;
  /** Takes what starts a run by itself: a due schedule, an event. The author is `system`; title and trigger become the conversation's own. A repeat changes nothing. */
  receiveTrigger(identity: ConversationIdentity, message: InboundMessage): Promise<Accepted>;
  messages(
    identity: ConversationIdentity,
    page: { before?: string; limit: number },
  ): Promise<{ items: Message[]; hasMore: boolean }>;
  /** What people of the team and the agent said in some runs, by run; a run that has none is left out. Opens nothing. */
  said(address: ConversationAddress, runIds: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** How a turn of this conversation stands. One that another took with it has stopped once nothing is open any more. */
  standing(identity: ConversationIdentity, turnId: string): Promise<TurnStanding>;
  stop(identity: ConversationIdentity, by: Author): Promise<{ stopped: boolean }>;
  /** What a fork takes along from here, up to the end of a message's turn; left out, of the last turn that is over. `elsewhere`: the message is in that conversation. Throws `conflict`, `not_found`. */
  carry(
    identity: ConversationIdentity,
    messageId?: string,
  ): Promise<Carried | { readonly elsewhere: string }>;
  /** Begins this conversation as a fork. A repeat changes nothing. Throws `exists` where it is another conversation. */
  beginFork(identity: ConversationIdentity, carried: Carried): Promise<Conversation>;
  /** Marks a chat with a project agent as expired after so many days without a word; null for never. Opens nothing. */
  expire(address: ConversationAddress, idleDays: number | null): Promise<void>;
  /** The next messages after a place in the log, oldest first; `next` is null where no more follow. */
  transcript(
    identity: ConversationIdentity,
    after: number,
  ): Promise<{ conversation: Conversation; items: Message[]; next: number | null }>;
  /** Repeats are safe. Resolves once the outcome is on disk. */
  deliverOutcome(address: ConversationAddress, outcome: OutcomeDelivery): Promise<void>;
  /** Shows a changed approval to open pages. Best effort. */
  approvalChanged(address: ConversationAddress, approval: Approval): Promise<void>;
  update(
    identity: ConversationIdentity,
    change: { title?: string; unread?: boolean; deleted?: boolean; closedBy?: string; reopened?: true },
  ): Promise<Conversation>;
  /** The prompt this conversation would send now; `speaker` is who asks: the context of a next message would name them. */
  prompt(identity: ConversationIdentity, speaker: Author): Promise<PromptView>;
  /** Closes sockets of a session that is over (4401). */
  /** Who may read what it quotes has changed. */
  readersChanged(address: ConversationAddress): Promise<void>;
  endSession(sessionId: string): Promise<void>;
  /**
   * Changes rows for an erasure and writes the transcript's files again. A value that changed since it was read stays. Opens nothing. What the object holds
   * in memory is as before: `reset` follows.
   */
  rewrite(address: ConversationAddress, changes: readonly StoredChange[]): Promise<void>;
  /** Ends the turns that were open when a backup was made, so that none goes on. */
  endRestored(address: ConversationAddress, at: string): Promise<void>;
}

/** A model step asks before it spends. */
export interface AdmitModelStep {
  readonly reservationId: string;
  readonly runId: string;
  /** Whose step it is; left out by code of one release before. */
  readonly agent?: string;
  readonly reserveMicroUsd: number;
}

/** Answer of admission. `retryAt` is an ISO time. */
export type Admission =
  /** `nearLimit`: this one made it four fifths of what there may be. */
  | { readonly ok: true; readonly nearLimit?: boolean }
  | { readonly ok: false; readonly reason: "budget_spent" | "rate_limited"; readonly retryAt: string };

/** Answer to a model step: an agent that an admin turned off is admitted none. */
export type StepAdmission = Admission | { readonly ok: false; readonly reason: "agent_disabled" };

/** How a tool call counts: look-ups apart from calls that act. */
export type CountedAs = "look_up" | "call";

/** What counts are held against; projected from the tenant's policy and the settings of its agents. */
export interface TenantLimits {
  /** Agents that an admin turned off; left out by code of one release before. */
  readonly disabledAgents?: readonly string[];
  readonly toolCallsPerHour: number;
  readonly monthlyBudgetMicroUsd: number;
  readonly timeZone: string;
}

/** What the tenant has used. */
export interface TenantCounters {
  readonly month: string;
  readonly spentMicroUsd: number;
  readonly reservedMicroUsd: number;
  readonly budgetMicroUsd: number;
  readonly toolCallsLastHour: number;
  readonly toolCallsPerHour: number;
}

/** RPC of TenantObject: what must be counted exactly, and the live feed. Its `fetch` takes feed sockets. */
export interface TenantRpc extends StoredRpc {
  /** Reserves the worst case of a model step; the same reservation id is answered as before. */
  admitModelStep(tenantId: string, step: AdmitModelStep): Promise<StepAdmission>;
  /** Settles a reservation with the true cost; unsettled ones are charged in full when they lapse. Repeats are safe. */
  settle(tenantId: string, reservationId: string, costMicroUsd: number): Promise<void>;
  /** Counts one tool call in the window; the same id counts once. Left out by code of one release before: a call. */
  admitToolCall(tenantId: string, toolCallId: string, countedAs?: CountedAs): Promise<Admission>;
  counters(tenantId: string): Promise<TenantCounters>;
  configure(tenantId: string, limits: TenantLimits): Promise<void>;
  /** Sends an event to every open page of the tenant. `reader`: what it says is for that member alone, empty for nobody. Best effort. */
  publish(tenantId: string, event: FeedEvent, reader?: string | null): Promise<void>;
  /**
   * Whether a session may still act; answers from memory, `isSessionAlive` of `src/platform/auth` on a miss. Ids of scripts with a provider's
   * token read `bearer:<userId>:<hash>`: they live as long as the member does, up to the socket's `sessionExpiresAt`.
   */
  sessionAlive(tenantId: string, sessionId: string): Promise<boolean>;
  /** `sessionAlive` and, where it is, `admitModelStep` in one: what a person's message needs before its turn. */
  admitSpeaker(
    tenantId: string,
    sessionId: string,
    step: AdmitModelStep,
  ): Promise<{ readonly alive: boolean; readonly admitted: boolean }>;
  /** A page of this session watches a conversation: told so that revoking closes it. */
  noteSocket(tenantId: string, sessionId: string, conversationId: string): Promise<void>;
  /** Forgets a session, closes its feed sockets and has its conversation sockets closed. */
  endSession(tenantId: string, sessionId: string): Promise<void>;
  /** Ends all of a person's sessions: those given, their scripts', and every socket they hold. */
  endMember(tenantId: string, userId: string, sessionIds: readonly string[]): Promise<void>;
  /** Forgets the limits a backup held, so that those of the records hold from the first use on. */
  forgetLimits(tenantId: string): Promise<void>;
}

/**
 * RPC of SearchObject: full text over everything searchable of one tenant. Derived: it may be emptied and rebuilt from the records at any
 * time. Writes carry when their truth was read, and an older reading changes nothing: repeats and disorder are safe.
 */
export interface SearchRpc extends RemovableRpc {
  /** Writes items, at most 500 at once; answers how many were new or newer. */
  index(tenantId: string, items: readonly SearchItem[]): Promise<{ written: number }>;
  /** Takes items out. */
  remove(tenantId: string, refs: readonly SearchRef[]): Promise<void>;
  query(tenantId: string, query: SearchQuery, by: AskedBy): Promise<SearchPage>;
  /** The passages that answer a question best. */
  retrieve(tenantId: string, query: RetrieveQuery, by: AskedBy): Promise<FoundPassage[]>;
  /** Files that may hold some characters; null where the index can't say. Whoever asks looks at each, and at what changed a moment ago. */
  filesWith(tenantId: string, query: FileWordsQuery): Promise<FoundFiles | null>;
  status(tenantId: string): Promise<SearchStatus>;
  /** Begins to rebuild the index from the records, page by page, after answering; resumes by itself after a crash. */
  rebuild(tenantId: string): Promise<SearchStatus>;
  /** Begins to hold the index against the records, or goes on with it, page by page, after answering. What differs is repaired. */
  check(tenantId: string): Promise<SearchStatus>;
}

/** A tenant's vectors where the deployment has no Vectorize. */
export interface VectorIndexRpc extends RemovableRpc {
  upsert(tenantId: string, records: readonly VectorRecord[]): Promise<void>;
  remove(tenantId: string, ids: readonly string[]): Promise<void>;
  there(tenantId: string, ids: readonly string[]): Promise<string[]>;
  query(tenantId: string, query: VectorQuery): Promise<{ id: string; score: number }[]>;
}

/**
 * Headers by which our Worker tells an object who opens a socket. The Worker removes them from every outside request first.
 * `conversation` is the JSON of a `ConversationIdentity`; `sessionExpiresAt` is an ISO time. `conversation` and `userName` are
 * percent-encoded (`encodeURIComponent`), since a header value cannot hold every character.
 */
export const SOCKET_HEADERS = {
  tenantId: "x-steward-tenant",
  conversation: "x-steward-conversation",
  sessionId: "x-steward-session",
  sessionExpiresAt: "x-steward-session-expires",
  userId: "x-steward-user",
  userName: "x-steward-user-name",
} as const;
