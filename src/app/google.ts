/** Finds a tenant's Gmail, ready to use, and decides on whose behalf the agent acts. */
import { and, eq } from "drizzle-orm";
import { readAttachment, readEmail, unreadEmail } from "../channels/email/inbound.ts";
import { findGoogleConnection, type Calendars, type Mail, type Mailbox } from "../connections/index.ts";
import { approvals, dbFor, mails, systemDb, users, type TenantDb } from "../db/index.ts";
import { listEvents } from "../integrations/google/calendar.ts";
import { CALENDAR_ROOT, GMAIL_ROOT, googleClient } from "../integrations/google/client.ts";
import { accessTokens } from "../integrations/google/oauth.ts";
import { gmail, type EmailReader, type GoogleAccount } from "../integrations/google/read.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError, IntegrationError } from "../kernel/errors.ts";
import type { Env } from "../platform/env.ts";
import type { Author } from "../protocol/message.ts";
import { outsideHttp } from "./outside.ts";
import { spanIn } from "./text-records.ts";

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
  const open = (baseUrl: string, root: string) => googleClient(http, systemClock, { baseUrl, root, token });
  return {
    connection,
    client: open(env.GMAIL_BASE_URL, GMAIL_ROOT),
    calendar: open(env.GOOGLE_CALENDAR_BASE_URL, CALENDAR_ROOT),
    clock: systemClock,
    reader: READER,
  };
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
  const timeZone = (await systemDb(env.DB).findTenant(tenantId))?.timeZone ?? "UTC";
  return {
    ...gmail(account, mailbox, [...new Set([mailbox.address, ...settings.mail.watched])]),
    calendars: calendarsOf(account, mailbox, timeZone),
  };
}

/** The calendars of the settings' list, looked at as whom the agent acts for: what that person may not see stays hidden. */
function calendarsOf(account: GoogleAccount, actsAs: Mailbox, timeZone: string): Calendars {
  const { mailboxes, mail } = account.connection.settings;
  return {
    allowed: mailboxes.filter(({ address }) => mail.calendars.includes(address)),
    timeZone,
    async list(calendars, days) {
      const { from = "", to = "" } = spanIn(days, timeZone);
      const asked = calendars.filter(({ address }) => mail.calendars.includes(address));
      const found = await Promise.all(
        asked.map((owner) => listEvents(account, actsAs, owner, { from, to }).catch(ifUnseen)),
      );
      return {
        events: found
          .flatMap((events) => events ?? [])
          .sort((left, right) => left.start.localeCompare(right.start)),
        unseen: asked.filter((_, index) => found[index] === null),
      };
    },
  };
}

/** Google says of a calendar one may not see that there is none. */
function ifUnseen(error: unknown): null {
  if (error instanceof IntegrationError && error.status === 404) return null;
  throw error;
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
