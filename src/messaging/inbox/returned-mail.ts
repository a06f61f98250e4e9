/**
 * After we send an e-mail, its mailbox is searched for bounces every minute, whatever its checks' schedule,
 * hours and query, and whether it is watched or not. Mail servers report most failures within minutes.
 */
import { sql } from "drizzle-orm";
import { mailCursors } from "../tables/mails.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";

/** What mail servers send reports as; what they report on is read from the report itself. */
const RETURNED_QUERY =
  "-in:sent {from:mailer-daemon from:postmaster subject:undeliverable subject:undelivered}";
/** Shorter than the clock's minute, so that every minute has a search. */
const LOOK_EVERY_MS = 30_000;
const LOOK_FOR_MS = 30 * 60_000;

/** Starts the search, or prolongs it. */
export async function expectReturns(
  { db, clock }: { readonly db: TenantDb; readonly clock: Clock },
  { mailbox, connectionId }: { readonly mailbox: string; readonly connectionId: string },
): Promise<void> {
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  const due = { lookUntil: isoTime(nowMs + LOOK_FOR_MS), dueAt: isoTime(nowMs + LOOK_EVERY_MS) };
  const begin = { connectionId, query: RETURNED_QUERY, historyId: null, listing: null };
  await db.batch([
    db
      .insert(mailCursors, { mailbox, search: "returned", ...begin, updatedAt: now, ...due })
      .onConflictDoNothing(),
    db.update(
      mailCursors,
      { ...begin, updatedAt: now },
      sql`${mailCursors.mailbox} = ${mailbox} and ${mailCursors.search} = 'returned' and (${mailCursors.connectionId} <> ${connectionId} or ${mailCursors.query} <> ${RETURNED_QUERY})`,
    ),
    db.update(
      mailCursors,
      due,
      sql`${mailCursors.mailbox} = ${mailbox} and ${mailCursors.search} = 'returned'`,
    ),
  ]);
}

/** When a search for bounces that found nothing more is due again; null once it is over. */
export function nextReturnsLook(lookUntil: string | null, nowMs: number): string | null {
  const next = isoTime(nowMs + LOOK_EVERY_MS);
  return lookUntil !== null && next <= lookUntil ? next : null;
}
