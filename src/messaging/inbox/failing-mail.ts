/**
 * E-mails that were listed and could not be taken, for the people who run the deployment: seen, tried again at once, or given up. A given-up one
 * stays in the backlog, so that no later listing finds it anew, and is never tried again.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { auditStatement } from "../../platform/audit/index.ts";
import { mailBacklog, mailCursors } from "../tables/mails.ts";
import { type SystemDb, type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { FailingMail } from "../../team/api/operator.ts";

/** More than anybody looks through. */
const SHOWN = 100;
const NEVER = "9999-12-31T23:59:59.999Z";

/** Where every look at the backlog leaves out what was given up. */
export const notGivenUp: SQL = sql`${mailBacklog.attempts} >= 0`;

/** An e-mail of a mailbox. */
export interface MailKey {
  readonly mailbox: string;
  readonly id: string;
}

/** What could not be taken, the longest known first. */
export async function listFailingMail(system: Pick<SystemDb, "listFailingMail">): Promise<FailingMail[]> {
  const rows = await system.listFailingMail(SHOWN);
  return rows.map(({ tenantId, tenantName, mailbox, id, attempts, listedAt, dueAt }) => ({
    tenantId,
    tenantName,
    mailbox,
    id,
    attempts,
    listedAt,
    nextTryAt: dueAt,
  }));
}

/** Has an e-mail tried again at once. Safe to repeat. Throws `not_found` where it does not fail any more. */
export async function retryMail(
  { db, clock }: { readonly db: TenantDb; readonly clock: Clock },
  key: MailKey,
): Promise<void> {
  const now = isoTime(clock.now());
  const [due] = await db.batch([
    db.update(mailBacklog, { dueAt: now }, failing(key)).returning({ id: mailBacklog.id }),
    db.update(mailCursors, { dueAt: now }, eq(mailCursors.mailbox, key.mailbox)),
  ]);
  mustHave(due);
}

/** Gives an e-mail up for good; the team's audit log says so. Throws `not_found` where it does not fail any more. */
export async function dropMail(
  { db, clock }: { readonly db: TenantDb; readonly clock: Clock },
  key: MailKey,
  operatorEmail: string,
): Promise<void> {
  const given = await db
    .update(mailBacklog, { attempts: -1, dueAt: NEVER }, failing(key))
    .returning({ id: mailBacklog.id });
  mustHave(given);
  const entry = {
    id: `mail-given-up:${key.mailbox}/${key.id}`,
    actor: { kind: "system", id: "system:operator", name: operatorEmail },
    action: "mail.given_up",
    subject: { kind: "mail", id: key.id },
    sentence: `The operator of this deployment gave up an e-mail in ${key.mailbox} that couldn’t be read.`,
  } as const;
  await db.batch([auditStatement(db, entry, clock.now())]);
}

function failing({ mailbox, id }: MailKey): SQL {
  return (
    and(eq(mailBacklog.mailbox, mailbox), eq(mailBacklog.id, id), sql`${mailBacklog.attempts} > 0`) ??
    sql`false`
  );
}

function mustHave(rows: unknown): void {
  if (!Array.isArray(rows) || rows.length === 0)
    throw new AppError("not_found", "This isn’t failing anymore.");
}
