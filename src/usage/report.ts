/** What was used, for people: the counters of this month and a row for each day, agent and model. */
import { desc, gte, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { runs, type TenantDb } from "../db/index.ts";
import type { usageSchema } from "../protocol/account.ts";
import type { TenantCounters } from "../protocol/objects.ts";
import { addMonths } from "./month.ts";
import { usdOf } from "./prices.ts";

/** Rows of a report: more days × agents × models than two months of a small team can have. */
const MOST_ROWS = 2000;

/**
 * The report of GET /api/usage. The month's figures are the TenantObject's, exact to the call; the days come from the recorded runs of this
 * month and the one before, newest first, and stand a turn behind while one is under way.
 */
export async function usageReport(
  db: TenantDb,
  counters: TenantCounters,
): Promise<z.infer<typeof usageSchema>> {
  const sum = (column: SQLiteColumn) => sql<number>`sum(${column})`.mapWith(Number);
  const days = await db
    .pick(
      {
        day: runs.day,
        agent: runs.agent,
        model: runs.model,
        runs: sql<number>`count(*)`.mapWith(Number),
        inputTokens: sum(runs.inputTokens),
        outputTokens: sum(runs.outputTokens),
        cacheReadTokens: sum(runs.cacheReadTokens),
        cacheWriteTokens: sum(runs.cacheWriteTokens),
        costMicroUsd: sum(runs.costMicroUsd),
      },
      runs,
      gte(runs.day, `${addMonths(counters.month, -1)}-01`),
    )
    .groupBy(runs.day, runs.agent, runs.model)
    .orderBy(desc(runs.day), runs.agent, runs.model)
    .limit(MOST_ROWS);
  return {
    month: counters.month,
    spentUsd: usdOf(counters.spentMicroUsd),
    budgetUsd: usdOf(counters.budgetMicroUsd),
    reservedUsd: usdOf(counters.reservedMicroUsd),
    toolCallsLastHour: counters.toolCallsLastHour,
    toolCallsPerHour: counters.toolCallsPerHour,
    days: days.map(({ costMicroUsd, ...row }) => ({ ...row, costUsd: usdOf(costMicroUsd) })),
  };
}
