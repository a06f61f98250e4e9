import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text, integer } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { SlackReason } from "../api/reasons.ts";

/** A button press in Slack. */
export interface SlackPress {
  readonly decision: "approve" | "reject";
  readonly approvalId: string;
  readonly effectHash: string;
  /** The message with the button. */
  readonly ts: string;
}

/**
 * Messages and button presses of a Slack workspace, deduplicated by Slack's event ID. `state` says whether
 * one still has to be dispatched.
 */
export const slackInbox = sqliteTable(
  "slack_inbox",
  {
    tenantId: text().notNull(),
    id: text().notNull(),
    connectionId: text().notNull(),
    kind: text({ enum: ["mention", "direct", "command", "press"] }).notNull(),
    workspaceId: text().notNull(),
    userId: text().notNull(),
    channelId: text().notNull(),
    /** For a message: its ID within the channel, and that of its thread's parent. */
    ts: text(),
    threadTs: text(),
    /** The author's own words, in Slack's markup. */
    text: text().notNull(),
    /** Quoted or shared content written by others. */
    quoted: text().notNull().default(""),
    press: text({ mode: "json" }).$type<SlackPress>(),
    receivedAt: text().notNull(),
    /**
     * `received`: not dispatched yet. `handed`: in its conversation, or decided. `recorded`: stored, no
     * effect.
     */
    state: text({ enum: ["received", "handed", "recorded"] }).notNull(),
    /** Why it has no effect. */
    reason: text().$type<SlackReason>(),
    attempts: integer().notNull(),
    /** Where the answer goes: a thread of a channel, or null for direct messages. */
    answerIn: text({ mode: "json" }).$type<{
      readonly channelId: string;
      readonly name: string;
      readonly threadTs: string;
    }>(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("slack_inbox_user").on(table.tenantId, table.userId, table.receivedAt),
    index("slack_inbox_old").on(table.tenantId, table.receivedAt),
    index("slack_inbox_waiting")
      .on(table.receivedAt)
      .where(sql`state = 'received'`),
  ]),
);

/** Cards with buttons posted to a member, to be updated once decided. */
export const slackCards = sqliteTable(
  "slack_cards",
  {
    tenantId: text().notNull(),
    approvalId: text().notNull(),
    connectionId: text().notNull(),
    channelId: text().notNull(),
    ts: text().notNull(),
    /** The member who owns the card; only they can decide with it. */
    memberId: text().notNull(),
    at: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.approvalId, table.channelId, table.ts] }),
    index("slack_cards_old").on(table.tenantId, table.at),
  ]),
);
