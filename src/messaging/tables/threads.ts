import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ThreadView } from "../api/threads.ts";

/**
 * The text inbox (src/messaging/threads), a row for each of our lines and each number it texts with: what was said last, read from `texts`, and what the
 * team made of it. `revision` is the compare-and-set of every change.
 */
export const textThreads = sqliteTable(
  "text_threads",
  {
    tenantId: text("tenant_id").notNull(),
    /** The outside party, E.164. */
    number: text("number").notNull(),
    /** Our line, E.164. */
    line: text("line").notNull(),
    /** `open`: the team must do something. `answered`: the last word is ours. */
    status: text("status", { enum: ["open", "answered", "snoozed", "done"] }).notNull(),
    /** When something last happened in it, the order of lists: a text, or that it came back. */
    activeAt: text("active_at").notNull(),
    lastAt: text("last_at").notNull(),
    lastDirection: text("last_direction", { enum: ["incoming", "outgoing"] }).notNull(),
    /** The beginning of the newest text. */
    lastWords: text("last_words").notNull(),
    /** The newest text of theirs that has been taken into account; null where they have never written. */
    lastIncomingAt: text("last_incoming_at"),
    /** The first of their texts that no one has answered. */
    waitsSince: text("waits_since"),
    assigneeId: text("assignee_id"),
    /** When a snoozed one comes back. */
    nextAt: text("next_at"),
    revision: integer("revision").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.number, table.line] }),
    index("text_threads_all").on(table.tenantId, table.activeAt, table.number, table.line),
    index("text_threads_status").on(table.tenantId, table.status, table.activeAt, table.number, table.line),
    index("text_threads_line").on(table.tenantId, table.line, table.activeAt, table.number),
    index("text_threads_line_status").on(
      table.tenantId,
      table.line,
      table.status,
      table.activeAt,
      table.number,
    ),
    index("text_threads_mine")
      .on(table.tenantId, table.assigneeId, table.activeAt, table.number, table.line)
      .where(sql`assignee_id is not null and status <> 'done'`),
    index("text_threads_due")
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    index("text_threads_due_of")
      .on(table.tenantId, table.nextAt)
      .where(sql`next_at is not null`),
  ],
);

/** What the team did with a thread, and wrote in it for each other. Never leaves the team. */
export const threadEntries = sqliteTable(
  "thread_entries",
  {
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    number: text("number").notNull(),
    line: text("line").notNull(),
    at: text("at").notNull(),
    kind: text("kind", { enum: ["note", "assigned", "snoozed", "done", "reopened", "returned"] }).notNull(),
    /** Null for what the clock did. */
    byId: text("by_id"),
    byName: text("by_name"),
    /** A note's words; whom it was assigned to, empty for no one; when a snoozed one comes back. */
    words: text("words").notNull(),
    /** Members a note names. */
    mentions: text("mentions", { mode: "json" }).$type<
      readonly { readonly id: string; readonly name: string }[]
    >(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("thread_entries_thread").on(table.tenantId, table.number, table.line, table.at),
    index("thread_entries_notes")
      .on(table.tenantId, table.number, table.at)
      .where(sql`kind = 'note'`),
  ],
);

/** How far each member has read each thread, by the time of the newest text of theirs they saw. */
export const threadReads = sqliteTable(
  "thread_reads",
  {
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    number: text("number").notNull(),
    line: text("line").notNull(),
    readUpTo: text("read_up_to").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.number, table.line] })],
);

/** A person's own lists of the text inbox. */
export const threadViews = sqliteTable(
  "thread_views",
  {
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    view: text("view").$type<ThreadView>().notNull(),
    /** One of our numbers; null for all. */
    line: text("line"),
    /** Whose threads, of `mine`; null for the person's own. */
    assigneeId: text("assignee_id"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.id] })],
);

/** A team's saved replies. */
export const replyTemplates = sqliteTable(
  "reply_templates",
  {
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    /** With places such as `{first name}`. */
    words: text("words").notNull(),
    updatedByName: text("updated_by_name").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
