/**
 * Whether two e-mails are the same: by Message-ID or, if one of them has none (an export of another system),
 * by sender, subject and minute, plus or minus one minute. Two e-mails with different Message-IDs are never
 * the same.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { accountSources } from "./tables/accounts.ts";
import { among, type Statement, type TenantDb } from "../platform/db/index.ts";
import { derivedId } from "../kernel/ids.ts";
import { MINUTE_MS } from "../kernel/clock.ts";

/** Identifies an e-mail. */
export interface MailIdentity {
  /** RFC 5322, with angle brackets; null if unknown. */
  readonly messageId: string | null;
  /** For its own minute, then the adjacent ones. */
  readonly likeness: readonly [own: string, before: string, after: string];
}

export async function mailIdentity({
  messageId,
  from,
  subject,
  at,
}: {
  readonly messageId: string | null;
  readonly from: string;
  readonly subject: string;
  readonly at: string;
}): Promise<MailIdentity> {
  const minute = Math.floor(Date.parse(at) / MINUTE_MS);
  const words = subject.trim().replace(/\s+/g, " ").toLowerCase();
  const like = (one: number): Promise<string> =>
    derivedId("same-mail", from.trim().toLowerCase(), words, String(one));
  const [own, before, after] = await Promise.all([like(minute), like(minute - 1), like(minute + 1)]);
  return { messageId, likeness: [own, before, after] };
}

/** The account's sources that are this e-mail under an ID other than `id`; each condition uses an index. */
function isSame(db: TenantDb, accountId: string, id: string, { messageId, likeness }: MailIdentity): SQL {
  const theirs = sql`select ${accountSources.id} from ${accountSources} where ${accountSources.tenantId} = ${db.tenantId} and ${accountSources.accountId} = ${accountId}`;
  const alike = sql`${theirs} and ${among(accountSources.likeness, likeness)}`;
  const same =
    messageId === null
      ? alike
      : sql`${alike} and ${accountSources.messageId} is null union all ${theirs} and ${accountSources.messageId} = ${messageId}`;
  return sql`${accountSources.accountId} = ${accountId} and ${accountSources.id} in (${same}) and ${accountSources.id} <> ${id}`;
}

/** Whether an account already has it; stores its Message-ID if it was unknown. */
export async function hasMail(
  db: TenantDb,
  accountId: string,
  id: string,
  mail: MailIdentity,
): Promise<boolean> {
  const [known] = await db.rows(accountSources, isSame(db, accountId, id, mail)).limit(1);
  if (known === undefined) return false;
  if (known.messageId === null && mail.messageId !== null)
    await db.update(
      accountSources,
      { messageId: mail.messageId },
      and(eq(accountSources.accountId, accountId), eq(accountSources.id, known.id)) ?? sql`false`,
    );
  return true;
}

/** Invalid JSON: parsing it raises the error. */
const FILED = "an e-mail is filed";

/**
 * Statement that aborts its batch if an account already has the e-mail, so that of two filed concurrently one
 * fails.
 */
export function unlessHasMail(db: TenantDb, accountId: string, id: string, mail: MailIdentity): Statement {
  const held = sql<number>`case when count(*) = 0 then 1 else json(${FILED}) end`;
  return db.pick({ held: held.as("held") }, accountSources, isSame(db, accountId, id, mail));
}
