/** Projects: projects, tasks and what hangs on them. */
import * as effects from "./effects/all.ts";
import * as agents from "./agents/all.ts";
import { defineFeature } from "../kernel/features.ts";
import { standingOf } from "../agent/open.ts";
import { defineWork } from "../platform/work/kinds.ts";
import { commentSource, projectSource, taskSource } from "./index.ts";
import {
  projectDeps,
  DUE_JOB,
  runDueNews,
  projectConsumers,
  projectAgentsConsumer,
  sendReminders,
  extractTasks,
} from "./open.ts";
import { agentRhythms } from "./agent-work/index.ts";
import { acknowledge } from "./agent-work/acknowledged.ts";
import type { ExtractTasks, ProjectDeps } from "./ports.ts";
import { projectAgentRoutes } from "./routes/project-agents.ts";
import { projectImportRoutes } from "./routes/project-imports.ts";
import { projectRecordRoutes } from "./routes/project-records.ts";
import { projectRoutes } from "./routes/projects.ts";
import * as projectAgentsTables from "./tables/project-agents.ts";
import * as projectsMoreTables from "./tables/projects-more.ts";
import * as projectsTables from "./tables/projects.ts";
import { projects as projectsTools } from "./tools/index.ts";
import { planning } from "./tools/planning/index.ts";
import { aroundOf, runProjectAgents, startProjectAgent, type AgentStart } from "./open-agents.ts";
import { projectsWork } from "./work.ts";
import { erases } from "./erases.ts";
import { exports } from "./exports.ts";

export const projectsFeature = defineFeature({
  name: "projects",
  erases,
  exports,
  tables: [projectsTables, projectsMoreTables, projectAgentsTables],
  routes: [projectAgentRoutes, projectImportRoutes, projectRecordRoutes, projectRoutes],
  agents: Object.values(agents),
  toolsets: [projectsTools, planning],
  effects: Object.values(effects),
  work: defineWork(projectsWork, {
    "projects.agents": runProjectAgents,
    "projects.reminders": sendReminders,
  }),
  jobs: { [DUE_JOB]: runDueNews },
  consumers: (ctx) => [projectAgentsConsumer(ctx), ...projectConsumers(ctx)],
  slackReply: (ctx, reply) => acknowledge(projectDeps(ctx), reply),
  agentServices: (ctx) => ({ aroundOf: aroundOf(ctx) }),
  searchSources: ({ db }) => ({
    project: projectSource(db),
    task: taskSource(db),
    comment: commentSource(db),
  }),
  services: (ctx) => ({
    projects: () => projectDeps(ctx),
    extractTasks: extractTasks(ctx),
    startProjectAgent: (asked) => startProjectAgent(ctx, asked),
    agentRhythms: () =>
      agentRhythms({ db: ctx.db, clock: ctx.clock, standing: (agent) => standingOf(ctx, agent) }),
  }),
  effectServices: (ctx) => ({ projects: () => projectDeps(ctx) }),
});

declare module "../agent/tools/tenant.ts" {
  interface TenantServices {
    /** What use cases of the team's projects are given. */
    projects(): ProjectDeps;
    /** Has tasks found in a text. */
    readonly extractTasks: ExtractTasks;
    /** Starts an agent of a project in a colleague's name. Idempotent by key. */
    startProjectAgent(asked: AgentStart): ReturnType<typeof startProjectAgent>;
  }
}

declare module "../approvals/effects/define-effect.ts" {
  interface EffectServices {
    /** What use cases of the team's projects are given. */
    projects(): ProjectDeps;
  }
}
