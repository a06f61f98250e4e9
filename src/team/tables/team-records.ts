import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/**
 * Restores and deletions of teams, only in the first database: progress and result. Not team rows, and teams
 * are named only by ID: a deletion certificate outlives all the team's data.
 */
export const teamRecords = sqliteTable(
  "team_records",
  {
    /** Kind, team and start time. */
    id: text().primaryKey(),
    team: text().notNull(),
    kind: text({ enum: ["restore", "deletion"] }).notNull(),
    startedAt: text().notNull(),
    /** Null while in progress. */
    finishedAt: text(),
    progress: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** The result: for a deletion, its certificate. */
    result: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** Set while the clock continues it: a deletion that the team's admin started. */
    dueAt: text(),
  },
  keys((table) => [
    index("team_records_team").on(table.team, table.kind, table.startedAt),
    index("team_records_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ]),
);
