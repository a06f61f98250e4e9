/** The mail ports: a connection's mailboxes, implemented by each vendor that has some, and the mail of one conversation over them. */
import type {
  AttachmentFile,
  MailMessage,
  MailSummary,
  OutgoingEmail,
} from "../../platform/email/message.ts";
import type { JsonReader } from "../json-client.ts";
import type { Connection } from "./connection.ts";
import type { Mailbox, MailboxSettings } from "./mailbox-settings.ts";

/** What a consent allows in mailboxes and calendars; vendors name these capabilities alike. */
export type MailScope = "read" | "send" | "label" | "calendar" | "calendarWrite";

/**
 * Reads the mailboxes of one connection. A mailbox is named by its address, an e-mail by the vendor's ID, which has letters, digits, `-`
 * and `_`. Queries use Gmail's search syntax. Labels are IDs; `SENT`, `INBOX` and `UNREAD` are the same at every vendor. Failures are
 * IntegrationError.
 */
export interface Mailboxes {
  /** Names the vendor in errors. */
  readonly vendor: string;
  readonly connection: Connection<MailboxSettings>;
  /** The service account's address, which an admin needs at the vendor; null for a signed-in user. */
  readonly serviceAccount: string | null;
  /** Throws IntegrationError with a readable message if the signed-in user hasn't granted it. */
  readonly mustAllow: (scope: MailScope) => void;
  /** Labels of the given capabilities that the signed-in user hasn't granted. */
  readonly lacks: (scopes: readonly MailScope[]) => string[];
  /** Maximum total bytes of an e-mail's attachments; absent if our own limit is the lower one. */
  readonly maxAttachedBytes?: number;
  /** A page of matching IDs, newest first. */
  list(
    mailbox: string,
    query: string,
    page: string | null,
    limit?: number,
  ): Promise<{ readonly ids: readonly string[]; readonly next: string | null }>;
  /**
   * The mailbox's current state, and whether anything a query could find has changed since `state`; true if that is null or expired.
   */
  newsSince(
    mailbox: string,
    query: string,
    state: string | null,
  ): Promise<{ readonly state: string; readonly hasNews: boolean }>;
  /** Null if the mailbox doesn't have it. */
  read(mailbox: string, id: string): Promise<MailMessage | null>;
  /** Newest first. */
  search(mailbox: string, query: string, limit: number): Promise<readonly MailSummary[]>;
  /** Messages of a thread, oldest first, without drafts and deleted ones; empty if there is no such thread. */
  thread(mailbox: string, threadId: string): Promise<readonly MailSummary[]>;
  /** E-mails with this Message-ID (`<…>`), including just-sent ones. */
  findByMessageId(mailbox: string, messageId: string): Promise<readonly { readonly id: string }[]>;
  /**
   * Whether an e-mail like this was sent since a time (ISO) under a Message-ID that isn't ours; absent if the vendor keeps the Message-ID
   * of what it sends.
   */
  hasSentAlike?(email: OutgoingEmail, since: string): Promise<boolean>;
  /** An attachment by its number; null if not found. */
  attached(mailbox: string, id: string, index: number): Promise<AttachmentFile | null>;
  /** All labels of a mailbox, including the vendor's. */
  labels(mailbox: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** IDs of an e-mail's labels; null if not found. */
  labelsOf(mailbox: string, id: string): Promise<readonly string[] | null>;
  /** The vendor's page of an e-mail. */
  readonly link: (mailbox: string, id: string) => string;
  /** Other reads of a mailbox, by the vendor's own paths. */
  reader(mailbox: Mailbox): JsonReader;
}

/** E-mail access for one conversation. Failures are IntegrationError. */
export interface Mail {
  readonly connectionId: string;
  /** The mailbox the agent acts as. */
  readonly actsAs: Mailbox;
  /** The allow-listed mailbox with this address, or null. */
  mailbox(address: string): Mailbox | null;
  /** Newest first, across the mailboxes the agent may read here. `query` uses Gmail search syntax. */
  search(query: string, limit: number): Promise<readonly MailSummary[]>;
  /** Null if none of these mailboxes has the ID. */
  read(id: string): Promise<MailMessage | null>;
  /** All labels of a mailbox, including the provider's. */
  labels: Mailboxes["labels"];
  /** Messages of a thread, oldest first, without drafts and deleted ones. */
  thread: Mailboxes["thread"];
}

/** The mail of a conversation. Searches and reads cover the mailboxes `mayLookInto`, in order. */
export function mailIn(mailboxes: Mailboxes, actsAs: Mailbox, mayLookInto: readonly string[]): Mail {
  const { connection } = mailboxes;
  return {
    connectionId: connection.id,
    actsAs,
    mailbox: (address) =>
      connection.settings.mailboxes.find((mailbox) => mailbox.address === address) ?? null,
    async search(query, limit) {
      const found = await Promise.all(mayLookInto.map((mailbox) => mailboxes.search(mailbox, query, limit)));
      return found
        .flat()
        .sort((left, right) => right.at.localeCompare(left.at))
        .slice(0, limit);
    },
    async read(id) {
      for (const mailbox of mayLookInto) {
        const found = await mailboxes.read(mailbox, id);
        if (found !== null) return found;
      }
      return null;
    },
    labels: (mailbox) => mailboxes.labels(mailbox),
    thread: (mailbox, threadId) => mailboxes.thread(mailbox, threadId),
  };
}
