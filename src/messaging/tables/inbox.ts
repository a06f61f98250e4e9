import { sql } from "drizzle-orm";
import type { RoutedTo } from "../../notifications/api/routing.ts";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { TextReason } from "../api/reasons.ts";

/** Everything an outside service told us, by its own event id: what was seen once is known for at least seven days. */
export const inboundEvents = sqliteTable(
  "inbound_events",
  {
    tenantId: text("tenant_id").notNull(),
    source: text("source").notNull(),
    eventId: text("event_id").notNull(),
    receivedAt: text("received_at").notNull(),
    /** `recorded`, `unknown` for a type that means nothing to us, or `received` while its work is to be done. */
    state: text("state").notNull(),
    payload: text("payload", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    connectionId: text("connection_id").notNull().default(""),
    type: text("type").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.source, table.eventId] }),
    index("inbound_events_old").on(table.tenantId, table.receivedAt),
    index("inbound_events_waiting")
      .on(table.receivedAt)
      .where(sql`state = 'received'`),
    index("inbound_events_unworked")
      .on(table.tenantId, table.source, table.receivedAt)
      .where(sql`state = 'received'`),
  ],
);

/** Every text message in and out, by the provider's id. `state` says whether it still has to be dispatched. */
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
    /** Where the provider keeps them, as far as it said; null for a text without any. */
    media: text("media", { mode: "json" }).$type<readonly TextMedia[]>(),
    /** Numbers of the others a group text went to, beside the contact and our line; null for a text between two. */
    others: text("others", { mode: "json" }).$type<readonly string[]>(),
    /** The provider's time of it. */
    at: text("at").notNull(),
    /** Hash of content and provider time: one text that arrives under two ids is one row. */
    fingerprint: text("fingerprint").notNull(),
    receivedAt: text("received_at").notNull(),
    /** `received`: not dispatched yet. `handed`: in its conversation. `recorded`: kept, starts nothing. */
    state: text("state", { enum: ["received", "handed", "recorded"] }).notNull(),
    /** Why it starts nothing. */
    reason: text("reason").$type<TextReason>(),
    attempts: integer("attempts").notNull(),
    /** The provider's word on an outgoing text, such as `delivered`. */
    delivery: text("delivery"),
    /** When the provider is asked what became of a text of ours; null where its word is final, or is no longer waited for. */
    dueAt: text("due_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("texts_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("texts_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
    uniqueIndex("texts_once").on(table.tenantId, table.fingerprint),
    index("texts_thread").on(table.tenantId, table.contactNumber, table.at),
    index("texts_recent").on(table.tenantId, table.at),
    index("texts_waiting")
      .on(table.receivedAt)
      .where(sql`state = 'received'`),
    index("texts_undispatched")
      .on(table.tenantId, table.contactNumber, table.at)
      .where(sql`state = 'received'`),
  ],
);

/** A file that came with a text. `url` is the provider's own store; `type` is the MIME type it says. */
export interface TextMedia {
  readonly url: string;
  readonly type: string;
}

/** Whose newest word on being texted is what, by number; no row where nothing was ever said. */
export const optOuts = sqliteTable(
  "opt_outs",
  {
    tenantId: text("tenant_id").notNull(),
    number: text("number").notNull(),
    optedOut: integer("opted_out", { mode: "boolean" }).notNull(),
    /** The provider's time of the word. */
    at: text("at").notNull(),
    /** The words in which they asked, where those were no keyword: a person may allow texting again. */
    asked: text("asked"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.number] })],
);

/**
 * Every phone call the provider told us of, by its id. `state` says how far it is: `open` while its summary or transcript may still come,
 * `ready` to be dispatched, then as texts.
 */
export const calls = sqliteTable(
  "calls",
  {
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    connectionId: text("connection_id").notNull(),
    direction: text("direction", { enum: ["incoming", "outgoing"] }).notNull(),
    lineId: text("line_id"),
    /** Null where no event said it. */
    contactNumber: text("contact_number"),
    /** The provider's word, such as `completed` or `no-answer`. */
    status: text("status").notNull(),
    at: text("at").notNull(),
    durationSeconds: integer("duration_seconds"),
    summary: text("summary", { mode: "json" }).$type<readonly string[]>(),
    nextSteps: text("next_steps", { mode: "json" }).$type<readonly string[]>(),
    transcript: text("transcript", { mode: "json" }).$type<readonly CallWords[]>(),
    receivedAt: text("received_at").notNull(),
    state: text("state", { enum: ["open", "ready", "handed", "recorded"] }).notNull(),
    /** Why it starts nothing. */
    reason: text("reason").$type<TextReason>(),
    attempts: integer("attempts").notNull(),
    /** When somebody must look: for what is still missing, or because it waits to be dispatched; null when nothing is left to do. */
    dueAt: text("due_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("calls_contact").on(table.tenantId, table.contactNumber, table.at),
    index("calls_recent").on(table.tenantId, table.at),
    index("calls_due").on(table.dueAt),
    index("calls_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

/** What one side of a call said, as the provider wrote it down. */
export interface CallWords {
  readonly who: "contact" | "team";
  readonly name: string | null;
  readonly text: string;
}

/** Reading a connection's old texts, page by page: how far it is. */
export const textBackfills = sqliteTable(
  "text_backfills",
  {
    tenantId: text("tenant_id").notNull(),
    connectionId: text("connection_id").notNull(),
    state: text("state", { enum: ["running", "stopped", "done"] }).notNull(),
    /** Where the next page begins. */
    cursor: text("cursor", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    conversations: integer("conversations").notNull(),
    texts: integer("texts").notNull(),
    added: integer("added").notNull(),
    failures: integer("failures").notNull(),
    problem: text("problem"),
    startedByName: text("started_by_name").notNull(),
    startedAt: text("started_at").notNull(),
    updatedAt: text("updated_at").notNull(),
    /** Whoever works on it has until then; the clock takes it up again after. Null when it is at rest. */
    dueAt: text("due_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.connectionId] }),
    index("text_backfills_due").on(table.dueAt),
  ],
);

/** Words that came in and of which it is not decided yet whether they can wait. A row is gone once it is. */
export const urgencyChecks = sqliteTable(
  "urgency_checks",
  {
    tenantId: text("tenant_id").notNull(),
    /** `text.<id>` or `mail.<mailbox>.<id>`. */
    id: text("id").notNull(),
    source: text("source", { enum: ["sms", "email"] }).notNull(),
    conversationId: text("conversation_id").notNull(),
    /** Who wrote it. */
    name: text("name").notNull(),
    words: text("words").notNull(),
    routedTo: text("routed_to", { mode: "json" }).$type<RoutedTo>(),
    /** When the clock must look at it, because no message has. */
    dueAt: text("due_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("urgency_checks_due").on(table.dueAt),
    index("urgency_checks_due_of").on(table.tenantId, table.dueAt),
  ],
);
