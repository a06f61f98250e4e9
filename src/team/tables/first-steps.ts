import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a new team begins with: one row for a team that was added after this was kept, none for the others. */
export const firstSteps = sqliteTable("first_steps", {
  tenantId: text("tenant_id").primaryKey(),
  /** When its first files were written; null while they are due. */
  filesAt: text("files_at"),
  /** When its list of first steps was done or put away; null while it is shown. */
  endedAt: text("ended_at"),
});
