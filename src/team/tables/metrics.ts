import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/**
 * An agent's metrics for a day in the team's time zone, measured hourly from its runs (src/team/metrics). One
 * row per day and agent: pages read these, never the runs.
 */
export const agentDays = sqliteTable(
  "agent_days",
  {
    tenantId: text().notNull(),
    agent: text().notNull(),
    /** `2026-11-21`. */
    day: text().notNull(),
    /** Finished runs. */
    runs: integer().notNull(),
    failed: integer().notNull(),
    modelCalls: integer().notNull(),
    toolCalls: integer().notNull(),
    /** Calls refused by the team's policy. */
    denied: integer().notNull(),
    tokens: integer().notNull(),
    costMicroUsd: integer().notNull(),
    /** Number of runs by latency bucket (src/team/metrics/figures.ts). */
    latencies: text({ mode: "json" }).$type<Readonly<Record<string, number>>>().notNull(),
    /** Runs with a stated confidence, and its sum, from 0 to 1 each. */
    sure: integer().notNull(),
    confidence: real().notNull(),
    /** Runs reviewed by a person, and those found right. */
    reviewed: integer().notNull(),
    accepted: integer().notNull(),
    /** People's decisions on its drafts. */
    unchanged: integer().notNull(),
    edited: integer().notNull(),
    rejected: integer().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.day, table.agent] }),
    index("agent_days_day").on(table.day),
  ]),
);

/**
 * Cost of a kind of matter on a day in the team's time zone (src/team/metrics/matters.ts). `matters` counts
 * those that started on it; for accounts, which persist, the current number.
 */
export const matterDays = sqliteTable(
  "matter_days",
  {
    tenantId: text().notNull(),
    day: text().notNull(),
    kind: text({ enum: ["lead", "maintenance", "account"] }).notNull(),
    matters: integer().notNull(),
    costMicroUsd: integer().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.day, table.kind] })]),
);
