import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { Cadence, ScheduleAuthor, ScheduleRecipient } from "../api/schedules.ts";

/** What a change of a schedule can be taken back to. `at` is the change's `updatedAt`. */
interface ScheduleBefore {
  readonly at: string;
  readonly cadence: Cadence;
  readonly isPaused: boolean;
}

const NOW = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`;

/**
 * Scheduled work, one row per recurring or one-off schedule. `slot_at` is set while a slot is in progress.
 * `due_at` is when the row must be checked next: its next slot, or the end of a lease.
 */
export const schedules = sqliteTable(
  "schedules",
  {
    tenantId: text().notNull(),
    id: text().notNull(),
    kind: text({ enum: ["agent", "system"] }).notNull(),
    /** The system job's name; empty for the agent's. */
    name: text().notNull().default(""),
    title: text().notNull(),
    /** The agent's instruction; empty for a system job. */
    instruction: text().notNull().default(""),
    cadence: text({ mode: "json" }).$type<Cadence>().notNull(),
    status: text({ enum: ["proposed", "active", "paused", "done"] }).notNull(),
    /** Null until the next check computes it, or while the row is inactive. */
    nextAt: text(),
    dueAt: text(),
    slotAt: text(),
    /** How often the current slot was dispatched. */
    attempts: integer().notNull().default(0),
    /** The claim on the current slot; null while it waits in the queue. */
    claimId: text(),
    lastSlotAt: text(),
    lastSeenAt: text(),
    lastSummary: text(),
    lastError: text(),
    /** Consecutive failed slots. */
    failures: integer().notNull().default(0),
    createdBy: text({ mode: "json" }).$type<ScheduleAuthor>(),
    /** The member notified of results; null for the whole team. */
    tells: text({ mode: "json" }).$type<ScheduleRecipient>(),
    createdAt: text().notNull().default(NOW),
    updatedAt: text().notNull().default(NOW),
    deletedAt: text(),
    /** When it ran before the change of `at`, to take that change back. */
    before: text({ mode: "json" }).$type<ScheduleBefore>(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("schedules_system")
      .on(table.tenantId, table.name)
      .where(sql`kind = 'system'`),
    index("schedules_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ]),
);
