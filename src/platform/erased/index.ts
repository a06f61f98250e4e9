/**
 * Prevents erased data from being imported again from a provider; every import checks here first. Only
 * hashes are stored, keyed with the deployment's master keys, because phone numbers are few enough to be
 * guessed from plain hashes.
 */
import { sql, type SQL } from "drizzle-orm";
import { erasedKeys } from "../db/tables/erased.ts";
import { type TenantDb } from "../db/index.ts";

type Erased = typeof erasedKeys.$inferSelect;

type Hashing = Pick<TenantDb, "tenantId" | "keyedHashes">;

/** The hash of a contact's ID, number (E.164) or address: `<keyId>.<hmac>` by the newest master key. */
export function erasedHash(db: Hashing, key: string): string {
  return hashesOf(db, key)[0] ?? "";
}

/** The hashes by every listed master key, newest first, so that erasures survive key rotation. */
function hashesOf({ tenantId, keyedHashes }: Hashing, key: string): string[] {
  return keyedHashes(JSON.stringify(["erased", tenantId, key.toLowerCase()]));
}

/** The erased ones among contacts' IDs, numbers and addresses. */
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
 * Condition that nothing with one of `ids`, or with one of `keys` at this ISO time, was erased. Part of the
 * statement that stores it, to save a round trip.
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
  // The cross join fixes the order, so that each hash is looked up by the primary key.
  return sql`not exists (select 1 from json_each(${JSON.stringify(asked)}) asked cross join ${erasedKeys} erased
    where erased.tenant_id = ${db.tenantId} and erased.hash = asked.value ->> '$.hash' and erased.erased_at >= asked.value ->> '$.at')`;
}

/** Whether something with these keys at this ISO time was erased; data newer than the erasure is kept. */
export async function wasErased(db: TenantDb, keys: readonly string[], at: string): Promise<boolean> {
  const erased = await erasedAmong(db, keys);
  return [...erased.values()].some(({ erasedAt }) => at <= erasedAt);
}
