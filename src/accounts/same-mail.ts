/**
 * Whether two e-mails are one: the same Message-ID, or, where one of them is known without (an export of another system), the same sender, subject and minute, one minute
 * off at most. Two of a sender that both have an id are two, however alike.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { accountSources } from "./tables/accounts.ts";
import { among, type Statement, type TenantDb } from "../platform/db/index.ts";
import { derivedId } from "../kernel/ids.ts";

/** What an e-mail is known by. */
export interface MailIdentity {
  /** RFC 5322, with its angle brackets; null where it is not known. */
  readonly messageId: string | null;
  /** Of its own minute, then of those beside it. */
  readonly likeness: readonly [own: string, before: string, after: string];
}

const MINUTE_MS = 60_000;

/** What one is known by. */
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

/** Of an account's sources, those that are this e-mail under another name than `id`: looked up by an index each, never walked. */
function isSame(db: TenantDb, accountId: string, id: string, { messageId, likeness }: MailIdentity): SQL {
  const theirs = sql`select ${accountSources.id} from ${accountSources} where ${accountSources.tenantId} = ${db.tenantId} and ${accountSources.accountId} = ${accountId}`;
  const alike = sql`${theirs} and ${among(accountSources.likeness, likeness)}`;
  const same =
    messageId === null
      ? alike
      : sql`${alike} and ${accountSources.messageId} is null union all ${theirs} and ${accountSources.messageId} = ${messageId}`;
  return sql`${accountSources.accountId} = ${accountId} and ${accountSources.id} in (${same}) and ${accountSources.id} <> ${id}`;
}

/** Whether an account has it already; its id is noted where it was not known. */
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

/** No JSON: reading it as such is the error. */
const FILED = "an e-mail is filed";

/** Statement that ends its batch with an error where an account has it already: of two that are filed at once, one is. */
export function unlessHasMail(db: TenantDb, accountId: string, id: string, mail: MailIdentity): Statement {
  const held = sql<number>`case when count(*) = 0 then 1 else json(${FILED}) end`;
  return db.pick({ held: held.as("held") }, accountSources, isSame(db, accountId, id, mail));
}
