/** The usage report: this month's counters, and a row per day, agent and model. */
import { desc, gte, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type * as z from "zod";
import { runs } from "../tables/conversations.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { usageSchema } from "../../team/api/team.ts";
import type { TenantCounters } from "../api/objects.ts";
import { usdOf } from "./prices.ts";
import { addMonths, daysOf } from "../../kernel/calendar.ts";

type WireUsage = z.infer<typeof usageSchema>;
type Day = Omit<WireUsage["days"][number], "agentTitle">;

/** The recorded report, without agents' titles. */
type Usage = Omit<WireUsage, "days"> & { readonly days: Day[] };

/** Maximum rows; more than two months of a small team have. */
const MAX_ROWS = 2000;

/**
 * The report of GET /api/usage. What was spent this month is TenantObject's figure, exact to the call, and
 * never less than its days: a call that a crash cut off is charged to its run at once, and to the counter only
 * when its reservation lapses. Days come from the recorded runs of this and the previous month, newest first,
 * and lag by the current turn. `today` is a day in the tenant's zone: `2026-11-21`.
 */
export async function usageReport(db: TenantDb, counters: TenantCounters, today: string): Promise<Usage> {
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
    .limit(MAX_ROWS);
  const recorded = days
    .filter(({ day }) => day.startsWith(counters.month))
    .reduce((total, { costMicroUsd }) => total + costMicroUsd, 0);
  const ahead = Math.max(0, recorded - counters.spentMicroUsd);
  return {
    month: counters.month,
    spentUsd: usdOf(counters.spentMicroUsd + ahead),
    budgetUsd: usdOf(counters.budgetMicroUsd),
    reservedUsd: usdOf(Math.max(0, counters.reservedMicroUsd - ahead)),
    toolCallsLastHour: counters.toolCallsLastHour,
    toolCallsPerHour: counters.toolCallsPerHour,
    days: days.map(({ costMicroUsd, ...row }) => ({ ...row, costUsd: usdOf(costMicroUsd) })),
    calendar: calendarOf(counters, today, days),
  };
}

/** Every day of the month, with its share of an evenly spent budget; future days have no total. Pure. */
export function calendarOf(
  counters: Pick<TenantCounters, "month" | "budgetMicroUsd">,
  today: string,
  spent: readonly { readonly day: string; readonly runs: number; readonly costMicroUsd: number }[],
): Usage["calendar"] {
  const days = daysOf(counters.month);
  let totalMicroUsd = 0;
  return days.map((day, index) => {
    const rows = spent.filter((row) => row.day === day);
    const costMicroUsd = rows.reduce((sum, row) => sum + row.costMicroUsd, 0);
    totalMicroUsd += costMicroUsd;
    return {
      day,
      runs: rows.reduce((sum, row) => sum + row.runs, 0),
      costUsd: usdOf(costMicroUsd),
      totalUsd: day > today ? null : usdOf(totalMicroUsd),
      evenUsd: usdOf(Math.round((counters.budgetMicroUsd * (index + 1)) / days.length)),
    };
  });
}
