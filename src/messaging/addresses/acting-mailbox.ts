/** Determines the mailbox the agent acts for when it uses e-mail and calendars. */
import { and, eq, sql } from "drizzle-orm";
import type { MailboxSettings, Mailbox } from "../../integrations/connections/index.ts";
import { approvals } from "../../approvals/tables/approvals.ts";
import { mails } from "../tables/mails.ts";
import { users, type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Acting } from "../../agent/tools/call.ts";

const EMAIL_THREAD = "email:";

/**
 * The acting mailbox: a thread of a watched mailbox is answered from it; a call resolved again keeps its
 * mailbox; otherwise the settings decide. Never a mailbox outside the connection's list. Throws AppError
 * `not_configured` if none is set up.
 */
export async function actingMailbox(
  db: TenantDb,
  settings: MailboxSettings,
  acting: Acting,
): Promise<Mailbox> {
  const { mailboxes, mail } = settings;
  const address = await actingAddress(db, acting, mail.actAs);
  const mailbox =
    mailboxes.find((one) => one.address === address) ??
    mailboxes.find((one) => one.address === mail.actAs.background);
  if (mailbox === undefined) throw new AppError("not_configured", "No mailbox is set up to act for.");
  return mailbox;
}

async function actingAddress(
  db: TenantDb,
  { conversationId, callId, speaker }: Acting,
  { chat, background }: MailboxSettings["mail"]["actAs"],
): Promise<string> {
  if (conversationId.startsWith(EMAIL_THREAD)) {
    const mail = await db.find(mails, eq(mails.threadId, conversationId.slice(EMAIL_THREAD.length)));
    if (mail !== null) return mail.mailbox;
  }
  if (callId !== null) return (await mailboxOfCall(db, conversationId, callId)) ?? background;
  if (speaker?.kind !== "user") return background;
  if (chat !== "own") return chat;
  const user = speaker.id === undefined ? null : await db.find(users, eq(users.id, speaker.id));
  return user?.email.toLowerCase() ?? background;
}

/** The mailbox an earlier resolution of the call used; null if none is on record. */
export async function mailboxOfCall(
  db: TenantDb,
  conversationId: string,
  callId: string,
): Promise<string | null> {
  const mine = and(eq(approvals.conversationId, conversationId), eq(approvals.toolCallId, callId));
  const approval = await db.find(approvals, mine ?? sql`false`);
  const mailbox = approval?.proposedEffects
    .map(({ document }) => document["mailbox"])
    .find((address) => typeof address === "string");
  return typeof mailbox === "string" ? mailbox : null;
}
