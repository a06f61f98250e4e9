/**
 * Stores the memory curator's decisions until they are applied: a crashed run is continued without asking the
 * model again.
 */
import { eq, sql } from "drizzle-orm";
import { upkeepPlans } from "../tables/upkeep.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { Fold } from "./types.ts";

/** The plan of a crashed run; null if there is none. */
export async function findPlan(db: TenantDb, runId: string): Promise<Fold | null> {
  const row = await db.find(upkeepPlans, eq(upkeepPlans.runId, runId));
  // An older plan without this field may rest on anything.
  return row === null ? null : ({ outside: true, ...row.fold } as unknown as Fold);
}

/** Stores a plan before it is applied. */
export function keepPlan(db: TenantDb, runId: string, fold: Fold, nowMs: number): Statement {
  const row = { runId, fold: fold as unknown as Record<string, unknown>, at: isoTime(nowMs) };
  return db.insert(upkeepPlans, row).onConflictDoNothing();
}

/** Deletes applied plans, and those of runs that were never continued: their lines go into the next run. */
export function forgetPlans(db: TenantDb): Statement {
  return db.remove(upkeepPlans, sql`true`);
}
