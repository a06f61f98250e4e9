/**
 * E-mails that were listed but could not be processed, for operators of the deployment: list, retry now, or
 * drop. A dropped e-mail stays in the backlog, so that later listings skip it, and is never retried.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { auditStatement } from "../../platform/audit/index.ts";
import { mailBacklog, mailCursors } from "../tables/mails.ts";
import { type SystemDb, type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { FailingMail } from "../../platform/api/work-status.ts";

/** Maximum entries shown. */
const SHOWN = 100;
const NEVER = "9999-12-31T23:59:59.999Z";

/** Condition that excludes dropped e-mails. Every backlog query must include it. */
export const notGivenUp: SQL = sql`${mailBacklog.attempts} >= 0`;

interface MailKey {
  readonly mailbox: string;
  readonly id: string;
}

/** E-mails that could not be processed, oldest first. */
export async function listFailingMail(system: Pick<SystemDb, "listFailing">): Promise<FailingMail[]> {
  const rows = await system.listFailing(
    mailBacklog,
    { since: mailBacklog.listedAt, where: sql`${mailBacklog.attempts} > 0` },
    SHOWN,
  );
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

/** Retries an e-mail immediately. Idempotent. Throws `not_found` if it is no longer failing. */
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

/**
 * Drops an e-mail permanently, with an entry in the team's audit log. Throws `not_found` if it is no longer
 * failing.
 */
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
