import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Cadence, ScheduleAuthor, ScheduleRecipient } from "../api/schedules.ts";

const NOW = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`;

/**
 * What a tenant does by the clock: one row per recurring or one-off thing. A row with a `slot_at` has a slot under way; `due_at` is when
 * somebody must look at the row, whatever state it is in: its next slot, or the end of a lease.
 */
export const schedules = sqliteTable(
  "schedules",
  {
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    kind: text("kind", { enum: ["agent", "system"] }).notNull(),
    /** The system job's name; empty for the agent's. */
    name: text("name").notNull().default(""),
    title: text("title").notNull(),
    /** What the agent is told when it is due; empty for a system job. */
    instruction: text("instruction").notNull().default(""),
    cadence: text("cadence", { mode: "json" }).$type<Cadence>().notNull(),
    status: text("status", { enum: ["proposed", "active", "paused", "done"] }).notNull(),
    /** Null: to be worked out by the next look, unless the row is not active. */
    nextAt: text("next_at"),
    dueAt: text("due_at"),
    slotAt: text("slot_at"),
    /** Times the slot under way was handed out. */
    attempts: integer("attempts").notNull().default(0),
    /** Who works on the slot under way; null while it waits in the queue. */
    claimId: text("claim_id"),
    lastSlotAt: text("last_slot_at"),
    lastSeenAt: text("last_seen_at"),
    lastSummary: text("last_summary"),
    lastError: text("last_error"),
    /** Slots in a row that failed. */
    failures: integer("failures").notNull().default(0),
    createdBy: text("created_by", { mode: "json" }).$type<ScheduleAuthor>(),
    /** Whose devices ring when a run has something to tell; null for the whole team's. */
    tells: text("tells", { mode: "json" }).$type<ScheduleRecipient>(),
    createdAt: text("created_at").notNull().default(NOW),
    updatedAt: text("updated_at").notNull().default(NOW),
    deletedAt: text("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("schedules_system")
      .on(table.tenantId, table.name)
      .where(sql`kind = 'system'`),
    index("schedules_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ],
);
