/** Describes how much of the phone systems' history is still missing from our records. */
import { ne } from "drizzle-orm";
import { textBackfills } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";

/** For the agent, while the backfill is incomplete; null once it is complete. */
export async function pastBeingRead(db: TenantDb): Promise<string | null> {
  const left = await db.rows(textBackfills, ne(textBackfills.state, "done"));
  if (left.length === 0) return null;
  const count = left.reduce((sum, { conversations }) => sum + conversations, 0);
  return (
    `Older texts and calls are not all on record yet (${count} conversations so far): what is missing here may still exist. ` +
    "list_messages without days asks the phone system itself."
  );
}
