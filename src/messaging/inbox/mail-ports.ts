/** Ports of the inbox's e-mail side. Implemented in `src/messaging/open-inbox.ts`. */
import type { Mailboxes } from "../../integrations/connections/index.ts";
import type { MailMessage } from "../../platform/email/message.ts";
import type { mails } from "../tables/mails.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { StaleReason } from "../../approvals/index.ts";
import type { Policy } from "../../team/api/policy.ts";
import type { MailSettings } from "../api/mail.ts";
import type { ContactText, ConversationIdentity } from "../../agent/api/objects.ts";
import type { RoutedTo } from "../../platform/api/notification-kinds.ts";
import type { UrgencyQuestion } from "./judge-urgency.ts";
import type { InboxDeps } from "./ports.ts";
import type { KnownContact } from "./types.ts";

export type MailRow = typeof mails.$inferSelect;

/** Ports for dispatching e-mails, for one tenant. */
export interface MailDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The contact of an address; null if unknown, or if the lookup times out. Never throws. */
  readonly contactOf: (address: string) => Promise<KnownContact | null>;
  /** Assignment of an e-mail under the team's rules; null if unassigned. Never throws. */
  readonly routeTo: (mail: {
    readonly words: string;
    readonly name: string;
    readonly address: string;
  }) => Promise<RoutedTo | null>;
  /** Delivers e-mails to their conversation. Idempotent. Resolves once they are stored there. */
  readonly receive: (identity: ConversationIdentity, emails: readonly ContactText[]) => Promise<void>;
  /** Separates the sender's own words from those of others. */
  readonly ownWords: (text: string) => Promise<{ readonly own: string; readonly others: string }>;
  /** The mailbox for colleagues' e-mails to Steward; null if there is none. */
  readonly answersAt: () => Promise<string | null>;
  /** The member who signs in with the address; null if there is none. */
  readonly memberAt: (address: string) => Promise<{ readonly id: string; readonly name: string } | null>;
  /** Whether the same e-mail, word for word, is in the Sent folder of the mailbox it claims as sender. */
  readonly isInSent: (
    mail: Pick<MailRow, "fromAddress" | "messageId" | "subject" | "text">,
  ) => Promise<boolean>;
  /** Delivers a member's message to their conversation. Idempotent. Resolves once it is stored there. */
  readonly receiveFromMember: InboxDeps["receiveFromMember"];
  /** Whether an e-mail is an effect of ours, or a copy of one. */
  readonly isOwnMail: (mail: Pick<MailRow, "messageId" | "direction" | "fromAddress">) => Promise<boolean>;
  /**
   * Records on the receipt that our e-mail was returned by a report of this time, and notifies the approver.
   * False if the e-mail is not ours. Idempotent.
   */
  readonly noteReturned: (returned: NonNullable<MailMessage["returned"]>, at: string) => Promise<boolean>;
  /** Marks the thread's drafts made without this e-mail as stale. Idempotent. */
  readonly markThreadStale: (
    threadKey: string,
    reason: StaleReason,
    newestMessageId: string,
  ) => Promise<void>;
  /** Shows on the thread's pending drafts that the team has written. Idempotent. */
  readonly showSent: (threadKey: string) => Promise<void>;
  /**
   * The team's settings for texts, whose urgent words also apply to e-mails. May be cached for the lifetime
   * of these ports.
   */
  readonly settings: () => Promise<Policy["sms"]>;
  /**
   * Queues the urgency check of a message; people are alerted immediately if it is urgent. Words on the
   * team's own list are urgent without a check. Alerts once per message.
   */
  readonly judge: (question: UrgencyQuestion, ownWord: string | null) => Promise<void>;
  /** Clears urgency alerts of a thread, because the team has answered. */
  readonly settleUrgent: (threadKey: string) => Promise<void>;
  /** Notifies the team once per e-mail that could not be delivered to the agent. */
  readonly tellUnread: (row: MailRow) => Promise<void>;
}

/** Additional ports for polling mailboxes. */
export interface PollDeps extends MailDeps {
  readonly connection: {
    readonly id: string;
    /** Older e-mails are not news. */
    readonly watchedSince: string;
    readonly settings: MailSettings;
  };
  readonly mailboxes: Pick<Mailboxes, "list" | "newsSince" | "read">;
  /** Notifies the team once of an e-mail that repeatedly cannot be read. Never throws. */
  readonly tellUnreadable: (mail: { readonly mailbox: string; readonly id: string }) => Promise<void>;
  /** Clears that notice after a successful read. Never throws. */
  readonly settleUnreadable: (mail: { readonly mailbox: string; readonly id: string }) => Promise<void>;
  /** Labels processed e-mails in the mailbox, if the standing rule says so. Never throws. */
  readonly mark: (mailbox: string, ids: readonly string[]) => Promise<void>;
  /** Queues the e-mails of these threads for dispatch. Throws if the queue does. */
  readonly handOut: (threadIds: readonly string[]) => Promise<void>;
}
