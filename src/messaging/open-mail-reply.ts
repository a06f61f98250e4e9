/** Wires e-mail between Steward and colleagues: authenticating the author, and replying. */
import { replyEffect } from "./effects/email-send.ts";
import { mailOfMessage, type MailDeps } from "./inbox/index.ts";
import { findByMessageId, readMessage } from "../integrations/google/read.ts";
import type { MailColleagueDeps } from "../notifications/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { findAccount } from "../integrations/open.ts";
import { approvalDeps } from "../approvals/open.ts";

/** Maximum copies of one e-mail checked per mailbox. */
const COPIES = 3;

/** Dependencies of answering a colleague by e-mail. */
export async function mailColleagueDeps(ctx: TenantContext): Promise<MailColleagueDeps> {
  return {
    approvals: await approvalDeps(ctx),
    async replyTo(messageId, reply) {
      const mail = await mailOfMessage(ctx.db, messageId);
      const account = await findAccount(ctx, "google", mail?.connectionId);
      const { id: connectionId, settings } = account?.connection ?? {};
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
  const account = await findAccount(ctx, "google");
  const isListed = account?.connection.settings.mailboxes.some(({ address }) => address === fromAddress);
  if (account === null || isListed !== true || messageId === null) return false;
  for (const { id } of (await findByMessageId(account, fromAddress, messageId)).slice(0, COPIES)) {
    const mail = await readMessage(account, fromAddress, id);
    if (mail?.labels.includes("SENT") === true && mail.subject === subject && mail.text === text) return true;
  }
  return false;
}
