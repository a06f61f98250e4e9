/** The agents that run projects: what each is doing in a project, asking for it, deciding on it. */
import { AGENTS } from "../../agents/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { projectAgentsEndpoints } from "../../protocol/project-agent-runs.ts";
import { projectAgentNameSchema, type ProjectAgentName } from "../../protocol/project-agents.ts";
import {
  decideRun,
  listAgents,
  listRuns,
  nextUp,
  projectAt,
  setSchedule,
  showRun,
  startRun,
} from "../../project-agents/index.ts";
import { withOpaqueCursor } from "../cursor.ts";
import { OK, serve, type App } from "../serve.ts";

/** Adds them. */
export function projectAgentRoutes(app: App): void {
  serve(app, projectAgentsEndpoints.list, async ({ services, tenantId, db, param }) => {
    const deps = await services.projectAgents(tenantId);
    const describe = (name: string): string => AGENTS.find((agent) => agent.name === name)?.description ?? "";
    return { items: await listAgents({ ...deps, describe }, await projectAt(db, param("id"))) };
  });

  serve(app, projectAgentsEndpoints.nextUp, ({ services, db, principal: { tenant, user }, query }) =>
    nextUp({ db, nowMs: services.clock.now(), timeZone: tenant.timeZone }, query.userId ?? user.id),
  );

  serve(app, projectAgentsEndpoints.runs, async ({ services, tenantId, db, query, param }) => {
    const [deps, projectId] = await Promise.all([
      services.projectAgents(tenantId),
      projectAt(db, param("id")),
    ]);
    const agent = agentNamed(param("agent"));
    return withOpaqueCursor(query, (asked) => listRuns(deps, { ...asked, projectId, agent }));
  });

  serve(app, projectAgentsEndpoints.start, async ({ services, tenantId, db, principal, body, param }) => {
    const [deps, projectId] = await Promise.all([
      services.projectAgents(tenantId),
      projectAt(db, param("id")),
    ]);
    const { id, name } = principal.user;
    return startRun(deps, { ...body, projectId, agent: agentNamed(param("agent")), by: { id, name } });
  });

  serve(app, projectAgentsEndpoints.run, async ({ services, tenantId, param }) =>
    showRun(await services.projectAgents(tenantId), param("id")),
  );

  serve(app, projectAgentsEndpoints.decide, async ({ services, tenantId, principal, body, param }) => {
    const { id, name } = principal.user;
    return decideRun(await services.projectAgents(tenantId), param("id"), { ...body, by: { id, name } });
  });

  serve(app, projectAgentsEndpoints.schedule, async ({ services, tenantId, db, body, param }) => {
    const [deps, projectId] = await Promise.all([
      services.projectAgents(tenantId),
      projectAt(db, param("id")),
    ]);
    await setSchedule(deps, { ...body, projectId, agent: agentNamed(param("agent")) });
    return OK;
  });
}

function agentNamed(name: string): ProjectAgentName {
  const read = projectAgentNameSchema.safeParse(name);
  if (!read.success) throw new AppError("not_found", "That agent doesn’t exist.");
  return read.data;
}
