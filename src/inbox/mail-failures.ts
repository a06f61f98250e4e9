/**
 * E-mails of a mailbox that could not be read: they stand behind all that were tried less, so that none keeps the rest waiting, and are told to a
 * person once they have failed several times. They are tried again at every look that gets to them.
 */
import { and, eq, lt, sql } from "drizzle-orm";
import { mailFailures, type TenantDb } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { MailCheckDeps } from "./mail-ports.ts";

/** Looks that fail at an e-mail before a person is told to read it: what passes by itself is over by then. */
const TOLD_AFTER = 3;
/** No look asks for an e-mail any more that is older. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** These ids of a mailbox, those that failed least first; what is equal stays in order. */
export async function leastFailedFirst(
  db: TenantDb,
  mailbox: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.rows(mailFailures, eq(mailFailures.mailbox, mailbox));
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]));
  return ids.toSorted((one, other) => (attempts.get(one) ?? 0) - (attempts.get(other) ?? 0));
}

/** Counts an e-mail that could not be read, and tells a person where that goes on. */
export async function noteFailure(deps: MailCheckDeps, mailbox: string, id: string): Promise<void> {
  const { db, clock } = deps;
  const failedAt = isoTime(clock.now());
  const row = { mailbox, id, attempts: 1, failedAt };
  await db.batch([
    db.insert(mailFailures, row).onConflictDoUpdate({
      target: [mailFailures.tenantId, mailFailures.mailbox, mailFailures.id],
      set: { attempts: sql`${mailFailures.attempts} + 1`, failedAt },
    }),
    db.remove(mailFailures, lt(mailFailures.failedAt, isoTime(clock.now() - KEPT_MS))),
  ]);
  const attempts = (await db.find(mailFailures, isRow(mailbox, id)))?.attempts ?? 0;
  if (attempts >= TOLD_AFTER) await deps.tellUnreadable({ mailbox, id });
}

/** An e-mail was read, or is gone: nobody needs to look after it any more. Repeats change nothing. */
export async function forgetFailure(deps: MailCheckDeps, mailbox: string, id: string): Promise<void> {
  const gone = await deps.db.remove(mailFailures, isRow(mailbox, id)).returning();
  if (gone.length > 0) await deps.settleUnreadable({ mailbox, id });
}

function isRow(mailbox: string, id: string) {
  return and(eq(mailFailures.mailbox, mailbox), eq(mailFailures.id, id)) ?? sql`0`;
}
