/**
 * What was sent and came back. The effect stays done, for it was done; its receipt says from then on that it did not arrive, wherever it is shown, and whoever
 * approved it hears of it.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { effects } from "./tables/approvals.ts";
import { type TenantDb } from "../platform/db/index.ts";
import type { Approval } from "./api/approval.ts";
import { announceChange } from "./announce.ts";
import type { ApprovalDeps } from "./ports.ts";
import { readEffect } from "./rows.ts";

/** An effect that came back, for the notice. */
interface Returned {
  readonly approval: Approval;
  readonly effectId: string;
  readonly why: string;
}

/** Whether an effect is on record, done or on its way. */
export async function isEffect(db: TenantDb, kind: string, where: SQL): Promise<boolean> {
  return (await db.find(effects, and(eq(effects.kind, kind), where) ?? sql`0`)) !== null;
}

/** Marks the receipts of done effects; answers those that were not marked before. Repeats change nothing. */
export async function markReturned(
  deps: ApprovalDeps,
  { kind, where, why }: { readonly kind: string; readonly where: SQL; readonly why: string },
): Promise<Returned[]> {
  const { db } = deps;
  const rows = await db.rows(effects, and(eq(effects.kind, kind), eq(effects.status, "done"), where));
  const found: Returned[] = [];
  for (const row of rows) {
    const effect = readEffect(row);
    if (effect.status !== "done") continue;
    if (effect.receipt.returned === undefined) {
      const receipt = {
        ...effect.receipt,
        summary: `Not delivered, ${why}. ${effect.receipt.summary}`,
        returned: why,
      };
      await db.update(effects, { receipt }, eq(effects.id, effect.id));
    }
    const approval = await announceChange(deps, effect.approvalId);
    if (approval !== null) found.push({ approval, effectId: effect.id, why });
  }
  return found;
}
