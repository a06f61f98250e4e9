/** Who approved an effect, for effects that change the team's own settings. */
import { eq } from "drizzle-orm";
import type { Actor } from "../platform/audit/index.ts";
import type { TenantDb } from "../platform/db/index.ts";
import { approvals, effects } from "./tables/approvals.ts";

export async function deciderOf(db: TenantDb, effectId: string): Promise<Actor> {
  const effect = await db.find(effects, eq(effects.id, effectId));
  const row = effect === null ? null : await db.find(approvals, eq(approvals.id, effect.approvalId));
  const id = row?.decidedById ?? "unknown";
  return { kind: "user", id, name: row?.decidedByName ?? id };
}
