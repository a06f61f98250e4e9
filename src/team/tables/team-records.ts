import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Restores and deletions of teams, in the first database alone: how far one is, and what it ended with. No row of a team, and it names none but by its
 * id: what a deletion certifies outlives everything of the team.
 */
export const teamRecords = sqliteTable(
  "team_records",
  {
    /** Kind, team and the time it began. */
    id: text("id").primaryKey(),
    team: text("team").notNull(),
    kind: text("kind", { enum: ["restore", "deletion"] }).notNull(),
    startedAt: text("started_at").notNull(),
    /** Null while it goes on. */
    finishedAt: text("finished_at"),
    progress: text("progress", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** What it ended with: of a deletion its certificate. */
    result: text("result", { mode: "json" }).$type<Record<string, unknown>>(),
  },
  (table) => [index("team_records_team").on(table.team, table.kind, table.startedAt)],
);
