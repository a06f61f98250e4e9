/** Wires e-mail between Steward and colleagues: authenticating the author, and replying. */
import { replyEffect } from "./effects/email-send.ts";
import { mailOfMessage, type MailDeps } from "./inbox/index.ts";
import type { MailColleagueDeps } from "../notifications/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { findMailboxes } from "../integrations/open-mailboxes.ts";
import { findMailConnection } from "../integrations/connections/index.ts";
import { approvalDeps } from "../approvals/open.ts";

/** Maximum copies of one e-mail checked per mailbox. */
const COPIES = 3;

/** Dependencies of answering a colleague by e-mail. */
export async function mailColleagueDeps(ctx: TenantContext): Promise<MailColleagueDeps> {
  return {
    approvals: await approvalDeps(ctx),
    async replyTo(messageId, reply) {
      const mail = await mailOfMessage(ctx.db, messageId);
      const { id: connectionId, settings } = (await findMailConnection(ctx.db, mail?.connectionId)) ?? {};
      const mailbox = settings?.mailboxes.find(({ address }) => address === mail?.mailbox);
      if (mail === null || connectionId === undefined || mailbox === undefined) return null;
      return replyEffect({ connectionId, mailbox, mail }, reply);
    },
  };
}

/**
 * Whether a colleague's own mailbox sent this e-mail, word for word. The receiving server may not
 * authenticate e-mail within one domain.
 */
export async function isInSent(
  ctx: TenantContext,
  { fromAddress, messageId, subject, text }: Parameters<MailDeps["isInSent"]>[0],
): Promise<boolean> {
  const mailboxes = await findMailboxes(ctx);
  const isListed = mailboxes?.connection.settings.mailboxes.some(({ address }) => address === fromAddress);
  if (mailboxes === null || isListed !== true || messageId === null) return false;
  for (const { id } of (await mailboxes.findByMessageId(fromAddress, messageId)).slice(0, COPIES)) {
    const mail = await mailboxes.read(fromAddress, id);
    if (mail?.labels.includes("SENT") === true && mail.subject === subject && mail.text === text) return true;
  }
  return false;
}
