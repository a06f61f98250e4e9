/**
 * Durable acceptance of e-mails: each is on disk once, by the provider's id in its mailbox, before anything is done with it. One that lies
 * in two watched mailboxes is one e-mail: the second is kept as a copy and starts nothing.
 */
import { and, eq, sql } from "drizzle-orm";
import type { MailMessage } from "../../integrations/connections/index.ts";
import { mailBacklog, mails } from "../tables/mails.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { wasErased } from "../../platform/erased/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { MailReason } from "../api/reasons.ts";
import type { MailCheckName } from "../api/mail.ts";
import type { MailDeps, MailRow } from "./mail-ports.ts";

const SENT = "SENT";
/** A shorter one is read at a glance. */
const SUMMARY_CHARS = 400;

/** Of these ids of a mailbox, those that were never accepted. */
export async function unknownIds(db: TenantDb, mailbox: string, ids: readonly string[]): Promise<string[]> {
  const among = sql`${mails.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await db.pick({ id: mails.id }, mails, and(eq(mails.mailbox, mailbox), among));
  const known = new Set(rows.map((row) => row["id"]));
  return ids.filter((id) => !known.has(id));
}

/**
 * Takes an e-mail of a check, or one that was found among those sent (`check` null), off the backlog; one of the past starts nothing. Answers the row
 * that is to be dispatched, null for one that was taken before. Repeats change nothing. Throws where the database does.
 */
export async function acceptMail(
  deps: Pick<MailDeps, "db" | "clock" | "isOwnMail" | "noteReturned">,
  mail: MailMessage,
  found: { readonly connectionId: string; readonly check: MailCheckName | null; readonly isPast?: boolean },
): Promise<MailRow | null> {
  const { db } = deps;
  const row = await rowOf(mail, found, isoTime(deps.clock.now()));
  const [to] = row.to;
  const party = row.direction === "incoming" ? row.fromAddress : to;
  if (party !== undefined && (await wasErased(db, [party], row.at))) {
    await db.remove(mailBacklog, isListed(row));
    return null;
  }
  const reason = await whyQuiet(deps, mail, row, found.isPast === true);
  const settled = reason === null ? {} : { state: "recorded" as const, reason, summaryDueAt: null };
  const key = mailKeyOf(row);
  const type = "mail.email.arrived" as const;
  const arrived = { id: `${type}:${key}`, type, actor: STEWARD_ACTOR, payload: { ids: [key] } };
  await db.batch([
    eventStatement(db, arrived, deps.clock.now()),
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

/** Why an e-mail starts nothing; null for one that may. */
async function whyQuiet(
  deps: Pick<MailDeps, "isOwnMail" | "noteReturned">,
  mail: MailMessage,
  row: Parameters<MailDeps["isOwnMail"]>[0],
  isPast: boolean,
): Promise<Extract<MailReason, "own" | "returned" | "past"> | null> {
  if (row.direction === "outgoing" && (await deps.isOwnMail(row))) return "own";
  if (mail.returned !== null && (await deps.noteReturned(mail.returned))) return "returned";
  return isPast ? "past" : null;
}

function isListed({ mailbox, id }: Pick<MailRow, "mailbox" | "id">) {
  return and(eq(mailBacklog.mailbox, mailbox), eq(mailBacklog.id, id)) ?? sql`false`;
}

/** An e-mail's name among all mailboxes of a tenant. */
export function mailKeyOf({ mailbox, id }: Pick<MailRow, "mailbox" | "id">): string {
  return `${mailbox}/${id}`;
}

async function rowOf(
  mail: MailMessage,
  { connectionId, check }: { readonly connectionId: string; readonly check: MailCheckName | null },
  receivedAt: string,
): Promise<Omit<MailRow, "tenantId">> {
  // What somebody sent to themselves as well lies in both places and is theirs.
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
    summaryDueAt: outgoing || !isWorthSummary(mail) ? null : receivedAt,
    summarizedAt: null,
  };
}

/** What a person wrote, and too long to be read at a glance. */
function isWorthSummary({ isAutomatic, text }: MailMessage): boolean {
  return !isAutomatic && text.length >= SUMMARY_CHARS;
}

function senderOf({ isAutomatic, isVerified }: MailMessage): MailRow["sender"] {
  if (isAutomatic) return "machine";
  return isVerified ? "verified" : "unverified";
}

/** Equal only for the same words under the same Message-ID: an id that is used again for other words starts a run of its own. */
function fingerprintOf({ id, mailbox, messageId, from, subject, text }: MailMessage): Promise<string> {
  if (messageId === null) return derivedId("mail", mailbox, id);
  return derivedId("mail", messageId, from.address, subject, text);
}
