import type { Performed } from "../approvals/ports.ts";
import { findByMessageId } from "../integrations/google/read.ts";
import { sendEmail } from "../integrations/google/write.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { emailDocumentSchema, type EmailDocument } from "../protocol/email-document.ts";
import { defineAction, notFound, unlessUnanswered } from "./action.ts";

/** Sends an e-mail. A sent e-mail cannot be taken back. Its Message-ID is ours, so a crash is settled by looking for it. */
export const emailSend = defineAction({
  kind: "email.send",
  vendor: "google",
  document: emailDocumentSchema,
  recovery: "look_up",
  async perform(document, account) {
    const mailbox = account.connection.settings.mailboxes.find(({ address }) => address === document.mailbox);
    if (mailbox === undefined || document.from.address !== document.mailbox) {
      throw new IntegrationError("google", "the mailbox that was approved is not set up any more", {
        outcome: "not_applied",
        status: 403,
      });
    }
    const { id } = await sendEmail(account, document);
    return sent(document, id);
  },
  async lookUp(document, account, options) {
    return unlessUnanswered(async () => {
      const found = await findByMessageId(account, document.mailbox, document.messageId);
      const ours = found.find(({ id }) => !options.takenProviderIds.includes(id));
      return ours === undefined ? notFound(options) : { kind: "found", performed: sent(document, ours.id) };
    });
  },
  compensate: () => null,
});

function sent({ to, subject }: EmailDocument, providerId: string): Performed {
  const [first = "", ...others] = to;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return { providerId, summary: `E-mail sent to ${first}${more}: ${subject}`, link: null };
}
