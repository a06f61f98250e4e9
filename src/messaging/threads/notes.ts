/** Colleagues' notes in all threads with a number. */
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { threadEntries } from "../tables/threads.ts";
import { type TenantDb } from "../../platform/db/index.ts";

/** A note as written. */
interface TeamNote {
  /** ISO time. */
  readonly at: string;
  readonly by: string;
  readonly words: string;
}

/** The newest `limit` notes after a time, oldest first. */
export async function notesAbout(
  db: TenantDb,
  number: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<TeamNote[]> {
  const rows = await db
    .rows(
      threadEntries,
      and(
        eq(threadEntries.number, number),
        // The condition must match the partial index's word for word.
        sql`kind = 'note'`,
        after === null ? undefined : gt(threadEntries.at, after),
      ),
    )
    .orderBy(desc(threadEntries.at))
    .limit(limit);
  return rows.toReversed().map(({ at, byName, words }) => ({ at, by: byName ?? "a colleague", words }));
}
