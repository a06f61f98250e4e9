/**
 * What was erased does not come in again from where a provider still has it. Whoever takes something in asks here first. Of what was erased only hashes
 * are kept, keyed with the deployment's master keys: there are so few numbers that whoever has the database alone could else try them all.
 */
import { createHmac } from "node:crypto";
import { env } from "node:process";
import { sql } from "drizzle-orm";
import { erasedKeys, type TenantDb } from "../db/index.ts";

type Erased = typeof erasedKeys.$inferSelect;

/** What stands for a contact's id, a number (E.164) or an address: `<keyId>.<hmac>` by the newest master key. */
export function erasedHash(tenantId: string, key: string): string {
  return hashesOf(tenantId, key)[0] ?? "";
}

/** The same by every master key that is still listed, the newest first: keys rotate, and what was erased before stays so. */
function hashesOf(tenantId: string, key: string): string[] {
  return (env["MASTER_KEYS"] ?? "").split(",").map((entry) => {
    const [id = "", secret = ""] = entry.trim().split(":");
    const hmac = createHmac("sha256", secret);
    return `${id}.${hmac.update(JSON.stringify(["erased", tenantId, key.toLowerCase()])).digest("base64url")}`;
  });
}

/** Of some contacts' ids, numbers and addresses, those that were erased. */
export async function erasedAmong(
  db: TenantDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Erased>> {
  if (keys.length === 0) return new Map();
  const hashes = keys.map((key) => hashesOf(db.tenantId, key));
  const among = sql`${erasedKeys.hash} in (select value from json_each(${JSON.stringify(hashes.flat())}))`;
  const rows = await db.rows(erasedKeys, among);
  return new Map(
    keys.flatMap((key, index) => {
      const row = rows.find(({ hash }) => hashes[index]?.includes(hash));
      return row === undefined ? [] : [[key, row] as const];
    }),
  );
}

/** Whether something that happened at a time (ISO) with these was erased; what came after the erasure is new. */
export async function wasErased(db: TenantDb, keys: readonly string[], at: string): Promise<boolean> {
  const erased = await erasedAmong(db, keys);
  return [...erased.values()].some(({ erasedAt }) => at <= erasedAt);
}
