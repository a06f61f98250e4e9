import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Lines of daily notes that upkeep has processed, so that none is folded twice, wherever people move the
 * result.
 */
export const upkeepLines = sqliteTable(
  "upkeep_lines",
  {
    tenantId: text("tenant_id").notNull(),
    /** Derived from the note's path and the line's text. */
    id: text("id").notNull(),
    note: text("note").notNull(),
    line: integer("line").notNull(),
    outcome: text("outcome", { enum: ["folded", "left"] }).notNull(),
    /** The file it was folded into; null if it was left in its note. */
    area: text("area"),
    runId: text("run_id").notNull(),
    at: text("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** The curator's decisions for a run, until they are applied. */
export const upkeepPlans = sqliteTable(
  "upkeep_plans",
  {
    tenantId: text("tenant_id").notNull(),
    runId: text("run_id").notNull(),
    /** Lines and their outcomes, as parsed by `src/workspace/upkeep`. */
    fold: text("fold", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    at: text("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.runId] })],
);
