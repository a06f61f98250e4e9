import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { Json } from "../../kernel/hash.ts";
import type { Conversation, Trigger } from "../api/conversation.ts";
import type { RunFailureCode } from "../runs/index.ts";
import type { TraceStep } from "../runs/types.ts";

/** The directory: a versioned projection of each conversation's object, which is authoritative. */
export const conversations = sqliteTable(
  "conversations",
  {
    tenantId: text().notNull(),
    id: text().notNull(),
    /** The agent of the conversation. */
    agent: text().notNull().default("steward"),
    title: text().notNull(),
    source: text({
      enum: ["web_chat", "sms", "team_text", "team_email", "team_slack", "email", "schedule", "webhook"],
    }).notNull(),
    contact: text({ mode: "json" }).$type<NonNullable<Conversation["contact"]>>(),
    trigger: text({ mode: "json" }).$type<Trigger>(),
    status: text({
      enum: ["idle", "held_back", "running", "waiting_approval", "waiting_answer", "failed", "stopped"],
    }).notNull(),
    unread: integer({ mode: "boolean" }).notNull(),
    preview: text().notNull(),
    costMicroUsd: integer().notNull(),
    createdAt: text().notNull(),
    lastMessageAt: text().notNull(),
    /** The object's version; a lower one never overwrites a higher one. */
    version: integer().notNull(),
    deletedAt: text(),
    /** The member who started it; null if none did. */
    startedBy: text(),
    /** Set for chats with an agent; null for others. */
    sessionState: text({ enum: ["open", "completed", "expired", "deleted"] }),
    /** For a fork: its parent conversation, and the position in the parent's log. */
    parentId: text(),
    forkSeq: integer(),
    /** When an open chat expires without further messages. */
    expiresAt: text(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("conversations_sessions").on(
      table.tenantId,
      table.startedBy,
      table.agent,
      table.sessionState,
      table.createdAt,
    ),
    index("conversations_expiry")
      .on(table.tenantId, table.expiresAt)
      .where(sql`expires_at is not null`),
    index("conversations_recent").on(table.tenantId, table.lastMessageAt),
    index("conversations_session_state")
      .on(table.lastMessageAt)
      .where(sql`session_state is not null`),
    index("conversations_source").on(table.tenantId, table.source, table.lastMessageAt),
    index("conversations_phone")
      .on(table.tenantId, sql`contact ->> '$.phone'`, table.lastMessageAt)
      .where(sql`contact is not null`),
  ]),
);

/** A step in a row of `run_traces`. */
export interface StoredStep extends TraceStep {
  readonly position: number;
}

/** One agent's work from its trigger to its end. */
export const runs = sqliteTable(
  "runs",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    conversationId: text().notNull(),
    agent: text().notNull(),
    model: text().notNull(),
    trigger: text().notNull(),
    startedBy: text().notNull(),
    status: text().notNull(),
    stopReason: text(),
    errorCode: text().$type<RunFailureCode>(),
    attempts: integer().notNull(),
    modelCalls: integer().notNull(),
    toolCalls: integer().notNull(),
    inputTokens: integer().notNull(),
    outputTokens: integer().notNull(),
    cacheReadTokens: integer().notNull(),
    cacheWriteTokens: integer().notNull(),
    costMicroUsd: integer().notNull(),
    startedAt: text().notNull(),
    finishedAt: text(),
    day: text().notNull(),
    /** The result of a background run, `no_action` or `attention`; null for others. */
    disposition: text(),
    /** Its subject, shortened. */
    preview: text(),
    /** The agent's last text, shortened. */
    outcome: text(),
    /** The delegating run. */
    parentRunId: text(),
    /** The agent's autonomy. */
    mode: text({ enum: ["shadow", "propose", "execute"] }),
    /** Calls answered by another model, because the agent's own was overloaded. */
    fallbacks: integer().notNull().default(0),
    /** The output of an agent with a schema. */
    output: text({ mode: "json" }).$type<Json>(),
    /** The agent's own confidence, from 0 to 1. */
    confidence: real(),
    /** The result of a person's review; null if there is none. */
    accepted: integer({ mode: "boolean" }),
    reviewedBy: text(),
    reviewedByName: text(),
    reviewedAt: text(),
  },
  keys((table) => [
    index("runs_conversation").on(table.tenantId, table.conversationId, table.startedAt),
    index("runs_day").on(table.tenantId, table.day),
    index("runs_recent")
      .on(table.tenantId, table.startedAt, table.id)
      .where(sql`${table.parentRunId} is null`),
    index("runs_parent")
      .on(table.tenantId, table.parentRunId)
      .where(sql`${table.parentRunId} is not null`),
  ]),
);

/**
 * The model calls, tool calls and hook decisions of a run, in order, some hundred per row: one row per step
 * would cost four writes with its indexes. Steps contain figures and names, never credentials.
 */
export const runTraces = sqliteTable(
  "run_traces",
  {
    tenantId: text().notNull(),
    runId: text().notNull(),
    part: integer().notNull(),
    /** Time of its last step. */
    at: text().notNull(),
    steps: text({ mode: "json" }).$type<readonly StoredStep[]>().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.part] }),
    index("run_traces_at").on(table.tenantId, table.at, table.runId, table.part),
  ]),
);
