/**
 * Wires the agents that run projects: implements their ports with models, search, the gate and the team's
 * settings.
 */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { getOnCall } from "../../notifications/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { quietUntil } from "../../approvals/policy/index.ts";
import { byIds } from "../../platform/db/index.ts";
import { foundLines, workOnProjectAgents, type ProjectAgentDeps } from "../agent-work/index.ts";
import { projects } from "../tables/projects.ts";
import { standingOf } from "../../agent/wiring/agent-standing.ts";
import { askProjectAgent } from "./ask-project-agent.ts";
import { projectDeps } from "../open.ts";
import { tellMember } from "./tell-member.ts";
import { tenantHandle } from "../../agent/tools/tenant.ts";
import { workspace } from "../../workspace/open.ts";

/** Dependencies, for one tenant. */
export async function projectAgentDeps(ctx: TenantContext): Promise<ProjectAgentDeps> {
  const db = ctx.db;
  const timeZone = await ctx.timeZone();
  return {
    db,
    clock: ctx.clock,
    logger: ctx.log,
    timeZone,
    newId: () => ctx.ids.newId(),
    standing: (agent) => standingOf(ctx, agent),
    ask: (question, reader) => askProjectAgent(ctx, timeZone, question, reader),
    async find(question, projectId, limit) {
      const found = await tenantHandle(ctx).retrieve({ question, limit }, { userId: null });
      const shelves = found.flatMap(({ shelf }) => shelf ?? []);
      const named = await db.rows(projects, byIds(projects.id, shelves));
      const projectNames = new Map(named.map(({ id, name }) => [id, name]));
      return foundLines(found, { timeZone, projectId, projectNames });
    },
    tell: (message) => tellMember(ctx, timeZone, message),
    async quietUntilMs() {
      const { onCall } = await getOnCall(db);
      return quietUntil(ctx.clock.now(), onCall.staffQuietHours, timeZone);
    },
    writing: projectDeps(ctx),
    files: workspace(ctx),
    wake: () => ctx.wake("projects.agents"),
    changed: (projectId) =>
      ctx.publish({
        type: "projects.changed",
        entities: ["agent_run"],
        projectIds: projectId === "" ? [] : [projectId],
        taskIds: [],
        more: false,
      }),
  };
}

/** Works on due runs. */
export async function runProjectAgents(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return workOnProjectAgents(await projectAgentDeps(ctx), untilMs);
}
