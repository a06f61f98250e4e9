/**
 * Handles messages that bounced. The effect stays done; its receipt then says that it did not arrive, and
 * whoever approved it is notified.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { effects } from "./tables/approvals.ts";
import { type TenantDb } from "../platform/db/index.ts";
import type { Approval } from "./api/approval.ts";
import { announceChange } from "./announce.ts";
import type { ApprovalDeps } from "./ports.ts";
import { readEffect } from "./rows.ts";

/** A bounced effect, for the notification. */
interface Returned {
  readonly approval: Approval;
  readonly effectId: string;
  readonly why: string;
}

/** Whether a matching effect exists that is done or in progress. */
export async function isEffect(db: TenantDb, kind: string, where: SQL): Promise<boolean> {
  return (await db.find(effects, and(eq(effects.kind, kind), where) ?? sql`0`)) !== null;
}

/** Marks the receipts of done effects. Returns those that were not marked before. Idempotent. */
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
        summary: `Undelivered: ${why}. ${effect.receipt.summary}`,
        returned: why,
      };
      await db.update(effects, { receipt }, eq(effects.id, effect.id));
    }
    const approval = await announceChange(deps, effect.approvalId);
    if (approval !== null) found.push({ approval, effectId: effect.id, why });
  }
  return found;
}
