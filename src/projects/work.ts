/** Background work of projects: how what is due is found, which queue carries it, and how long a piece of it may take. What is done is in `src/features/work.ts`. */
import { projectAgentRuns } from "./tables/project-agents.ts";
import { dueAt, type WorkKind } from "../platform/work/kinds.ts";

export const projectsWork = {
  "projects.agents": {
    title: "Run the agents of projects",
    queue: "long",
    budgetMs: 4 * 60_000,
    due: {
      table: projectAgentRuns,
      since: projectAgentRuns.dueAt,
      tenant: projectAgentRuns.tenantId,
      where: dueAt(projectAgentRuns.dueAt),
    },
  },
} as const satisfies Readonly<Record<string, WorkKind>>;
