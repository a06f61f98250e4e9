/** What the memory curator decided, kept from its answer until it is carried out: a run that died is gone on with, and the model is not asked again. */
import { eq, sql } from "drizzle-orm";
import { upkeepPlans } from "../tables/upkeep.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { Fold } from "./types.ts";

/** The plan a run that died has left; null where it left none. */
export async function findPlan(db: TenantDb, runId: string): Promise<Fold | null> {
  const row = await db.find(upkeepPlans, eq(upkeepPlans.runId, runId));
  // One that was kept before this was told may rest on anything.
  return row === null ? null : ({ outside: true, ...row.fold } as unknown as Fold);
}

/** Keeps a plan before anything is done about it. */
export function keepPlan(db: TenantDb, runId: string, fold: Fold, nowMs: number): Statement {
  const row = { runId, fold: fold as unknown as Record<string, unknown>, at: isoTime(nowMs) };
  return db.insert(upkeepPlans, row).onConflictDoNothing();
}

/** Forgets what is carried out, and what runs left that no one took up again: its lines are the next run's. */
export function forgetPlans(db: TenantDb): Statement {
  return db.remove(upkeepPlans, sql`true`);
}
