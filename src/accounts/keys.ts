/**
 * Keys that identify an account's people: addresses (lowercase) and numbers (E.164). Names identify nobody.
 */
import { eq, isNull, sql } from "drizzle-orm";
import { accountKeys, accounts } from "./tables/accounts.ts";
import { among, users, type Statement, type TenantDb } from "../platform/db/index.ts";
import { numberParts } from "../kernel/phone.ts";
import type { AccountState } from "./api/accounts.ts";

/** Maximum keys per account, and accounts per key. */
const MOST_KEYS = 64;
const MOST_ACCOUNTS = 5;
/** A statement binds at most 100 parameters; a key takes six. */
const KEYS_OF_AN_INSERT = 16;

/** Pure. */
export function keysOf({ primaryEmail, primaryPhone, contacts }: AccountState): string[] {
  const emails = [primaryEmail, ...contacts.map(({ email }) => email)].map((one) => one.trim().toLowerCase());
  const phones = [primaryPhone, ...contacts.map(({ phone }) => phone)].map(
    (one) => numberParts(one, "")?.number ?? "",
  );
  const known = [...emails.filter((one) => /^[^\s@]+@[^\s@]+$/.test(one)), ...phones];
  return [...new Set(known)].filter((key) => key !== "").slice(0, MOST_KEYS);
}

/** Statements that store an account's keys; existing records of a new key become due for filing. */
export function keepKeys(db: TenantDb, accountId: string, keys: readonly string[], now: string): Statement[] {
  const gone = sql`${accountKeys.accountId} = ${accountId} and ${accountKeys.key} not in (select value from json_each(${JSON.stringify(keys)}))`;
  const statements: Statement[] = [db.remove(accountKeys, gone)];
  for (let at = 0; at < keys.length; at += KEYS_OF_AN_INSERT) {
    const rows = keys
      .slice(at, at + KEYS_OF_AN_INSERT)
      .map((key) => ({ key, accountId, dueAt: now, place: null, failures: 0 }));
    statements.push(db.insert(accountKeys, rows).onConflictDoNothing());
  }
  return statements;
}

/**
 * Statement that aborts its batch if an account has this name or one of these keys, so that of two concurrent
 * creations one fails.
 */
export function unlessKnown(db: TenantDb, sortName: string, keys: readonly string[]): Statement {
  const own = sql`select ${users.email} from ${users} where ${users.tenantId} = ${db.tenantId}`;
  const keyed = sql`exists (select 1 from ${accountKeys} where ${accountKeys.tenantId} = ${db.tenantId} and ${among(accountKeys.key, keys)} and ${accountKeys.key} not in (${own}))`;
  const held = sql<number>`case when count(*) > 0 or ${keyed} then json(${KNOWN}) else 1 end`;
  return db.pick(
    { held: held.as("held") },
    accounts,
    sql`${eq(accounts.sortName, sortName)} and ${isNull(accounts.deletedAt)}`,
  );
}

/** Invalid JSON: parsing it raises the error. */
const KNOWN = "an account is known";

/** Accounts of these addresses or numbers. The team's own people are never customers. */
export async function accountsOfKeys(
  db: TenantDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (keys.length === 0) return new Map();
  const wanted = [...new Set(keys)];
  const own = sql`exists (select 1 from ${users} where ${users.tenantId} = ${db.tenantId} and ${users.email} = ${accountKeys.key})`;
  const rows = await db.rows(accountKeys, sql`${among(accountKeys.key, wanted)} and not ${own}`);
  const found = new Map<string, string[]>();
  for (const { key, accountId } of rows) {
    const known = found.get(key) ?? [];
    if (known.length < MOST_ACCOUNTS) found.set(key, [...known, accountId]);
  }
  return found;
}
