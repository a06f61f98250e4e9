/** Writes to the mailboxes of a connection, whichever vendor keeps them. Each call is sent exactly once. */
import type { AttachmentFile, OutgoingEmail } from "../../platform/email/message.ts";
import * as google from "../../integrations/google/write.ts";
import * as microsoft from "../../integrations/microsoft/write.ts";
import { categoryId } from "../../integrations/microsoft/read.ts";
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
  if ("graph" in account)
    return {
      send: (email, files) => microsoft.sendEmail(account, email, files),
      changeLabel: (mailbox, id, change) => microsoft.changeLabel(account, mailbox, id, change),
      labelNamed: (_mailbox, name) => Promise.resolve(categoryId(name)),
    };
  return {
    send: (email, files) => google.sendEmail(account, email, files),
    changeLabel: (mailbox, id, change) => google.changeLabel(account, mailbox, id, change),
    labelNamed: (mailbox, name) => google.labelNamed(account, mailbox, name),
  };
}
