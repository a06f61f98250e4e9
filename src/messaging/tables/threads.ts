import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { CallOutcome, ThreadChannel, ThreadView } from "../api/threads.ts";

/**
 * The inbox (src/messaging/threads): one row per line of ours and outside number, and one per e-mail thread,
 * with the last message (from `texts` or `mails`) and the team's workflow state. Every change uses
 * compare-and-set on `revision`.
 */
export const textThreads = sqliteTable(
  "text_threads",
  {
    tenantId: text().notNull(),
    /** The outside party, E.164; of an e-mail thread, the provider's thread ID. */
    number: text().notNull(),
    /** Our line, E.164; of an e-mail thread, our mailbox. */
    line: text().notNull(),
    /** Of an e-mail thread: whom it is with, and about what. Null for texts. */
    withAddress: text(),
    withName: text(),
    subject: text(),
    /** `open`: needs action by the team. `answered`: the last message is ours. */
    status: text({ enum: ["open", "answered", "snoozed", "done"] }).notNull(),
    /** Last activity, the sort key of lists: a text, or a snoozed thread reopening. */
    activeAt: text().notNull(),
    lastAt: text().notNull(),
    lastDirection: text({ enum: ["incoming", "outgoing"] }).notNull(),
    /** Excerpt of the newest message. */
    lastWords: text().notNull(),
    /** How their call ended, if the newest message is a call or a missed one waits; else null. */
    call: text().$type<CallOutcome>(),
    /** Their newest message taken into account; null if they have never written. */
    lastIncomingAt: text(),
    /** Time of their first unanswered message. */
    waitsSince: text(),
    assigneeId: text(),
    /** When it reopens: the end of a snooze, or when what we promised is due. */
    nextAt: text(),
    /** What our newest message promised them; null if it promised nothing, or once it is kept. */
    promised: text(),
    revision: integer().notNull(),
  },
  keys((table) => [
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
    index("text_threads_promised")
      .on(table.tenantId, table.activeAt, table.number, table.line)
      .where(sql`promised is not null`),
    index("text_threads_calls")
      .on(table.tenantId, table.activeAt, table.number, table.line)
      .where(sql`call is not null`),
    index("text_threads_emails")
      .on(table.tenantId, table.activeAt, table.number, table.line)
      .where(sql`subject is not null`),
    index("text_threads_due")
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    index("text_threads_due_of")
      .on(table.tenantId, table.nextAt)
      .where(sql`next_at is not null`),
  ]),
);

/** Actions on a thread, and internal notes. Never leaves the team. */
export const threadEntries = sqliteTable(
  "thread_entries",
  {
    tenantId: text().notNull(),
    id: text().notNull(),
    number: text().notNull(),
    line: text().notNull(),
    at: text().notNull(),
    kind: text({
      enum: ["note", "assigned", "snoozed", "done", "reopened", "returned", "kept"],
    }).notNull(),
    /** Null for scheduled changes. */
    byId: text(),
    byName: text(),
    /** The note's text, the assignee (empty for none), or when a snoozed thread reopens. */
    words: text().notNull(),
    /** Members mentioned in a note. */
    mentions: text({ mode: "json" }).$type<readonly { readonly id: string; readonly name: string }[]>(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("thread_entries_thread").on(table.tenantId, table.number, table.line, table.at),
    index("thread_entries_notes")
      .on(table.tenantId, table.number, table.at)
      .where(sql`kind = 'note'`),
  ]),
);

/** How far each member has read each thread: the time of the contact's newest message they saw. */
export const threadReads = sqliteTable(
  "thread_reads",
  {
    tenantId: text().notNull(),
    userId: text().notNull(),
    number: text().notNull(),
    line: text().notNull(),
    readUpTo: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.userId, table.number, table.line] })]),
);

/** Saved views of the inbox, per member. */
export const threadViews = sqliteTable(
  "thread_views",
  {
    tenantId: text().notNull(),
    userId: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    view: text().$type<ThreadView>().notNull(),
    /** One of our lines or mailboxes; null for all. */
    line: text(),
    /** Null for all. */
    channel: text().$type<ThreadChannel>(),
    /** Whose threads, for `mine`; null for the member's own. */
    assigneeId: text(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.userId, table.id] })]),
);

export const replyTemplates = sqliteTable(
  "reply_templates",
  {
    tenantId: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    /** May contain placeholders such as `{first name}`. */
    words: text().notNull(),
    updatedByName: text().notNull(),
    updatedAt: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.id] })]),
);
