/** The mail port. Implemented by integrations. */
import type { MailMessage, MailSummary } from "../../platform/email/message.ts";
import type { Mailbox } from "../google/settings.ts";

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
  labels(mailbox: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Messages of a thread, oldest first, without drafts and deleted ones. */
  thread(mailbox: string, threadId: string): Promise<readonly MailSummary[]>;
}
