/** Finds what one of our Slack messages came of. */
import { and, eq, sql } from "drizzle-orm";
import { effects } from "../../approvals/tables/approvals.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { messageId } from "./effects/slack-fields.ts";
import { slackPost } from "./effects/slack-post.ts";

/** The approval by which a thread's first message was posted; null if it isn't ours. */
export async function approvalPostedAs(
  db: TenantDb,
  { channelId, threadTs }: { readonly channelId: string; readonly threadTs: string },
): Promise<string | null> {
  const isIt = and(eq(effects.kind, slackPost.kind), eq(effects.providerId, messageId(channelId, threadTs)));
  return (await db.find(effects, isIt ?? sql`false`))?.approvalId ?? null;
}
