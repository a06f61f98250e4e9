/** What the mail side of the inbox needs of the world. Given by `src/messaging/open-mail.ts`. */
import type { MailMessage } from "../../integrations/connections/index.ts";
import type { mails } from "../tables/mails.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { Policy } from "../../approvals/api/policy.ts";
import type { MailSettings } from "../api/mail.ts";
import type { ContactText, ConversationIdentity } from "../../agent/api/objects.ts";
import type { RoutedTo } from "../../notifications/api/routing.ts";
import type { UrgencyQuestion } from "./judge-urgency.ts";
import type { InboxDeps } from "./ports.ts";
import type { KnownContact } from "./types.ts";

/** A row of `mails`. */
export type MailRow = typeof mails.$inferSelect;

/** What dispatching e-mails to their conversations needs; one tenant's. */
export interface MailDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whose address it is; null for one no one knows, and where the contacts do not answer soon. Never throws. */
  readonly contactOf: (address: string) => Promise<KnownContact | null>;
  /** Whose an e-mail is by the team's rules; null for everybody's. Never throws. */
  readonly routeTo: (mail: {
    readonly words: string;
    readonly name: string;
    readonly address: string;
  }) => Promise<RoutedTo | null>;
  /** Puts an e-mail into its conversation; a repeat changes nothing. Resolves once it is on disk there. */
  readonly receive: (identity: ConversationIdentity, emails: readonly ContactText[]) => Promise<void>;
  /** What of an e-mail's text its sender wrote, and what others did. */
  readonly ownWords: (text: string) => Promise<{ readonly own: string; readonly others: string }>;
  /** The mailbox in which colleagues write to Steward itself; null where there is none. */
  readonly answersAt: () => Promise<string | null>;
  /** The member who signs in with an address; null for nobody's. */
  readonly memberAt: (address: string) => Promise<{ readonly id: string; readonly name: string } | null>;
  /** Whether an e-mail lies in the Sent folder of the mailbox it names as its sender, word for word. */
  readonly isInSent: (
    mail: Pick<MailRow, "fromAddress" | "messageId" | "subject" | "text">,
  ) => Promise<boolean>;
  /** Puts a member's words into their conversation; a repeat changes nothing. Resolves once they are on disk there. */
  readonly receiveFromMember: InboxDeps["receiveFromMember"];
  /** Whether an e-mail is an effect of ours, or a copy of one. */
  readonly isOwnMail: (mail: Pick<MailRow, "messageId" | "direction" | "fromAddress">) => Promise<boolean>;
  /** An e-mail of ours came back: its receipt says so, and whoever approved it hears it. False where it is none of ours. Repeats change nothing. */
  readonly noteReturned: (returned: NonNullable<MailMessage["returned"]>) => Promise<boolean>;
  /** Makes the drafts of a thread stale that were made without this e-mail. Repeats are safe. */
  readonly markThreadStale: (threadKey: string, reason: string, newestMessageId: string) => Promise<void>;
  /** The team has written into a thread itself: the drafts that wait there show it. Repeats are safe. */
  readonly showSent: (threadKey: string) => Promise<void>;
  /** What the team set for texts: its urgent words hold for e-mails too. May be read once for all that these deps are used for. */
  readonly settings: () => Promise<Policy["sms"]>;
  /**
   * Has it judged, beside everything else, whether words can wait; people are notified at once of what can't. Words of the team's own list are
   * urgent unjudged. A repeat notifies no one twice.
   */
  readonly judge: (question: UrgencyQuestion, ownWord: string | null) => Promise<void>;
  /** Somebody of the team has answered: what was urgent in a thread needs no one any more. */
  readonly settleUrgent: (threadKey: string) => Promise<void>;
  /** Notifies the team of an e-mail that could not be put before the agent, once an e-mail. */
  readonly tellUnread: (row: MailRow) => Promise<void>;
}

/** A page of what a search finds, newest first. */
export interface ListedPage {
  readonly ids: readonly string[];
  /** The next page's token; null at the end. */
  readonly next: string | null;
}

/** What a poll needs besides: the mailboxes themselves. */
export interface PollDeps extends MailDeps {
  readonly connection: {
    readonly id: string;
    /** Older e-mails than this are no one's news. */
    readonly watchedSince: string;
    readonly settings: MailSettings;
  };
  /** A page of the ids that a search finds in a mailbox, newest first. Throws IntegrationError. */
  readonly list: (mailbox: string, query: string, pageToken: string | null) => Promise<ListedPage>;
  /**
   * The mailbox's state now, and whether anything of it has changed since `historyId`; where that is null or not known any more, it has. Throws
   * IntegrationError.
   */
  readonly newsSince: (
    mailbox: string,
    historyId: string | null,
  ) => Promise<{ readonly historyId: string; readonly hasNews: boolean }>;
  /** Null where the mailbox has none such any more. Throws IntegrationError. */
  readonly read: (mailbox: string, id: string) => Promise<MailMessage | null>;
  /** Notifies the team of an e-mail that goes on failing to be read, once an e-mail. Never throws. */
  readonly tellUnreadable: (mail: { readonly mailbox: string; readonly id: string }) => Promise<void>;
  /** It was read after all. Never throws. */
  readonly settleUnreadable: (mail: { readonly mailbox: string; readonly id: string }) => Promise<void>;
  /** Marks processed e-mails in the mailbox, where the standing rule says so. Never throws. */
  readonly mark: (mailbox: string, ids: readonly string[]) => Promise<void>;
  /** Hands the e-mails of threads out to be dispatched. Throws where the queue does. */
  readonly handOut: (threadIds: readonly string[]) => Promise<void>;
}
