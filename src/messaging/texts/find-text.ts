/** Looks up single texts in our records. */
import { and, asc, eq, gte, lt } from "drizzle-orm";
import { texts } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";

export type RecordedText = typeof texts.$inferSelect;

/** By the provider's ID; null if not on record. */
export function findText(db: TenantDb, id: string): Promise<RecordedText | null> {
  return db.find(texts, eq(texts.id, id));
}

/** Texts with a number (E.164) within a period, oldest first. Times are ISO, `to` is exclusive. */
export function textsWithin(
  db: TenantDb,
  number: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<RecordedText[]> {
  return db
    .rows(texts, and(eq(texts.contactNumber, number), gte(texts.at, from), lt(texts.at, to)))
    .orderBy(asc(texts.at), asc(texts.id))
    .limit(MOST_WITHIN);
}

/** More than people write within a minute. */
const MOST_WITHIN = 20;
