/**
 * Background work of projects: how due work is found, which queue carries it, and its time limit. The
 * handlers are in `src/features/work.ts`.
 */
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
} as const satisfies Readonly<Record<string, WorkKind>>;
