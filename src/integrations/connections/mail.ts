/** What a connected mail system offers, whoever the vendor is. Implemented by integrations. */
import type { Mailbox } from "../google/settings.ts";

/** An e-mail in short, as a search or a thread lists it. */
export interface MailSummary {
  /** The provider's id; unique in its mailbox. */
  readonly id: string;
  readonly mailbox: string;
  readonly threadId: string;
  /** RFC 5322 Message-ID with its angle brackets; null where it has none. */
  readonly messageId: string | null;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  /** The provider's time of it, ISO. */
  readonly at: string;
  /** The first words, as the provider shows them. */
  readonly snippet: string;
  readonly labels: readonly string[];
}

/** An e-mail that was read whole. */
export interface MailMessage extends MailSummary {
  readonly replyTo: readonly string[];
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** What its reader sees, without the quoted history. */
  readonly text: string;
  /** The quoted history. */
  readonly quoted: string;
  /** What its HTML hides from its reader. */
  readonly hidden: string;
  readonly attachments: readonly {
    readonly index: number;
    readonly name: string;
    readonly type: string;
    readonly sizeBytes: number;
  }[];
  /** What it reports to have come back: Message-IDs it may be about, who didn't get it, and why in words; null for any other e-mail. */
  readonly returned: {
    readonly messageIds: readonly string[];
    readonly recipients: readonly string[];
    readonly why: string;
  } | null;
  /** Sent by a machine or to a list: answering it answers no one. */
  readonly isAutomatic: boolean;
  /** Whether the receiving server found that it comes from the address it names (DMARC). */
  readonly isVerified: boolean;
}

/** What the mail system says about an e-mail beside its bytes. */
export type MailEnvelope = Pick<MailMessage, "id" | "mailbox" | "threadId" | "at" | "snippet" | "labels">;

/** An attachment with its bytes. */
export interface AttachmentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads raw e-mails. Both throw AppError `unavailable` where one takes too long. */
export interface MailReader {
  /** One that is no e-mail comes back saying so. */
  readonly whole: (envelope: MailEnvelope, raw: Uint8Array<ArrayBuffer>) => Promise<MailMessage>;
  /** The bytes of one attachment; null where it has none of that number or cannot be read. */
  readonly file: (raw: Uint8Array<ArrayBuffer>, index: number) => Promise<AttachmentFile | null>;
}

/** The tenant's e-mail as the tools of one conversation use it. Failures are IntegrationError. */
export interface Mail {
  readonly connectionId: string;
  /** The mailbox the agent acts as here. */
  readonly actsAs: Mailbox;
  /** A mailbox of the allow-list; null for any other address. */
  mailbox(address: string): Mailbox | null;
  /** Newest first, over the mailboxes the agent may look into here. `query` is a Gmail search. */
  search(query: string, limit: number): Promise<readonly MailSummary[]>;
  /** Null for an id that none of those mailboxes has. */
  read(id: string): Promise<MailMessage | null>;
  /** The labels of a mailbox, the provider's own among them. */
  labels(mailbox: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** The e-mails of a thread, oldest first, drafts and deleted ones left out. */
  thread(mailbox: string, threadId: string): Promise<readonly MailSummary[]>;
}
