import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../kernel/hash.ts";
import type { Conversation, Trigger } from "../api/conversation.ts";
import type { RunFailureCode } from "../runs/index.ts";

/** The directory: a versioned projection of each conversation's object, never the truth about its messages. */
export const conversations = sqliteTable(
  "conversations",
  {
    tenantId: text("tenant_id").notNull(),
    id: text("id").notNull(),
    /** Which agent people talk to here. */
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
    /** The object's projection counter: a lower one never overwrites a higher one. */
    version: integer("version").notNull(),
    deletedAt: text("deleted_at"),
    /** The member who began it; null where none did. */
    startedBy: text("started_by"),
    /** Chats with an agent; null for others. */
    sessionState: text("session_state", { enum: ["open", "completed", "expired", "deleted"] }),
    /** Where a fork goes on from: the conversation, and a place in its log. */
    parentId: text("parent_id"),
    forkSeq: integer("fork_seq"),
    /** When a chat that is open is over if nobody says anything more. */
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
  ],
);

/** A step of a run, as a row of `run_traces` holds it. */
export interface StoredStep {
  readonly position: number;
  readonly kind: "model" | "tool" | "hook";
  readonly name: string;
  readonly status: string;
  readonly at: string;
  readonly durationMs: number;
  readonly detail: Record<string, unknown>;
}

/** One agent's work from a trigger to its stop. */
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
    /** What came of a run no one asked for: `no_action`, `attention`; null for others. */
    disposition: text("disposition"),
    /** What it was about, cut short. */
    preview: text("preview"),
    /** The agent's words for it, cut short. */
    outcome: text("outcome"),
    /** The run that started it by `delegate`. */
    parentRunId: text("parent_run_id"),
    /** How free the agent was to act. */
    mode: text("mode", { enum: ["shadow", "propose", "execute"] }),
    /** Calls that another model answered because the agent's own was overloaded. */
    fallbacks: integer("fallbacks").notNull().default(0),
    /** What an agent with an output schema answered. */
    output: text("output", { mode: "json" }).$type<Json>(),
    /** How sure the agent said it was, from 0 to 1. */
    confidence: real("confidence"),
    /** Whether the person who looked at it found it right; null where no one has. */
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
 * Every model call, tool call and hook decision of a run, in order, some hundred to a row: a row for each of them would cost four with its indexes.
 * What a step holds is figures and names, never credentials.
 */
export const runTraces = sqliteTable(
  "run_traces",
  {
    tenantId: text("tenant_id").notNull(),
    runId: text("run_id").notNull(),
    part: integer("part").notNull(),
    /** Of its last step. */
    at: text("at").notNull(),
    steps: text("steps", { mode: "json" }).$type<readonly StoredStep[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.part] }),
    index("run_traces_at").on(table.tenantId, table.at, table.runId, table.part),
  ],
);
