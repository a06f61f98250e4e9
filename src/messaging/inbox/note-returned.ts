/** Composition of what came back: the receipt, the pages that show it, and whoever approved it. */
import { notifier } from "../../platform/notifier.ts";
import { eq, sql, type SQL } from "drizzle-orm";
import { emailSend } from "../effects/email-send.ts";
import { smsSend } from "../effects/sms-send.ts";
import { isEffect, markReturned } from "../../approvals/index.ts";
import type { MailMessage } from "../../platform/email/message.ts";
import { effects } from "../../approvals/tables/approvals.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { isoTime, msOf } from "../../kernel/clock.ts";
import { approvalDeps } from "../../approvals/open.ts";

type ReturnedMail = NonNullable<MailMessage["returned"]>;

/** Mail servers give up after five days at most (RFC 5321, section 4.5.4.1). */
const GIVEN_UP_MS = 6 * 24 * 3_600_000;

/** An e-mail of ours came back. False where it is none of ours. Throws where it isn't on record as sent yet: the report is read again later. */
export async function noteReturned(ctx: TenantContext, returned: ReturnedMail, at: string): Promise<boolean> {
  const { messageIds, recipients, why } = returned;
  const where = sql`json_extract(${effects.document}, '$.messageId') in ${among(messageIds)}`;
  const whom = recipients.length === 0 ? "" : ` to ${recipients.slice(0, 3).join(", ")}`;
  const what = { kind: emailSend.kind, where, why: `it came back${whom}: ${why}` };
  if (messageIds.length > 0) return note(ctx, what);
  const effectId = await onlyOneLike(ctx.db, returned, at);
  return effectId !== null && note(ctx, { ...what, where: eq(effects.id, effectId) });
}

/**
 * The e-mail that a report without any Message-ID is about: the only one of the days before that was sent to
 * that recipient under that subject.
 */
async function onlyOneLike(
  db: TenantDb,
  { recipients, subjects }: ReturnedMail,
  at: string,
): Promise<string | null> {
  const { kind, status, document, claimedAt, id } = effects;
  const isTo = (field: string): SQL =>
    sql`exists (select 1 from json_each(${document}, ${field}) where lower(value) in ${among(recipients)})`;
  const rows = await db
    .pick(
      { id },
      effects,
      sql`${kind} = ${emailSend.kind} and ${status} = 'done' and ${claimedAt} <= ${at}
        and ${claimedAt} >= ${isoTime(msOf(at) - GIVEN_UP_MS)}
        and json_extract(${document}, '$.subject') in ${among(subjects)} and (${isTo("$.to")} or ${isTo("$.cc")})`,
    )
    .limit(2);
  return rows.length === 1 ? String(rows[0]?.["id"]) : null;
}

function among(values: readonly string[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(values)}))`;
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
      title: `Undelivered: ${approval.title}`,
      body: `It was sent, but ${why}.`,
      path: `/approvals/${approval.id}`,
      settles: null,
    });
  }
  return true;
}
