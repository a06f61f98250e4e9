import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../kernel/hash.ts";
import type { Conversation, Trigger } from "../api/conversation.ts";
import type { RunFailureCode } from "../runs/index.ts";
import type { TraceStep } from "../runs/types.ts";

/** The directory: a versioned projection of each conversation's object, which is authoritative. */
export const conversations = sqliteTable(
  "conversations",
  {
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    /** The agent of the conversation. */
    agent: text("agent").notNull().default("steward"),
    title: text("title").notNull(),
    source: text("source", {
      enum: ["web_chat", "sms", "team_text", "team_email", "team_slack", "email", "schedule", "webhook"],
    }).notNull(),
    contact: text("contact", { mode: "json" }).$type<NonNullable<Conversation["contact"]>>(),
    trigger: text("trigger", { mode: "json" }).$type<Trigger>(),
    status: text("status", {
      enum: ["idle", "held_back", "running", "waiting_approval", "waiting_answer", "failed", "stopped"],
    }).notNull(),
    unread: integer("unread", { mode: "boolean" }).notNull(),
    preview: text("preview").notNull(),
    costMicroUsd: integer("cost_micro_usd").notNull(),
    createdAt: text("created_at").notNull(),
    lastMessageAt: text("last_message_at").notNull(),
    /** The object's version; a lower one never overwrites a higher one. */
    version: integer("version").notNull(),
    deletedAt: text("deleted_at"),
    /** The member who started it; null if none did. */
    startedBy: text("started_by"),
    /** Set for chats with an agent; null for others. */
    sessionState: text("session_state", { enum: ["open", "completed", "expired", "deleted"] }),
    /** For a fork: its parent conversation, and the position in the parent's log. */
    parentId: text("parent_id"),
    forkSeq: integer("fork_seq"),
    /** When an open chat expires without further messages. */
    expiresAt: text("expires_at"),
  },
  (table) => [
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
  ],
);

/** A step in a row of `run_traces`. */
export interface StoredStep extends TraceStep {
  readonly position: number;
}

/** One agent's work from its trigger to its end. */
export const runs = sqliteTable(
  "runs",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    agent: text("agent").notNull(),
    model: text("model").notNull(),
    trigger: text("trigger").notNull(),
    startedBy: text("started_by").notNull(),
    status: text("status").notNull(),
    stopReason: text("stop_reason"),
    errorCode: text("error_code").$type<RunFailureCode>(),
    attempts: integer("attempts").notNull(),
    modelCalls: integer("model_calls").notNull(),
    toolCalls: integer("tool_calls").notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    cacheReadTokens: integer("cache_read_tokens").notNull(),
    cacheWriteTokens: integer("cache_write_tokens").notNull(),
    costMicroUsd: integer("cost_micro_usd").notNull(),
    startedAt: text("started_at").notNull(),
    finishedAt: text("finished_at"),
    day: text("day").notNull(),
    /** The result of a background run, `no_action` or `attention`; null for others. */
    disposition: text("disposition"),
    /** Its subject, shortened. */
    preview: text("preview"),
    /** The agent's last text, shortened. */
    outcome: text("outcome"),
    /** The delegating run. */
    parentRunId: text("parent_run_id"),
    /** The agent's autonomy. */
    mode: text("mode", { enum: ["shadow", "propose", "execute"] }),
    /** Calls answered by another model, because the agent's own was overloaded. */
    fallbacks: integer("fallbacks").notNull().default(0),
    /** The output of an agent with a schema. */
    output: text("output", { mode: "json" }).$type<Json>(),
    /** The agent's own confidence, from 0 to 1. */
    confidence: real("confidence"),
    /** The result of a person's review; null if there is none. */
    accepted: integer("accepted", { mode: "boolean" }),
    reviewedBy: text("reviewed_by"),
    reviewedByName: text("reviewed_by_name"),
    reviewedAt: text("reviewed_at"),
  },
  (table) => [
    index("runs_conversation").on(table.tenantId, table.conversationId, table.startedAt),
    index("runs_day").on(table.tenantId, table.day),
    index("runs_recent")
      .on(table.tenantId, table.startedAt, table.id)
      .where(sql`${table.parentRunId} is null`),
    index("runs_parent")
      .on(table.tenantId, table.parentRunId)
      .where(sql`${table.parentRunId} is not null`),
  ],
);

/**
 * The model calls, tool calls and hook decisions of a run, in order, some hundred per row: one row per step
 * would cost four writes with its indexes. Steps contain figures and names, never credentials.
 */
export const runTraces = sqliteTable(
  "run_traces",
  {
    tenantId: text("tenant_id").notNull(),
    runId: text("run_id").notNull(),
    part: integer("part").notNull(),
    /** Time of its last step. */
    at: text("at").notNull(),
    steps: text("steps", { mode: "json" }).$type<readonly StoredStep[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.part] }),
    index("run_traces_at").on(table.tenantId, table.at, table.runId, table.part),
  ],
);
