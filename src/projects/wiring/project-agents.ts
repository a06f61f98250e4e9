/** Composition of the agents that run projects: models, search, the gate and the team's settings behind their ports. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { getOnCall } from "../../notifications/index.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger as logger } from "../../platform/logger.ts";
import { quietUntil } from "../../approvals/policy/index.ts";
import { workOnProjectAgents, type ProjectAgentDeps } from "../agent-work/index.ts";
import { standingOf } from "../../agent/wiring/agent-standing.ts";
import { askProjectAgent } from "./ask-project-agent.ts";
import { publish } from "../../platform/wiring/feed.ts";
import { projectDeps } from "../open.ts";
import { wakeSoon } from "../../platform/wiring/queues.ts";
import { tellMember } from "../../notifications/wiring/tell-member.ts";
import { tenantHandle } from "../../features/tenant.ts";
import { workspace } from "../../workspace/open.ts";
import { zoneOf } from "../../platform/wiring/zone.ts";

/** What the agents' work of one tenant is given. */
export async function projectAgentDeps(env: Env, tenantId: string): Promise<ProjectAgentDeps> {
  const db = tenantDb(env, tenantId);
  const timeZone = await zoneOf(env, tenantId);
  return {
    db,
    clock,
    logger,
    timeZone,
    newId: () => systemIds.newId(),
    standing: (agent) => standingOf(env, tenantId, agent),
    ask: (question, reader) => askProjectAgent(env, tenantId, timeZone, question, reader),
    async find(question, limit) {
      const found = await tenantHandle(env, tenantId).retrieve({ question, limit }, { userId: null });
      return found.map(({ title, at, text }) => `${at.slice(0, 10)} ${title}: ${text}`);
    },
    tell: (message) => tellMember(env, tenantId, timeZone, message),
    async quietUntilMs() {
      const { onCall } = await getOnCall(db);
      return quietUntil(clock.now(), onCall.staffQuietHours, timeZone);
    },
    writing: projectDeps(env, tenantId),
    files: workspace(env, tenantId),
    wake: () => wakeSoon(env, { tenantId, kind: "projects.agents" }),
    changed: (projectId) =>
      publish(env, tenantId, {
        type: "projects.changed",
        entities: ["agent_run"],
        projectIds: projectId === "" ? [] : [projectId],
        taskIds: [],
        more: false,
      }),
  };
}

/** Works on what is due. */
export async function runProjectAgents(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  return workOnProjectAgents(await projectAgentDeps(env, tenantId), untilMs);
}
