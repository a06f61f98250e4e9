import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/**
 * Lines of daily notes that upkeep has processed, so that none is folded twice, wherever people move the
 * result.
 */
export const upkeepLines = sqliteTable(
  "upkeep_lines",
  {
    tenantId: text().notNull(),
    /** Derived from the note's path and the line's text. */
    id: text().notNull(),
    note: text().notNull(),
    line: integer().notNull(),
    outcome: text({ enum: ["folded", "left"] }).notNull(),
    /** The file it was folded into; null if it was left in its note. */
    area: text(),
    runId: text().notNull(),
    at: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.id] })]),
);

/** The curator's decisions for a run, until they are applied. */
export const upkeepPlans = sqliteTable(
  "upkeep_plans",
  {
    tenantId: text().notNull(),
    runId: text().notNull(),
    /** Lines and their outcomes, as parsed by `src/workspace/upkeep`. */
    fold: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    at: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.runId] })]),
);
