import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The setup of a new team: one row for teams added since this exists, none for older ones. */
export const firstSteps = sqliteTable("first_steps", {
  tenantId: text().primaryKey(),
  /** When its initial files were written; null while due. */
  filesAt: text(),
  /** What the team runs; null if it has not said. */
  work: text({ enum: ["property", "insurance", "projects", "other"] }),
  /** When its list of first steps was completed or hidden; null while shown. */
  endedAt: text(),
});
