import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/**
 * Leases of work: one row per tenant and kind while it is dispatched, in progress, or failed. The same work
 * isn't dispatched again before `until`.
 */
export const workLeases = sqliteTable(
  "work_leases",
  {
    tenantId: text().notNull(),
    kind: text().notNull(),
    until: text().notNull(),
    /** The claim on the work; null while it is queued or waits after a failure. */
    claimId: text(),
    /** Whether it was requested again while in progress, so that it runs once more. */
    again: integer({ mode: "boolean" }).notNull().default(false),
    /** Consecutive failures. */
    failures: integer().notNull().default(0),
    /** The code of the last failure; null if it never failed. */
    problem: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.kind] }),
    index("work_leases_failing")
      .on(table.until)
      .where(sql`failures > 0`),
  ]),
);

/** When the clock last dispatched each kind of work. Contains no tenant data. */
export const clockJobs = sqliteTable("clock_jobs", {
  name: text().primaryKey(),
  lastSeenAt: text().notNull(),
  durationMs: integer().notNull(),
  /** The last failure; null if it never failed. */
  failedAt: text(),
  failures: integer().notNull().default(0),
});
