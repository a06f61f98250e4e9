/**
 * Finds what requested an effect: the conversation, the run, the message that started its turn, and who
 * approved it. Records that an effect leaves behind link to them.
 */
import { eq } from "drizzle-orm";
import { approvals, effects } from "./tables/approvals.ts";
import { userActor, type Actor } from "../platform/audit/index.ts";
import { type TenantDb } from "../platform/db/index.ts";

/** What requested an effect. */
interface Cause {
  readonly conversationId: string;
  readonly runId: string;
  readonly messageId?: string;
  readonly approvedBy?: string;
  /** The same person, in whose name the audit log tells it. */
  readonly approver?: Actor;
}

/** Returns null if no effect has this ID. */
export async function causeOf(db: TenantDb, effectId: string): Promise<Cause | null> {
  const effect = await db.find(effects, eq(effects.id, effectId));
  const row = effect === null ? null : await db.find(approvals, eq(approvals.id, effect.approvalId));
  if (row === null) return null;
  const { conversationId, runId, messageId, decision, decidedById: id, decidedByName: name } = row;
  return {
    conversationId,
    runId,
    ...(messageId === null ? {} : { messageId }),
    ...(decision !== "approve" || id === null || name === null
      ? {}
      : { approvedBy: name, approver: userActor({ id, name }) }),
  };
}
