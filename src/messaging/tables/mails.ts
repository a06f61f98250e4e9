import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { EmailAttachment } from "../../agent/api/message.ts";
import type { SaidName } from "../../platform/said-names.ts";
import type { MailReason, MemberMail } from "../api/reasons.ts";

/**
 * Every e-mail seen in a watched mailbox and every one sent, by the provider's ID in its mailbox. `state`
 * says whether it still has to be dispatched. This table alone, not a label or flag in the mailbox, prevents
 * a second run for an e-mail.
 */
export const mails = sqliteTable(
  "mails",
  {
    tenantId: text().notNull(),
    mailbox: text().notNull(),
    id: text().notNull(),
    connectionId: text().notNull(),
    threadId: text().notNull(),
    direction: text({ enum: ["incoming", "outgoing"] }).notNull(),
    /** RFC 5322 Message-ID including angle brackets; null if missing. */
    messageId: text(),
    inReplyTo: text(),
    fromName: text().notNull(),
    fromAddress: text().notNull(),
    to: text("to_addresses", { mode: "json" }).$type<string[]>().notNull(),
    cc: text("cc_addresses", { mode: "json" }).$type<string[]>().notNull(),
    subject: text().notNull(),
    /** Visible text without quoted history, truncated. */
    text: text().notNull(),
    quoted: text().notNull(),
    hidden: text().notNull(),
    attachments: text({ mode: "json" }).$type<EmailAttachment[]>().notNull(),
    /** Provider time. */
    at: text().notNull(),
    receivedAt: text().notNull(),
    /** The check that found it; null for sent e-mails. */
    checkName: text({ enum: ["general", "leads"] }),
    /** Content hash, so that one e-mail in two watched mailboxes is recognized. */
    fingerprint: text().notNull(),
    /** `received`: not dispatched yet. `handed`: in its conversation. `recorded`: stored, starts no run. */
    state: text({ enum: ["received", "handed", "recorded"] }).notNull(),
    /** Recorded: why it starts no run. Handed: how it was taken, if in a member's name to Steward. */
    reason: text().$type<MailReason | MemberMail>(),
    attempts: integer().notNull(),
    /**
     * Incoming only: whether the receiving server authenticated the sender, or a machine sent it. Null in
     * older rows.
     */
    sender: text({ enum: ["verified", "unverified", "machine"] }),
    /** The model's summary; null if not requested, or if the answer was invalid. */
    summary: text(),
    /** Whom and what it names, found with the summary. */
    said: text({ mode: "json" }).$type<readonly SaidName[]>(),
    /** When the summary is due; null if done or not needed. */
    summaryDueAt: text(),
    summarizedAt: text(),
  },
  keys((table) => [
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
  ]),
);

/**
 * Progress of each search in a mailbox. `search` is a check's name, `sent`, or `returned`, which looks for
 * bounces of what we sent.
 */
export const mailCursors = sqliteTable(
  "mail_cursors",
  {
    tenantId: text().notNull(),
    mailbox: text().notNull(),
    search: text({ enum: ["general", "leads", "sent", "returned"] }).notNull(),
    /** The connection and query this progress belongs to; if either changes, listing starts over. */
    connectionId: text().notNull(),
    query: text().notNull(),
    /** The vendor's state of the mailbox (Gmail's history ID) when the last complete listing started; null before the first. */
    historyId: text(),
    /** When the last complete listing started; everything earlier is listed. */
    listedAt: text(),
    /** The listing in progress; null if none. */
    listing: text({ mode: "json" }).$type<MailListing>(),
    problem: text(),
    failures: integer().notNull().default(0),
    updatedAt: text().notNull(),
    /** When work is due; null if nothing is left to do. */
    dueAt: text(),
    /** `returned` only: when it ends. */
    lookUntil: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.mailbox, table.search] }),
    index("mail_cursors_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ]),
);

/** The state of a listing, newest first, one page at a time. */
export interface MailListing {
  readonly startedAt: string;
  /** The mailbox's state when it started. */
  readonly historyId: string;
  /** Token of the next page; null for the first. */
  readonly pageToken: string | null;
  /** E-mails listed so far. */
  readonly listed: number;
}

/** E-mails listed but not accepted yet, by their ID in the mailbox. */
export const mailBacklog = sqliteTable(
  "mail_backlog",
  {
    tenantId: text().notNull(),
    mailbox: text().notNull(),
    id: text().notNull(),
    search: text({ enum: ["general", "leads", "sent", "returned"] }).notNull(),
    listedAt: text().notNull(),
    /** Position in the listing: the newest e-mail has the lowest. */
    place: integer().notNull(),
    attempts: integer().notNull().default(0),
    /** Earliest time of the next attempt. */
    dueAt: text().notNull(),
  },
  keys((table) => [
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
  ]),
);
