/**
 * Durable acceptance of e-mails: each is stored once, by the provider's ID in its mailbox, before any other
 * work. An e-mail in two watched mailboxes counts once: the second is stored as a copy and starts no run.
 */
import { and, eq, sql } from "drizzle-orm";
import type { MailMessage } from "../../platform/email/message.ts";
import { mailBacklog, mails } from "../tables/mails.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { wasErased } from "../../platform/erased/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { MailReason } from "../api/reasons.ts";
import type { MailCheckName } from "../api/mail.ts";
import type { MailDeps, MailRow } from "./mail-ports.ts";

const SENT = "SENT";
/** Says that an e-mail of these threads was dispatched, or found to have been sent. Persisted. */
export const THREAD_CHANGED = "mail.thread.changed";
/** Shorter e-mails need no summary. */
const SUMMARY_CHARS = 400;

/** The IDs in this mailbox that were never accepted. */
export async function unknownIds(db: TenantDb, mailbox: string, ids: readonly string[]): Promise<string[]> {
  const among = sql`${mails.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await db.pick({ id: mails.id }, mails, and(eq(mails.mailbox, mailbox), among));
  const known = new Set(rows.map((row) => row["id"]));
  return ids.filter((id) => !known.has(id));
}

/**
 * Moves an e-mail from the backlog into the records: one found by a check, or a sent one (`check` null). Old
 * e-mails start no run. One found by the search for bounces is only accepted if it is a bounce of ours: all
 * others are left to the checks. Returns the row to dispatch, or null. Idempotent. Throws on
 * database errors.
 */
export async function acceptMail(
  deps: Pick<MailDeps, "db" | "clock" | "isOwnMail" | "noteReturned">,
  mail: MailMessage,
  found: {
    readonly connectionId: string;
    readonly check: MailCheckName | null;
    readonly isPast?: boolean;
    readonly onlyReturned?: boolean;
  },
): Promise<MailRow | null> {
  const { db } = deps;
  const row = await rowOf(mail, found, isoTime(deps.clock.now()));
  const [to] = row.to;
  const party = row.direction === "incoming" ? row.fromAddress : to;
  const isErased = party !== undefined && (await wasErased(db, [party], row.at));
  const reason = isErased ? null : await whyQuiet(deps, mail, row, found.isPast === true);
  if (isErased || (found.onlyReturned === true && reason !== "returned")) {
    await db.remove(mailBacklog, isListed(row));
    return null;
  }
  const settled = reason === null ? {} : { state: "recorded" as const, reason, summaryDueAt: null };
  const key = mailKeyOf(row);
  const type = "mail.email.arrived" as const;
  const arrived = { id: `${type}:${key}`, type, actor: STEWARD_ACTOR, payload: { ids: [key] } };
  await db.batch([
    eventStatement(db, arrived, deps.clock.now()),
    ...(reason === "own" ? [threadChanged(db, row, deps.clock.now())] : []),
    db.remove(mailBacklog, isListed(row)),
    db.insert(mails, { ...row, ...settled }).onConflictDoNothing(),
    db
      .insert(mails, {
        ...row,
        fingerprint: `copy:${row.mailbox}:${row.id}`,
        state: "recorded",
        reason: "copy",
        summaryDueAt: null,
      })
      .onConflictDoNothing(),
  ]);
  const kept = await db.find(mails, and(eq(mails.mailbox, row.mailbox), eq(mails.id, row.id)) ?? sql`0`);
  return kept?.state === "received" ? kept : null;
}

/** The event for one of a thread's e-mails; a repeat adds nothing. */
export function threadChanged(
  db: TenantDb,
  mail: Pick<MailRow, "mailbox" | "id" | "threadId">,
  nowMs: number,
): Statement {
  return eventStatement(
    db,
    {
      id: `${THREAD_CHANGED}:${mailKeyOf(mail)}`,
      type: THREAD_CHANGED,
      actor: STEWARD_ACTOR,
      payload: { ids: [mail.threadId] },
    },
    nowMs,
  );
}

/** Why an e-mail starts no run; null if it may. */
async function whyQuiet(
  deps: Pick<MailDeps, "isOwnMail" | "noteReturned">,
  mail: MailMessage,
  row: Parameters<MailDeps["isOwnMail"]>[0],
  isPast: boolean,
): Promise<Extract<MailReason, "own" | "returned" | "past"> | null> {
  if (row.direction === "outgoing" && (await deps.isOwnMail(row))) return "own";
  if (mail.returned !== null && (await deps.noteReturned(mail.returned, mail.at))) return "returned";
  return isPast ? "past" : null;
}

function isListed({ mailbox, id }: Pick<MailRow, "mailbox" | "id">) {
  return and(eq(mailBacklog.mailbox, mailbox), eq(mailBacklog.id, id)) ?? sql`false`;
}

/** A key for an e-mail that is unique across the tenant's mailboxes. */
export function mailKeyOf({ mailbox, id }: Pick<MailRow, "mailbox" | "id">): string {
  return `${mailbox}/${id}`;
}

async function rowOf(
  mail: MailMessage,
  { connectionId, check }: { readonly connectionId: string; readonly check: MailCheckName | null },
  receivedAt: string,
): Promise<Omit<MailRow, "tenantId">> {
  // E-mail a person sends to themselves is in both folders and counts as outgoing.
  const outgoing = mail.labels.includes(SENT);
  return {
    mailbox: mail.mailbox,
    id: mail.id,
    connectionId,
    threadId: mail.threadId,
    direction: outgoing ? "outgoing" : "incoming",
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo,
    fromName: mail.from.name,
    fromAddress: mail.from.address,
    to: [...mail.to],
    cc: [...mail.cc],
    subject: mail.subject,
    text: mail.text,
    quoted: mail.quoted,
    hidden: mail.hidden,
    attachments: [...mail.attachments],
    at: mail.at,
    receivedAt,
    checkName: check,
    fingerprint: await fingerprintOf(mail),
    state: "received",
    reason: null,
    attempts: 0,
    sender: senderOf(mail),
    summary: null,
    said: null,
    summaryDueAt: outgoing || !isWorthSummary(mail) ? null : receivedAt,
    summarizedAt: null,
  };
}

/** Written by a person, and long enough to need a summary. */
function isWorthSummary({ isAutomatic, text }: MailMessage): boolean {
  return !isAutomatic && text.length >= SUMMARY_CHARS;
}

function senderOf({ isAutomatic, isVerified }: MailMessage): MailRow["sender"] {
  if (isAutomatic) return "machine";
  return isVerified ? "verified" : "unverified";
}

/**
 * Equal only for the same words under the same Message-ID: a reused Message-ID with other words starts its
 * own run.
 */
function fingerprintOf({ id, mailbox, messageId, from, subject, text }: MailMessage): Promise<string> {
  if (messageId === null) return derivedId("mail", mailbox, id);
  return derivedId("mail", messageId, from.address, subject, text);
}
