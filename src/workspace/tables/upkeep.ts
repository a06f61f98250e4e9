import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Lines of daily notes that upkeep has looked at, so that none is folded twice, wherever people move what was folded. */
export const upkeepLines = sqliteTable(
  "upkeep_lines",
  {
    tenantId: text("tenant_id").notNull(),
    /** Derived from the note's path and the line's words. */
    id: text("id").notNull(),
    note: text("note").notNull(),
    line: integer("line").notNull(),
    outcome: text("outcome", { enum: ["folded", "left"] }).notNull(),
    /** The file it was folded into; null where it was left in its note. */
    area: text("area"),
    runId: text("run_id").notNull(),
    at: text("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** What the keeper decided for a run, until it is carried out. */
export const upkeepPlans = sqliteTable(
  "upkeep_plans",
  {
    tenantId: text("tenant_id").notNull(),
    runId: text("run_id").notNull(),
    /** The lines with what becomes of each, as `src/workspace/upkeep` reads them. */
    fold: text("fold", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    at: text("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.runId] })],
);
