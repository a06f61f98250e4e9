import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text, integer } from "drizzle-orm/sqlite-core";
import type { SlackReason } from "../api/reasons.ts";

/** A button that was pressed in Slack: on which card, and what for. */
export interface SlackPress {
  readonly decision: "approve" | "reject";
  readonly approvalId: string;
  readonly effectHash: string;
  /** The message with the button. */
  readonly ts: string;
}

/** What people of a workspace said to the app or pressed, by Slack's own event id, so that a repeat is known. `state` says whether it still has to be dispatched. */
export const slackInbox = sqliteTable(
  "slack_inbox",
  {
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    connectionId: text("connection_id").notNull(),
    kind: text("kind", { enum: ["mention", "direct", "command", "press"] }).notNull(),
    workspaceId: text("workspace_id").notNull(),
    userId: text("user_id").notNull(),
    channelId: text("channel_id").notNull(),
    /** Of a message: its id within the channel, and that of the message its thread hangs on. */
    ts: text("ts"),
    threadTs: text("thread_ts"),
    /** Their own words, as Slack writes them. */
    text: text("text").notNull(),
    /** What they quote or share, which others wrote. */
    quoted: text("quoted").notNull().default(""),
    press: text("press", { mode: "json" }).$type<SlackPress>(),
    receivedAt: text("received_at").notNull(),
    /** `received`: not dispatched yet. `handed`: in its conversation, or decided. `recorded`: kept, does nothing. */
    state: text("state", { enum: ["received", "handed", "recorded"] }).notNull(),
    /** Why it does nothing. */
    reason: text("reason").$type<SlackReason>(),
    attempts: integer("attempts").notNull(),
    /** Where the answer goes: a thread of a channel, or null for the direct messages with whoever asked. */
    answerIn: text("answer_in", { mode: "json" }).$type<{
      readonly channelId: string;
      readonly name: string;
      readonly threadTs: string;
    }>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("slack_inbox_user").on(table.tenantId, table.userId, table.receivedAt),
    index("slack_inbox_old").on(table.tenantId, table.receivedAt),
    index("slack_inbox_waiting")
      .on(table.receivedAt)
      .where(sql`state = 'received'`),
  ],
);

/** Cards with buttons that were posted to somebody, to be changed once there is a decision. */
export const slackCards = sqliteTable(
  "slack_cards",
  {
    tenantId: text("tenant_id").notNull(),
    approvalId: text("approval_id").notNull(),
    connectionId: text("connection_id").notNull(),
    channelId: text("channel_id").notNull(),
    ts: text("ts").notNull(),
    /** The member whose card it is: nobody else decides with it. */
    memberId: text("member_id").notNull(),
    at: text("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.approvalId, table.channelId, table.ts] }),
    index("slack_cards_old").on(table.tenantId, table.at),
  ],
);
