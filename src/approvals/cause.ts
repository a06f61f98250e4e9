/** What led to an effect, for what it leaves behind: the conversation, the run that asked for it and the message that began its turn. */
import { eq } from "drizzle-orm";
import { approvals, effects } from "./tables/approvals.ts";
import { type TenantDb } from "../platform/db/index.ts";

/** Where an effect was asked for. */
interface Cause {
  readonly conversationId: string;
  readonly runId: string;
  readonly messageId?: string;
}

/** The cause of an effect by its id; null where there is no such effect. */
export async function causeOf(db: TenantDb, effectId: string): Promise<Cause | null> {
  const effect = await db.find(effects, eq(effects.id, effectId));
  const row = effect === null ? null : await db.find(approvals, eq(approvals.id, effect.approvalId));
  if (row === null) return null;
  const { conversationId, runId, messageId } = row;
  return { conversationId, runId, ...(messageId === null ? {} : { messageId }) };
}
