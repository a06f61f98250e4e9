import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * How an agent did on a day of the team's zone, measured from its runs by the hour (src/team/metrics). A row for each day and agent: pages read these, never the
 * runs.
 */
export const agentDays = sqliteTable(
  "agent_days",
  {
    tenantId: text("tenant_id").notNull(),
    agent: text("agent").notNull(),
    /** `2026-11-21`. */
    day: text("day").notNull(),
    /** Runs that are over. */
    runs: integer("runs").notNull(),
    failed: integer("failed").notNull(),
    modelCalls: integer("model_calls").notNull(),
    toolCalls: integer("tool_calls").notNull(),
    /** Calls that the team's policy refused. */
    denied: integer("denied").notNull(),
    tokens: integer("tokens").notNull(),
    costMicroUsd: integer("cost_micro_usd").notNull(),
    /** Runs by how long they took: the bucket (src/team/metrics/figures.ts) and how many. */
    latencies: text("latencies", { mode: "json" }).$type<Readonly<Record<string, number>>>().notNull(),
    /** Runs that said how sure they were, and the sum of it, from 0 to 1 each. */
    sure: integer("sure").notNull(),
    confidence: real("confidence").notNull(),
    /** Runs that a person found right or not, and those found right. */
    reviewed: integer("reviewed").notNull(),
    accepted: integer("accepted").notNull(),
    /** What people decided on its drafts. */
    unchanged: integer("unchanged").notNull(),
    edited: integer("edited").notNull(),
    rejected: integer("rejected").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.agent] })],
);

/**
 * What a kind of matter cost on a day of the team's zone (src/team/metrics/matters.ts). `matters` are those that began on it; of accounts, which stay, those that
 * there are.
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
