/** Composes answers to people and colleagues in the channel they wrote in: texts, e-mail and Slack. */
import { newestOf, textEffect } from "./effects/sms-send.ts";
import type { TenantContext } from "../platform/context.ts";
import type { DirectTextDeps } from "./texts/index.ts";
import { approvalDeps } from "../approvals/open.ts";
import { openTexting } from "../integrations/open.ts";
import { replyEffect } from "./effects/email-send.ts";
import { mailOfMessage, type MailDeps, slackAsk } from "./inbox/index.ts";
import type { MailColleagueDeps, SlackColleagueDeps } from "../notifications/index.ts";
import { findMailboxes } from "../integrations/open-mailboxes.ts";
import { findMailConnection } from "../integrations/connections/index.ts";
import { slackAnswer } from "../integrations/effects/all.ts";
import { derivedId } from "../kernel/ids.ts";

export async function directTextDeps(ctx: TenantContext): Promise<DirectTextDeps> {
  return {
    approvals: await approvalDeps(ctx),
    texting: () => openTexting(ctx),
    textFrom: (texting, line, { number, name, contact }, text) =>
      textEffect(
        texting,
        line,
        { number, name, contactId: contact?.id ?? null, company: contact?.company ?? null },
        text,
      ),
    newestOf,
    async openConversation(identity) {
      return (await ctx.objects.conversation(identity.conversationId)).open(identity);
    },
  };
}

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

/** Dependencies of answering a colleague in Slack. */
export async function slackColleagueDeps(ctx: TenantContext): Promise<SlackColleagueDeps> {
  return {
    approvals: await approvalDeps(ctx),
    async placesOf(messageId, { name }) {
      const asked = await slackAsk(ctx.db, messageId);
      if (asked === null) return null;
      const { connectionId, userId, kind, threadTs, answerIn } = asked;
      const alone = {
        connectionId,
        toId: userId,
        toName: name,
        threadTs: kind === "direct" ? threadTs : null,
      };
      if (answerIn === null) return { asked: alone, alone };
      const { channelId: toId, name: toName } = answerIn;
      return { asked: { connectionId, toId, toName, threadTs: answerIn.threadTs }, alone };
    },
    answerAt: async (place, { id, text, card }) =>
      slackAnswer.of({
        ...place,
        readBy: "the workspace",
        text,
        card: card === null ? null : { ...card, lines: [...card.lines], warnings: [...card.warnings] },
        mark: await derivedId("steward", ctx.tenantId, id),
      }),
  };
}
