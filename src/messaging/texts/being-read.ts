/** What of the phone systems' past is not on record yet. */
import { ne } from "drizzle-orm";
import { textBackfills } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";

/** What to know of the phone systems' past while it is not all on record, in words for the agent; null once it is. */
export async function pastBeingRead(db: TenantDb): Promise<string | null> {
  const left = await db.rows(textBackfills, ne(textBackfills.state, "done"));
  if (left.length === 0) return null;
  const count = left.reduce((sum, { conversations }) => sum + conversations, 0);
  return (
    `Older texts and calls are not all on record yet (${count} conversations so far): what is missing here may still exist. ` +
    "list_messages without days asks the phone system itself."
  );
}
