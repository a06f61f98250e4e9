import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Who works on what for which tenant: one row a tenant and kind of work, there only while it was handed out, is being worked on, or failed.
 * No one else is handed the same before `until`.
 */
export const workLeases = sqliteTable(
  "work_leases",
  {
    tenantId: text("tenant_id").notNull(),
    kind: text("kind").notNull(),
    until: text("until").notNull(),
    /** Who works on it; null while it waits in the queue or rests after a failure. */
    claimId: text("claim_id"),
    /** Whether somebody asked for it while it was being worked on: then it is done once more. */
    again: integer("again", { mode: "boolean" }).notNull().default(false),
    /** Failures in a row. */
    failures: integer("failures").notNull().default(0),
    /** The code of the last failure; null where it never failed. */
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.kind] }),
    index("work_leases_failing")
      .on(table.until)
      .where(sql`failures > 0`),
  ],
);

/** The kinds of work the clock hands out: when it last did each. Holds nothing of any tenant. */
export const clockJobs = sqliteTable("clock_jobs", {
  name: text("name").primaryKey(),
  lastSeenAt: text("last_seen_at").notNull(),
  durationMs: integer("duration_ms").notNull(),
  /** When it failed last; null while it never did. */
  failedAt: text("failed_at"),
  failures: integer("failures").notNull().default(0),
});
