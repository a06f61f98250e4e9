import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EmailAttachment } from "../../agent/api/message.ts";
import type { MailReason } from "../api/reasons.ts";

/**
 * Every e-mail seen in a watched mailbox and every one sent, by the provider's id in its mailbox. `state` says whether it still has to be
 * handed on: this table, and no label or flag in the mailbox, is what keeps an e-mail from starting a second run.
 */
export const mails = sqliteTable(
  "mails",
  {
    tenantId: text("tenant_id").notNull(),
    mailbox: text("mailbox").notNull(),
    id: text("id").notNull(),
    connectionId: text("connection_id").notNull(),
    threadId: text("thread_id").notNull(),
    direction: text("direction", { enum: ["incoming", "outgoing"] }).notNull(),
    /** RFC 5322 Message-ID with its angle brackets; null where it has none. */
    messageId: text("message_id"),
    inReplyTo: text("in_reply_to"),
    fromName: text("from_name").notNull(),
    fromAddress: text("from_address").notNull(),
    to: text("to_addresses", { mode: "json" }).$type<string[]>().notNull(),
    cc: text("cc_addresses", { mode: "json" }).$type<string[]>().notNull(),
    subject: text("subject").notNull(),
    /** What its reader sees, without the quoted history, cut to a limit. */
    text: text("text").notNull(),
    quoted: text("quoted").notNull(),
    hidden: text("hidden").notNull(),
    attachments: text("attachments", { mode: "json" }).$type<EmailAttachment[]>().notNull(),
    /** The provider's time of it. */
    at: text("at").notNull(),
    receivedAt: text("received_at").notNull(),
    /** The check that found it; null for one that was sent. */
    checkName: text("check_name", { enum: ["general", "leads"] }),
    /** Hash of what it says: one e-mail that lies in two watched mailboxes is one row. */
    fingerprint: text("fingerprint").notNull(),
    /** `received`: not dispatched yet. `handed`: in its conversation. `recorded`: kept, starts nothing. */
    state: text("state", { enum: ["received", "handed", "recorded"] }).notNull(),
    /** Why it starts nothing; of one that was handed, `by_member` where a colleague wrote it to Steward. */
    reason: text("reason").$type<MailReason>(),
    attempts: integer("attempts").notNull(),
    /** Of one that came in: whether the receiving server vouches for its sender, and whether a machine sent it; null in rows from before it was kept. */
    sender: text("sender", { enum: ["verified", "unverified", "machine"] }),
    /** What a model says of it; null where it was not asked, or answered nothing that can be read. */
    summary: text("summary"),
    /** When it is to be asked; null where it was, or isn't to be. */
    summaryDueAt: text("summary_due_at"),
    summarizedAt: text("summarized_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.mailbox, table.id] }),
    uniqueIndex("mails_once").on(table.tenantId, table.fingerprint),
    index("mails_thread").on(table.tenantId, table.threadId, table.at),
    index("mails_recent").on(table.tenantId, table.at),
    index("mails_from").on(table.tenantId, table.fromAddress, table.at),
    index("mails_to").on(table.tenantId, sql`to_addresses ->> '$[0]'`, table.at),
    index("mails_summary_due")
      .on(table.summaryDueAt)
      .where(sql`summary_due_at is not null`),
    index("mails_unsummarized")
      .on(table.tenantId, table.summaryDueAt)
      .where(sql`summary_due_at is not null`),
    index("mails_summarized")
      .on(table.tenantId, table.summarizedAt)
      .where(sql`summarized_at is not null`),
    index("mails_waiting")
      .on(table.receivedAt)
      .where(sql`state = 'received'`),
    index("mails_undispatched")
      .on(table.tenantId, table.threadId, table.at)
      .where(sql`state = 'received'`),
  ],
);

/** How far each search of a watched mailbox has been read. `search` is the name of a check, or `sent`. */
export const mailCursors = sqliteTable(
  "mail_cursors",
  {
    tenantId: text("tenant_id").notNull(),
    mailbox: text("mailbox").notNull(),
    search: text("search", { enum: ["general", "leads", "sent"] }).notNull(),
    /** The connection and the words of the search it belongs to: others begin again. */
    connectionId: text("connection_id").notNull(),
    query: text("query").notNull(),
    /** Gmail's name of the mailbox's state when the last complete listing began; null before the first. */
    historyId: text("history_id"),
    /** When the last complete listing began: what came before is listed. */
    listedAt: text("listed_at"),
    /** The listing under way; null while none is. */
    listing: text("listing", { mode: "json" }).$type<MailListing>(),
    problem: text("problem"),
    failures: integer("failures").notNull().default(0),
    updatedAt: text("updated_at").notNull(),
    /** When somebody must go on; null while nothing is left to do. */
    dueAt: text("due_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.mailbox, table.search] }),
    index("mail_cursors_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

/** A listing of a search, newest first, a page at a time. */
export interface MailListing {
  readonly startedAt: string;
  /** The mailbox's state when it began. */
  readonly historyId: string;
  /** The next page; null for the first. */
  readonly pageToken: string | null;
  /** E-mails listed so far. */
  readonly listed: number;
}

/** E-mails that were listed and not taken yet, by their id in their mailbox. */
export const mailBacklog = sqliteTable(
  "mail_backlog",
  {
    tenantId: text("tenant_id").notNull(),
    mailbox: text("mailbox").notNull(),
    id: text("id").notNull(),
    search: text("search", { enum: ["general", "leads", "sent"] }).notNull(),
    listedAt: text("listed_at").notNull(),
    /** Place in its listing: the newest e-mail has the lowest. */
    place: integer("place").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Not tried before. */
    dueAt: text("due_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.mailbox, table.id] }),
    index("mail_backlog_order").on(
      table.tenantId,
      table.mailbox,
      table.attempts,
      table.listedAt,
      table.place,
    ),
    index("mail_backlog_failing")
      .on(table.listedAt)
      .where(sql`attempts > 0`),
  ],
);

/** E-mails that could not be read, as the release before kept them. Objects may still run it for minutes after a deploy; dropped with the next. */
export const mailFailures = sqliteTable(
  "mail_failures",
  {
    tenantId: text("tenant_id").notNull(),
    mailbox: text("mailbox").notNull(),
    id: text("id").notNull(),
    attempts: integer("attempts").notNull(),
    failedAt: text("failed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.mailbox, table.id] })],
);
