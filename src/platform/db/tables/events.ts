import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Events in the order of writing: one row per fact, written in the fact's batch and never changed except
 * `open`. Consumers read it with their own cursors (src/platform/events).
 */
export const events = sqliteTable(
  "events",
  {
    /** Increases across all tenants of the database, with gaps. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    /** `<domain>.<stream>.<what>`, such as `workspace.file.changed`. */
    type: text("type").notNull(),
    at: text("at").notNull(),
    actorKind: text("actor_kind", { enum: ["user", "agent", "contact", "system"] }).notNull(),
    actorId: text("actor_id").notNull(),
    payload: text("payload", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Whether a consumer may not have read it yet. */
    open: integer("open", { mode: "boolean" }).notNull().default(true),
  },
  (table) => [
    uniqueIndex("events_once").on(table.tenantId, table.id),
    index("events_old").on(table.tenantId, table.at),
    index("events_pm")
      .on(table.tenantId, table.at, table.seq)
      .where(sql`type >= 'pm.' and type < 'pm/'`),
    index("events_open")
      .on(table.tenantId, table.seq)
      .where(sql`open = 1`),
  ],
);

/** Each consumer's position in a tenant's events. */
export const eventCursors = sqliteTable(
  "event_cursors",
  {
    tenantId: text("tenant_id").notNull(),
    consumer: text("consumer").notNull(),
    seq: integer("seq").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.consumer] })],
);
