/**
 * What was erased does not come in again from where a provider still has it. Whoever takes something in asks here first. Of what was erased only hashes
 * are kept, keyed with the deployment's master keys: there are so few numbers that whoever has the database alone could else try them all.
 */
import { sql, type SQL } from "drizzle-orm";
import { erasedKeys } from "../db/tables/erased.ts";
import { type TenantDb } from "../db/index.ts";

type Erased = typeof erasedKeys.$inferSelect;

/** What hashing takes. */
type Hashing = Pick<TenantDb, "tenantId" | "keyedHashes">;

/** What stands for a contact's id, a number (E.164) or an address: `<keyId>.<hmac>` by the newest master key. */
export function erasedHash(db: Hashing, key: string): string {
  return hashesOf(db, key)[0] ?? "";
}

/** The same by every master key that is still listed, the newest first: keys rotate, and what was erased before stays so. */
function hashesOf({ tenantId, keyedHashes }: Hashing, key: string): string[] {
  return keyedHashes(JSON.stringify(["erased", tenantId, key.toLowerCase()]));
}

/** Of some contacts' ids, numbers and addresses, those that were erased. */
export async function erasedAmong(
  db: TenantDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Erased>> {
  if (keys.length === 0) return new Map();
  const hashes = keys.map((key) => hashesOf(db, key));
  const among = sql`${erasedKeys.hash} in (select value from json_each(${JSON.stringify(hashes.flat())}))`;
  const rows = await db.rows(erasedKeys, among);
  return new Map(
    keys.flatMap((key, index) => {
      const row = rows.find(({ hash }) => hashes[index]?.includes(hash));
      return row === undefined ? [] : [[key, row] as const];
    }),
  );
}

/**
 * Whether something with one of `ids`, or that happened at a time (ISO) with one of `keys`, was not erased: a condition for the statement that keeps it,
 * so that it is asked on the same trip.
 */
export function notErased(
  db: Hashing,
  {
    ids,
    keys,
    at,
  }: { readonly ids: readonly string[]; readonly keys: readonly string[]; readonly at: string },
): SQL {
  const asked = [
    ...ids.flatMap((id) => hashesOf(db, id).map((hash) => ({ hash, at: "" }))),
    ...keys.flatMap((key) => hashesOf(db, key).map((hash) => ({ hash, at }))),
  ];
  // The cross join keeps the order: each hash is looked up by the primary key.
  return sql`not exists (select 1 from json_each(${JSON.stringify(asked)}) asked cross join ${erasedKeys} erased
    where erased.tenant_id = ${db.tenantId} and erased.hash = asked.value ->> '$.hash' and erased.erased_at >= asked.value ->> '$.at')`;
}

/** Whether something that happened at a time (ISO) with these was erased; what came after the erasure is new. */
export async function wasErased(db: TenantDb, keys: readonly string[], at: string): Promise<boolean> {
  const erased = await erasedAmong(db, keys);
  return [...erased.values()].some(({ erasedAt }) => at <= erasedAt);
}
