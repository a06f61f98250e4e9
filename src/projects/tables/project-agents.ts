import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
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
    id: text().primaryKey(),
    tenantId: text().notNull(),
    /** Empty for work across all projects. */
    projectId: text().notNull(),
    agent: text({ enum: PROJECT_AGENT_NAMES }).notNull(),
    status: text({ enum: ["queued", "running", "done", "failed"] }).notNull(),
    trigger: text({ enum: ["request", "schedule", "event"] }).notNull(),
    /** Null for scheduled runs. */
    requestedById: text(),
    requestedByName: text(),
    input: text({ mode: "json" }).$type<ProjectAgentInput>().notNull(),
    every: text().$type<ProjectAgentEvery>(),
    /** When work is due: its start time, or the end of a lease; null once finished. */
    dueAt: text(),
    attempts: integer().notNull(),
    mode: text({ enum: ["shadow", "propose", "execute"] }),
    /** Whether a model contributed, or rules alone. */
    algorithm: text({ enum: ["ai", "rules"] }),
    output: text({ mode: "json" }).$type<Json>(),
    /** The model's input, and what had to be cut. */
    context: text({ mode: "json" }).$type<ProjectAgentContext>(),
    /** Why it failed, or why rules were used, as a sentence. */
    problem: text(),
    decision: text({ enum: ["accepted", "dismissed"] }),
    decidedById: text(),
    decidedByName: text(),
    decidedAt: text(),
    /** IDs of what accepting created. */
    made: text({ mode: "json" }).$type<readonly string[]>(),
    createdAt: text().notNull(),
    finishedAt: text(),
  },
  keys((table) => [
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
  ]),
);
