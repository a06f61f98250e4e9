/** Background work of projects: how due work is found, which queue carries it, and its time limit. */
import { reminders } from "./tables/projects-more.ts";
import { projectAgentRuns } from "./tables/project-agents.ts";
import { dueAt, type WorkKind } from "../platform/work/kinds.ts";

export const projectsWork = {
  "projects.agents": {
    title: "Run project agents",
    queue: "long",
    budgetMs: 4 * 60_000,
    due: {
      table: projectAgentRuns,
      since: projectAgentRuns.dueAt,
      tenant: projectAgentRuns.tenantId,
      where: dueAt(projectAgentRuns.dueAt),
    },
  },
  "projects.reminders": {
    title: "Remind members of tasks",
    queue: "timed",
    budgetMs: 10_000,
    due: {
      table: reminders,
      since: reminders.dueAt,
      tenant: reminders.tenantId,
      where: dueAt(reminders.dueAt),
    },
  },
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof projectsWork, true> {}
}
