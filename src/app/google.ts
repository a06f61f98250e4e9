/** Finds a tenant's Gmail, ready to use, and decides on whose behalf the agent acts. */
import { and, eq } from "drizzle-orm";
import { readAttachment, readEmail, unreadEmail } from "../channels/email/inbound.ts";
import { findGoogleConnection, type Mail, type Mailbox } from "../connections/index.ts";
import { approvals, dbFor, mails, users, type TenantDb } from "../db/index.ts";
import { gmailClient } from "../integrations/google/client.ts";
import { accessTokens } from "../integrations/google/oauth.ts";
import { gmail, type EmailReader, type GoogleAccount } from "../integrations/google/read.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Env } from "../platform/env.ts";
import type { Author } from "../protocol/message.ts";
import { outsideHttp } from "./outside.ts";

const READER: EmailReader = { whole: readEmail, inShort: unreadEmail };

export { readAttachment };

/** The tenant's account, or the one of this connection if it is the tenant's; null where there is none. */
export async function findGoogleAccount(
  env: Env,
  tenantId: string,
  connectionId?: string,
): Promise<GoogleAccount | null> {
  const connection = await findGoogleConnection(dbFor(env.DB, tenantId), env.MASTER_KEYS, connectionId);
  if (connection === null) return null;
  const http = outsideHttp(env);
  const token = accessTokens(http, systemClock, connection, env.GOOGLE_OAUTH_BASE_URL);
  const client = gmailClient(http, systemClock, { baseUrl: env.GMAIL_BASE_URL, token });
  return { connection, client, clock: systemClock, reader: READER };
}

/** Whom the agent acts for: who speaks to it, or for an edited approval the call it was made by. */
export type ActingFor =
  | { readonly conversationId: string; readonly speaker: Author }
  | { readonly conversationId: string; readonly toolCallId: string };

/** The tenant's e-mail as it is used in a conversation. Throws AppError `not_configured` where there is none. */
export async function openMail(env: Env, tenantId: string, acting: ActingFor): Promise<Mail> {
  const account = await findGoogleAccount(env, tenantId);
  if (account === null)
    throw new AppError("not_configured", "No e-mail is connected yet. An admin can connect one.");
  const { settings } = account.connection;
  const address = await actingAddress(dbFor(env.DB, tenantId), acting, settings.mail.actAs);
  const mailbox =
    settings.mailboxes.find((one) => one.address === address) ??
    settings.mailboxes.find((one) => one.address === settings.mail.actAs.background);
  if (mailbox === undefined) throw new AppError("not_configured", "No mailbox is set up to act for.");
  return gmail(account, mailbox, [...new Set([mailbox.address, ...settings.mail.watched])]);
}

/** A thread of a watched mailbox is answered from there; else the settings say whom the agent acts for. */
async function actingAddress(
  db: TenantDb,
  acting: ActingFor,
  { chat, background }: { readonly chat: string; readonly background: string },
): Promise<Mailbox["address"]> {
  const { conversationId } = acting;
  if (conversationId.startsWith("email:")) {
    const mail = await db.find(mails, eq(mails.threadId, conversationId.slice("email:".length)));
    if (mail !== null) return mail.mailbox;
  }
  if ("toolCallId" in acting) return (await mailboxOfCall(db, acting)) ?? background;
  const { speaker } = acting;
  if (speaker.kind !== "user") return background;
  if (chat !== "own") return chat;
  const user = speaker.id === undefined ? null : await db.find(users, eq(users.id, speaker.id));
  return user?.email.toLowerCase() ?? background;
}

async function mailboxOfCall(
  db: TenantDb,
  call: { readonly conversationId: string; readonly toolCallId: string },
): Promise<string | null> {
  const { conversationId, toolCallId } = call;
  const mine = and(eq(approvals.conversationId, conversationId), eq(approvals.toolCallId, toolCallId));
  const approval = await db.find(approvals, mine ?? eq(approvals.toolCallId, toolCallId));
  const mailbox = approval?.proposedEffects
    .map(({ document }) => (document as { mailbox?: unknown } | undefined)?.mailbox)
    .find((address) => typeof address === "string");
  return typeof mailbox === "string" ? mailbox : null;
}
