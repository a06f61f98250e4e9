import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * An agent's metrics for a day in the team's time zone, measured hourly from its runs (src/team/metrics). One
 * row per day and agent: pages read these, never the runs.
 */
export const agentDays = sqliteTable(
  "agent_days",
  {
    tenantId: text("tenant_id").notNull(),
    agent: text("agent").notNull(),
    /** `2026-11-21`. */
    day: text("day").notNull(),
    /** Finished runs. */
    runs: integer("runs").notNull(),
    failed: integer("failed").notNull(),
    modelCalls: integer("model_calls").notNull(),
    toolCalls: integer("tool_calls").notNull(),
    /** Calls refused by the team's policy. */
    denied: integer("denied").notNull(),
    tokens: integer("tokens").notNull(),
    costMicroUsd: integer("cost_micro_usd").notNull(),
    /** Number of runs by latency bucket (src/team/metrics/figures.ts). */
    latencies: text("latencies", { mode: "json" }).$type<Readonly<Record<string, number>>>().notNull(),
    /** Runs with a stated confidence, and its sum, from 0 to 1 each. */
    sure: integer("sure").notNull(),
    confidence: real("confidence").notNull(),
    /** Runs reviewed by a person, and those found right. */
    reviewed: integer("reviewed").notNull(),
    accepted: integer("accepted").notNull(),
    /** People's decisions on its drafts. */
    unchanged: integer("unchanged").notNull(),
    edited: integer("edited").notNull(),
    rejected: integer("rejected").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.day, table.agent] }),
    index("agent_days_day").on(table.day),
  ],
);

/**
 * Cost of a kind of matter on a day in the team's time zone (src/team/metrics/matters.ts). `matters` counts
 * those that started on it; for accounts, which persist, the current number.
 */
export const matterDays = sqliteTable(
  "matter_days",
  {
    tenantId: text("tenant_id").notNull(),
    day: text("day").notNull(),
    kind: text("kind", { enum: ["lead", "maintenance", "account"] }).notNull(),
    matters: integer("matters").notNull(),
    costMicroUsd: integer("cost_micro_usd").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.kind] })],
);
