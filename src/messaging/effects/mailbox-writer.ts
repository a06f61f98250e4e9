/** Writes to the mailboxes of a connection, whichever vendor keeps them. Each call is sent exactly once. */
import type { AttachmentFile, OutgoingEmail } from "../../platform/email/message.ts";
import { changeLabel, labelNamed, sendEmail } from "../../integrations/google/write.ts";
import type { MailAccount } from "../../integrations/open-mailboxes.ts";

interface MailboxWriter {
  /** Returns the vendor's ID; null if it doesn't say. No vendor has idempotency keys. */
  send(email: OutgoingEmail, files: readonly AttachmentFile[]): Promise<{ readonly id: string | null }>;
  /** Adds or removes a label. Idempotent. */
  changeLabel(
    mailbox: string,
    id: string,
    change: { readonly change: "add" | "remove"; readonly labelId: string },
  ): Promise<void>;
  /** The ID of a label by name; creates the label if missing. */
  labelNamed(mailbox: string, name: string): Promise<string>;
}

export function mailboxWriter(account: MailAccount): MailboxWriter {
  return {
    send: (email, files) => sendEmail(account, email, files),
    changeLabel: (mailbox, id, change) => changeLabel(account, mailbox, id, change),
    labelNamed: (mailbox, name) => labelNamed(account, mailbox, name),
  };
}
