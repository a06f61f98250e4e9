/** Ports of the inbox. Implemented in `src/messaging/open-inbox.ts`. */
import type { Statement, TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { StaleReason } from "../../approvals/index.ts";
import type { Policy } from "../../team/api/policy.ts";
import type {
  Accepted,
  ContactText,
  ConversationIdentity,
  InboundMessage,
  InboundNotice,
} from "../../agent/api/objects.ts";
import type { RoutedTo } from "../../platform/api/notification-kinds.ts";
import type { UrgencyQuestion } from "./judge-urgency.ts";
import type { RoutedLine } from "./run-triggers.ts";
import type { KnownContact, TextRow } from "./types.ts";

/** Ports of the use cases, for one tenant. */
export interface InboxDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The contact of a number; null if unknown, or if the lookup times out. Never throws. */
  readonly contactOf: (number: string) => Promise<KnownContact | null>;
  /** Settings that decide which texts start runs. May be cached for the lifetime of these ports. */
  readonly routing: () => Promise<{
    readonly settings: Policy["sms"];
    readonly lines: readonly RoutedLine[];
  }>;
  /**
   * Whether a text on a team line contained a member's code, which verifies their number. Repeats return the
   * same.
   */
  readonly provePhone: (
    text: Pick<TextRow, "id" | "contactNumber" | "text" | "receivedAt">,
  ) => Promise<boolean>;
  /** The member whose verified number this is; null for any other number. */
  readonly memberWith: (number: string) => Promise<{ readonly id: string; readonly name: string } | null>;
  /**
   * Delivers a member's text to their own conversation with Steward. Idempotent. Resolves once it is stored
   * there.
   */
  readonly receiveFromMember: (identity: ConversationIdentity, message: InboundMessage) => Promise<Accepted>;
  /**
   * Delivers one sender's texts to their conversation, in order. Idempotent. Resolves once they are stored
   * there.
   */
  readonly receive: (identity: ConversationIdentity, texts: readonly ContactText[]) => Promise<void>;
  /** Whether an outgoing text is an effect of ours, and not sent manually by a colleague. */
  readonly isOwnText: (text: Pick<TextRow, "id" | "contactNumber" | "text">) => Promise<boolean>;
  /**
   * Our text that this one answers, although its line starts no runs, and the conversation that sent it; null if
   * there is none.
   */
  readonly askedFrom: (
    text: Pick<TextRow, "contactNumber" | "lineNumber" | "at">,
  ) => Promise<{ readonly conversationId: string; readonly sent: TextRow } | null>;
  /** Adds a notice to a conversation, which starts no run. Idempotent. */
  readonly receiveNotice: (identity: ConversationIdentity, notice: InboundNotice) => Promise<void>;
  /**
   * Records on the receipt that our text was not delivered, and notifies the approver. Throws if it is not on
   * record as sent yet.
   */
  readonly noteUndelivered: (textId: string) => Promise<void>;
  /** Whether a thread has drafts that `markThreadStale` would check. */
  readonly hasWaitingDrafts: (threadKey: string) => Promise<boolean>;
  /** Marks the thread's drafts made without this text as stale. Idempotent. */
  readonly markThreadStale: (
    threadKey: string,
    reason: StaleReason,
    newestMessageId: string,
  ) => Promise<void>;
  /** Shows on the thread's pending drafts that the team has written. Idempotent. */
  readonly showSent: (threadKey: string) => Promise<void>;
  /** Assignment of a text under the team's rules; null if unassigned. Never throws. */
  readonly routeTo: (text: { readonly number: string; readonly words: string }) => Promise<RoutedTo | null>;
  /**
   * Alerts people of a message with a word on the team's own list, which is urgent without a check. Alerts
   * once per message.
   */
  readonly ringUrgent: (question: UrgencyQuestion, word: string) => Promise<void>;
  /** Statements that record urgency questions. Idempotent. */
  readonly urgencyAsked: (questions: readonly UrgencyQuestion[]) => readonly Statement[];
  /** Queues recorded questions for the urgency check, which alerts people if needed. Never throws. */
  readonly judgeSoon: (questionIds: readonly string[]) => Promise<void>;
  /** Clears urgency alerts of a number, because the team has answered. */
  readonly settleUrgent: (number: string) => Promise<void>;
  /** Notifies the team, once per text, that the sender asked in their own words not to be texted. */
  readonly tellAsked: (text: {
    readonly id: string;
    readonly name: string;
    readonly number: string;
    readonly asked: string;
  }) => Promise<void>;
  /** Notifies the team, once per text, of a text that could not be delivered to the agent. */
  readonly tellUnread: (text: {
    readonly id: string;
    readonly name: string;
    readonly number: string;
    readonly text: string;
  }) => Promise<void>;
}
