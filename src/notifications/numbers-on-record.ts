/** Which numbers in a text belong to contacts. */
import { numbersIn } from "../kernel/leads.ts";
import { among, type TenantDb } from "../platform/db/index.ts";
import { contactKeys } from "../messaging/tables/contacts.ts";

/** Their digits. */
export async function numbersOnRecord(db: TenantDb, words: string): Promise<ReadonlySet<string>> {
  const found = numbersIn(words).map(
    (digits) => [digits, `+${digits.length === 10 ? "1" : ""}${digits}`] as const,
  );
  if (found.length === 0) return new Set();
  const asked = found.map(([, number]) => number);
  const rows = await db.pick({ key: contactKeys.key }, contactKeys, among(contactKeys.key, asked));
  const known = new Set(rows.map(({ key }) => key));
  return new Set(found.flatMap(([digits, number]) => (known.has(number) ? [digits] : [])));
}
