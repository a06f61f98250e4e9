/** How often each project agent runs by itself and where, and what it may do then. */
import { sql } from "drizzle-orm";
import { agentOf } from "../../agent/index.ts";
import type { AgentRhythm } from "../../agent/schedules/index.ts";
import { byIds } from "../../platform/db/index.ts";
import type { ProjectAgentEvery } from "../api/project-agents.ts";
import { projectAgentRuns } from "../tables/project-agents.ts";
import { projects } from "../tables/projects.ts";
import { modeOf } from "./mode.ts";
import type { Mode, ProjectAgentDeps } from "./types.ts";

const MAX_READ = 500;

const EVERY: Readonly<Record<ProjectAgentEvery, string>> = {
  quarter_hour: "every 15 minutes in working hours",
  daily: "every morning",
  weekly: "every Monday morning",
};
const MAY: Readonly<Record<Mode, string>> = {
  shadow: "only notes what it would do",
  propose: "proposes; a person decides",
  execute: "acts by itself within the team's rules",
};

export async function agentRhythms({
  db,
  clock,
  standing,
}: Pick<ProjectAgentDeps, "db" | "clock" | "standing">): Promise<AgentRhythm[]> {
  // Literal, as in the partial index: with a parameter the planner would not use it.
  const rows = await db
    .rows(projectAgentRuns, sql`status = 'queued' and every is not null`)
    .orderBy(projectAgentRuns.dueAt)
    .limit(MAX_READ);
  const known = await db.rows(
    projects,
    byIds(
      projects.id,
      rows.map(({ projectId }) => projectId),
    ),
  );
  const names = new Map(known.flatMap(({ id, name, deletedAt }) => (deletedAt === null ? [[id, name]] : [])));
  return Promise.all(
    [...Map.groupBy(rows, ({ agent }) => agent)].map(async ([agent, planned]): Promise<AgentRhythm> => {
      const set = await standing(agent);
      const { mode, why } = await modeOf({ db, clock }, agent, set);
      return {
        agent: `${set.title} (${agent})`,
        does: agentOf(agent).description,
        may: set.enabled ? [MAY[mode], why ?? ""].filter((part) => part !== "").join(". ") : "turned off",
        runs: [...Map.groupBy(planned, ({ every }) => every)].flatMap(([every, some]) =>
          every === null
            ? []
            : {
                every: EVERY[every],
                nextAt: some[0]?.dueAt ?? null,
                in: some.flatMap(({ projectId }) =>
                  projectId === "" ? "all projects" : (names.get(projectId) ?? []),
                ),
              },
        ),
      };
    }),
  );
}
