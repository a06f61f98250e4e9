import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../kernel/hash.ts";
import {
  PROJECT_AGENT_NAMES,
  type ProjectAgentContext,
  type ProjectAgentEvery,
  type ProjectAgentInput,
} from "../api/project-agents.ts";

/**
 * Runs of the agents that run projects: requested, scheduled, in progress, or finished with their outcome. A
 * recurring row has `every`, and is followed by the next one. Costs are in `runs` under the same ID.
 */
export const projectAgentRuns = sqliteTable(
  "project_agent_runs",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    /** Empty for work across all projects. */
    projectId: text("project_id").notNull(),
    agent: text("agent", { enum: PROJECT_AGENT_NAMES }).notNull(),
    status: text("status", { enum: ["queued", "running", "done", "failed"] }).notNull(),
    trigger: text("trigger", { enum: ["request", "schedule", "event"] }).notNull(),
    /** Null for scheduled runs. */
    requestedById: text("requested_by_id"),
    requestedByName: text("requested_by_name"),
    input: text("input", { mode: "json" }).$type<ProjectAgentInput>().notNull(),
    every: text("every").$type<ProjectAgentEvery>(),
    /** When work is due: its start time, or the end of a lease; null once finished. */
    dueAt: text("due_at"),
    attempts: integer("attempts").notNull(),
    mode: text("mode", { enum: ["shadow", "propose", "execute"] }),
    /** Whether a model contributed, or rules alone. */
    algorithm: text("algorithm", { enum: ["ai", "rules"] }),
    output: text("output", { mode: "json" }).$type<Json>(),
    /** The model's input, and what had to be cut. */
    context: text("context", { mode: "json" }).$type<ProjectAgentContext>(),
    /** Why it failed, or why rules were used, as a sentence. */
    problem: text("problem"),
    decision: text("decision", { enum: ["accepted", "dismissed"] }),
    decidedById: text("decided_by_id"),
    decidedByName: text("decided_by_name"),
    decidedAt: text("decided_at"),
    /** IDs of what accepting created. */
    made: text("made", { mode: "json" }).$type<readonly string[]>(),
    createdAt: text("created_at").notNull(),
    finishedAt: text("finished_at"),
  },
  (table) => [
    index("project_agent_runs_of").on(
      table.tenantId,
      table.projectId,
      table.agent,
      table.createdAt,
      table.id,
    ),
    index("project_agent_runs_by").on(table.tenantId, table.agent, table.createdAt, table.id),
    index("project_agent_runs_planned")
      .on(table.tenantId, table.projectId, table.agent)
      .where(sql`every is not null and status = 'queued'`),
    index("project_agent_runs_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("project_agent_runs_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ],
);
