import { sql } from "drizzle-orm";
import type { RoutedTo } from "../../platform/api/notification-kinds.ts";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { TextReason } from "../api/reasons.ts";

/** Every event received from outside services, by its ID. An event stays known for at least seven days. */
export const inboundEvents = sqliteTable(
  "inbound_events",
  {
    tenantId: text().notNull(),
    source: text().notNull(),
    eventId: text().notNull(),
    receivedAt: text().notNull(),
    /** `received` while work remains, then `recorded`; `unknown` for a type we don't handle. */
    state: text().notNull(),
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    connectionId: text().notNull().default(""),
    type: text().notNull().default(""),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.source, table.eventId] }),
    index("inbound_events_old").on(table.tenantId, table.receivedAt),
    index("inbound_events_waiting")
      .on(table.receivedAt)
      .where(sql`state = 'received'`),
    index("inbound_events_unworked")
      .on(table.tenantId, table.source, table.receivedAt)
      .where(sql`state = 'received'`),
  ]),
);

/**
 * Every text, incoming and outgoing, by the provider's ID. `state` says whether it still has to be
 * dispatched.
 */
export const texts = sqliteTable(
  "texts",
  {
    tenantId: text().notNull(),
    id: text().notNull(),
    connectionId: text().notNull(),
    direction: text({ enum: ["incoming", "outgoing"] }).notNull(),
    /** The provider's ID of our line; null if not given. */
    lineId: text(),
    lineNumber: text().notNull(),
    /** The outside party, in E.164 if it could be parsed. */
    contactNumber: text().notNull(),
    text: text().notNull(),
    attachments: integer().notNull(),
    /** Provider URLs of attachments, as far as given; null for a text without any. */
    media: text({ mode: "json" }).$type<readonly TextMedia[]>(),
    /** Other recipients of a group text, besides the contact and our line; null for a one-to-one text. */
    others: text({ mode: "json" }).$type<readonly string[]>(),
    /** Provider time. */
    at: text().notNull(),
    /** Hash of content and provider time, so that a text that arrives under two IDs is one row. */
    fingerprint: text().notNull(),
    receivedAt: text().notNull(),
    /** `received`: not dispatched yet. `handed`: in its conversation. `recorded`: stored, starts no run. */
    state: text({ enum: ["received", "handed", "recorded"] }).notNull(),
    /** Why it starts no run. */
    reason: text().$type<TextReason>(),
    attempts: integer().notNull(),
    /** The provider's status of an outgoing text, such as `delivered`. */
    delivery: text(),
    /** When to poll the status of our text; null if it is final or no longer polled. */
    dueAt: text(),
  },
  keys((table) => [
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
  ]),
);

/** A file attached to a text. `url` points to the provider's storage; `type` is the claimed MIME type. */
export interface TextMedia {
  readonly url: string;
  readonly type: string;
}

/** The latest opt-out or opt-in of each number; no row if it never sent one. */
export const optOuts = sqliteTable(
  "opt_outs",
  {
    tenantId: text().notNull(),
    number: text().notNull(),
    optedOut: integer({ mode: "boolean" }).notNull(),
    /** Provider time of the request. */
    at: text().notNull(),
    /**
     * The request in the sender's own words, if it was not a keyword. A person may then allow texting again.
     */
    asked: text(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.number] })]),
);

/**
 * Every phone call reported by the provider, by its ID. `state`: `open` while a summary or transcript may
 * still arrive, `ready` to be dispatched, then as for texts.
 */
export const calls = sqliteTable(
  "calls",
  {
    tenantId: text().notNull(),
    id: text().notNull(),
    connectionId: text().notNull(),
    direction: text({ enum: ["incoming", "outgoing"] }).notNull(),
    lineId: text(),
    /** Null if no event gave it. */
    contactNumber: text(),
    /** Provider status, such as `completed` or `no-answer`. */
    status: text().notNull(),
    at: text().notNull(),
    durationSeconds: integer(),
    summary: text({ mode: "json" }).$type<readonly string[]>(),
    nextSteps: text({ mode: "json" }).$type<readonly string[]>(),
    transcript: text({ mode: "json" }).$type<readonly CallWords[]>(),
    receivedAt: text().notNull(),
    state: text({ enum: ["open", "ready", "handed", "recorded"] }).notNull(),
    /** Why it starts no run. */
    reason: text().$type<TextReason>(),
    attempts: integer().notNull(),
    /** When work is due: to request missing data, or to dispatch it. Null if nothing is left to do. */
    dueAt: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("calls_contact").on(table.tenantId, table.contactNumber, table.at),
    index("calls_recent").on(table.tenantId, table.at),
    index("calls_due").on(table.dueAt),
    index("calls_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ]),
);

/** One side's words in a call, as the provider transcribed them. */
export interface CallWords {
  readonly who: "contact" | "team";
  readonly name: string | null;
  readonly text: string;
  /** The user of the phone system, and the member with that user's address. Missing if unknown. */
  readonly userId?: string;
  readonly memberId?: string;
}

/** Progress of a connection's text backfill. */
export const textBackfills = sqliteTable(
  "text_backfills",
  {
    tenantId: text().notNull(),
    connectionId: text().notNull(),
    state: text({ enum: ["running", "stopped", "done"] }).notNull(),
    /** Start of the next page. */
    cursor: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    conversations: integer().notNull(),
    texts: integer().notNull(),
    added: integer().notNull(),
    failures: integer().notNull(),
    problem: text(),
    startedByName: text().notNull(),
    startedAt: text().notNull(),
    updatedAt: text().notNull(),
    /** Lease of the current worker; the scheduler resumes after it. Null when idle. */
    dueAt: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.connectionId] }),
    index("text_backfills_due").on(table.dueAt),
  ]),
);

/** Messages whose urgency is not decided yet. Rows are deleted once decided. */
export const urgencyChecks = sqliteTable(
  "urgency_checks",
  {
    tenantId: text().notNull(),
    /** `text.<id>` or `mail.<mailbox>.<id>`. */
    id: text().notNull(),
    source: text({ enum: ["sms", "email"] }).notNull(),
    conversationId: text().notNull(),
    /** The author's name. */
    name: text().notNull(),
    words: text().notNull(),
    routedTo: text({ mode: "json" }).$type<RoutedTo>(),
    /** When the scheduler picks it up, in case its queue message was lost. */
    dueAt: text().notNull(),
    /** How often the classifier was asked and gave no answer. */
    attempts: integer().notNull().default(0),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("urgency_checks_due").on(table.dueAt),
    index("urgency_checks_due_of").on(table.tenantId, table.dueAt),
  ]),
);
