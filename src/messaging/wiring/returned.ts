/** Composition of what came back: the receipt, the pages that show it, and whoever approved it. */
import { notifier } from "../../platform/notifier.ts";
import { sql, type SQL } from "drizzle-orm";
import { emailSend } from "../effects/email-send.ts";
import { smsSend } from "../effects/sms-send.ts";
import { isEffect, markReturned } from "../../approvals/index.ts";
import type { MailMessage } from "../../platform/email/message.ts";
import { effects } from "../../approvals/tables/approvals.ts";
import type { TenantContext } from "../../platform/context.ts";
import { approvalDeps } from "../../approvals/open.ts";

/** An e-mail of ours came back. False where it is none of ours. Throws where it isn't on record as sent yet: the report is read again later. */
export async function noteReturned(
  ctx: TenantContext,
  { messageIds, recipients, why }: NonNullable<MailMessage["returned"]>,
): Promise<boolean> {
  const where = sql`json_extract(${effects.document}, '$.messageId') in (select value from json_each(${JSON.stringify(messageIds)}))`;
  const whom = recipients.length === 0 ? "" : ` to ${recipients.slice(0, 3).join(", ")}`;
  return note(ctx, { kind: emailSend.kind, where, why: `it came back${whom}: ${why}` });
}

/** A text of ours did not arrive. */
export async function noteUndelivered(ctx: TenantContext, textId: string): Promise<void> {
  const where = sql`${effects.providerId} = ${textId}`;
  await note(ctx, { kind: smsSend.kind, where, why: "the carrier couldn’t deliver it" });
}

async function note(
  ctx: TenantContext,
  what: { readonly kind: string; readonly where: SQL; readonly why: string },
): Promise<boolean> {
  if (!(await isEffect(ctx.db, what.kind, what.where))) return false;
  const found = await markReturned(await approvalDeps(ctx), what);
  if (found.length === 0) throw new Error("What came back isn't on record as sent yet.");
  const notifications = notifier(ctx);
  for (const { approval, effectId, why } of found) {
    await notifications.tellAsker({
      key: `returned:${effectId}`,
      sourceId: approval.id,
      userId: approval.decidedBy?.id ?? null,
      because: "You approved it",
      title: `Not delivered: ${approval.title}`,
      body: `It was sent, but ${why}.`,
      path: `/approvals/${approval.id}`,
      settles: null,
    });
  }
  return true;
}
