/** E-mails as they were read, and as they are written. */

/** An e-mail as listed in searches and threads. */
export interface MailSummary {
  /** The provider's ID; unique per mailbox. */
  readonly id: string;
  readonly mailbox: string;
  readonly threadId: string;
  /** RFC 5322 Message-ID with angle brackets; null if missing. */
  readonly messageId: string | null;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  /** The provider's timestamp, ISO. */
  readonly at: string;
  /** The provider's snippet. */
  readonly snippet: string;
  readonly labels: readonly string[];
}

/** A full e-mail. */
export interface MailMessage extends MailSummary {
  readonly replyTo: readonly string[];
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  /** Visible text without quoted history. */
  readonly text: string;
  readonly quoted: string;
  /** Text its HTML hides from readers. */
  readonly hidden: string;
  readonly attachments: readonly {
    readonly index: number;
    readonly name: string;
    readonly type: string;
    readonly sizeBytes: number;
  }[];
  /**
   * For bounces: the Message-IDs and subjects of what it may refer to, failed recipients, and the reason. Null
   * for other e-mails.
   */
  readonly returned: {
    readonly messageIds: readonly string[];
    readonly subjects: readonly string[];
    readonly recipients: readonly string[];
    readonly why: string;
  } | null;
  /** Sent by a machine or to a list: no one would read a reply. */
  readonly isAutomatic: boolean;
  /** Whether the receiving server authenticated the sender address (DMARC). */
  readonly isVerified: boolean;
}

/** What the mail system reports about an e-mail besides its bytes. */
export type MailEnvelope = Pick<MailMessage, "id" | "mailbox" | "threadId" | "at" | "snippet" | "labels">;

export interface AttachmentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** An outgoing e-mail. Message-IDs include angle brackets. */
export interface OutgoingEmail {
  readonly mailbox: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The provider's ID; null starts a thread. */
  readonly threadId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly messageId: string;
}

/** An e-mail to write as bytes. Its header fields hold no line breaks. */
export interface MailToWrite {
  readonly email: OutgoingEmail;
  readonly files: readonly AttachmentFile[];
  readonly sentAtMs: number;
}
