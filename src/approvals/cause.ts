/** What led to an effect, for what it leaves behind: the conversation and the run that asked for it. */
import { eq } from "drizzle-orm";
import { approvals, effects, type TenantDb } from "../db/index.ts";

/** Where an effect was asked for. */
export interface Cause {
  readonly conversationId: string;
  readonly runId: string;
}

/** The cause of an effect by its id; null where there is no such effect. */
export async function causeOf(db: TenantDb, effectId: string): Promise<Cause | null> {
  const effect = await db.find(effects, eq(effects.id, effectId));
  const row = effect === null ? null : await db.find(approvals, eq(approvals.id, effect.approvalId));
  return row === null ? null : { conversationId: row.conversationId, runId: row.runId };
}
