import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "../../kernel/hash.ts";
import type {
  ProjectAgentContext,
  ProjectAgentEvery,
  ProjectAgentInput,
  ProjectAgentName,
} from "../api/project-agents.ts";

/**
 * Work of the agents that run projects: asked for, due by the clock, under way, or done with what came of it. A row that is to come again has `every`,
 * and leaves the next one behind. What it cost is in `runs` under the same id.
 */
export const projectAgentRuns = sqliteTable(
  "project_agent_runs",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    /** Empty for work over all projects of the team. */
    projectId: text("project_id").notNull(),
    agent: text("agent").$type<ProjectAgentName>().notNull(),
    status: text("status", { enum: ["queued", "running", "done", "failed"] }).notNull(),
    trigger: text("trigger", { enum: ["request", "schedule", "event"] }).notNull(),
    /** Null where no one asked. */
    requestedById: text("requested_by_id"),
    requestedByName: text("requested_by_name"),
    input: text("input", { mode: "json" }).$type<ProjectAgentInput>().notNull(),
    every: text("every").$type<ProjectAgentEvery>(),
    /** When somebody must work on it: its time, or the end of a lease; null once it is over. */
    dueAt: text("due_at"),
    attempts: integer("attempts").notNull(),
    mode: text("mode", { enum: ["shadow", "propose", "execute"] }),
    /** Whether a model's words are in it, or rules made it alone. */
    algorithm: text("algorithm", { enum: ["ai", "rules"] }),
    output: text("output", { mode: "json" }).$type<Json>(),
    /** What the model was given, and what had to be left out. */
    context: text("context", { mode: "json" }).$type<ProjectAgentContext>(),
    /** Why it failed, or why rules had to do, in words. */
    problem: text("problem"),
    decision: text("decision", { enum: ["accepted", "dismissed"] }),
    decidedById: text("decided_by_id"),
    decidedByName: text("decided_by_name"),
    decidedAt: text("decided_at"),
    /** Ids of what accepting made. */
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
