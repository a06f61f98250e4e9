import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Everything an outside service told us, by its own event id: what was seen once is known for at least seven days. */
export const inboundEvents = sqliteTable(
  "inbound_events",
  {
    tenantId: text("tenant_id").notNull(),
    source: text("source").notNull(),
    eventId: text("event_id").notNull(),
    receivedAt: text("received_at").notNull(),
    /** `recorded`, or `unknown` for a type that means nothing to us. */
    state: text("state").notNull(),
    payload: text("payload", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    connectionId: text("connection_id").notNull().default(""),
    type: text("type").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.source, table.eventId] }),
    index("inbound_events_age").on(table.receivedAt),
  ],
);

/** Every text message in and out, by the provider's id. `state` says whether it still has to be handed on. */
export const texts = sqliteTable(
  "texts",
  {
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    connectionId: text("connection_id").notNull(),
    direction: text("direction", { enum: ["incoming", "outgoing"] }).notNull(),
    /** The provider's id of our line; null where it did not say. */
    lineId: text("line_id"),
    lineNumber: text("line_number").notNull(),
    /** The outside party, E.164 where the number could be read. */
    contactNumber: text("contact_number").notNull(),
    text: text("text").notNull(),
    attachments: integer("attachments").notNull(),
    /** The provider's time of it. */
    at: text("at").notNull(),
    /** Hash of content and provider time: one text that arrives under two ids is one row. */
    fingerprint: text("fingerprint").notNull(),
    receivedAt: text("received_at").notNull(),
    /** `received`: not handed on yet. `handed`: in its conversation. `recorded`: kept, starts nothing. */
    state: text("state", { enum: ["received", "handed", "recorded"] }).notNull(),
    /** Why it starts nothing, such as `line` or `reaction`. */
    reason: text("reason"),
    attempts: integer("attempts").notNull(),
    /** The provider's word on an outgoing text, such as `delivered`. */
    delivery: text("delivery"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("texts_once").on(table.tenantId, table.fingerprint),
    index("texts_thread").on(table.tenantId, table.contactNumber, table.at),
    index("texts_waiting")
      .on(table.receivedAt)
      .where(sql`state = 'received'`),
  ],
);
