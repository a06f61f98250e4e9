import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/**
 * Events in the order of writing: one row per fact, written in the fact's batch and never changed except
 * `open`. Consumers read it with their own cursors (src/platform/events).
 */
export const events = sqliteTable(
  "events",
  {
    /** Increases across all tenants of the database, with gaps. */
    seq: integer().primaryKey({ autoIncrement: true }),
    tenantId: text().notNull(),
    id: text().notNull(),
    /** `<domain>.<stream>.<what>`, such as `workspace.file.changed`. */
    type: text().notNull(),
    at: text().notNull(),
    actorKind: text({ enum: ["user", "agent", "contact", "system"] }).notNull(),
    actorId: text().notNull(),
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Whether a consumer may not have read it yet. */
    open: integer({ mode: "boolean" }).notNull().default(true),
  },
  keys((table) => [
    uniqueIndex("events_once").on(table.tenantId, table.id),
    index("events_old").on(table.tenantId, table.at),
    index("events_pm")
      .on(table.tenantId, table.at, table.seq)
      .where(sql`type >= 'pm.' and type < 'pm/'`),
    index("events_open")
      .on(table.tenantId, table.seq)
      .where(sql`open = 1`),
  ]),
);

/** Each consumer's position in a tenant's events. */
export const eventCursors = sqliteTable(
  "event_cursors",
  {
    tenantId: text().notNull(),
    consumer: text().notNull(),
    seq: integer().notNull(),
    updatedAt: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.consumer] })]),
);
