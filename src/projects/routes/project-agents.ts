/** Routes of the agents that run projects: status, starting runs, decisions. */
import { AGENTS } from "../../agent/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { projectAgentsEndpoints } from "../api/project-agent-runs.ts";
import { projectAgentNameSchema, type ProjectAgentName } from "../api/project-agents.ts";
import {
  decideRun,
  listAgents,
  listRuns,
  listScorecards,
  nextUp,
  projectAt,
  setSchedule,
  showRun,
  showScorecard,
  startRun,
  writeText,
} from "../agent-work/index.ts";
import { PROJECT_WRITING_PATH, writingBodySchema, type WritingEvent } from "../api/project-writing.ts";
import { NO_DISPLAY, type RunDisplay } from "../../agent/runs/index.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { readJsonBody } from "../../platform/http/middleware/body.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { OK, pathParam, serve, type App } from "../../platform/http/serve.ts";

export function projectAgentRoutes(app: App): void {
  app.post(PROJECT_WRITING_PATH, writing);

  serve(app, projectAgentsEndpoints.list, async ({ services, tenantId, db, param }) => {
    const deps = await services.projectAgents(tenantId);
    const describe = (name: string): string => AGENTS.find((agent) => agent.name === name)?.description ?? "";
    return { items: await listAgents({ ...deps, describe }, await projectAt(db, param("id"))) };
  });

  serve(app, projectAgentsEndpoints.scorecards, async ({ services, tenantId }) => ({
    items: await listScorecards(await services.projectAgents(tenantId)),
  }));

  serve(app, projectAgentsEndpoints.scorecard, async ({ services, tenantId, param }) =>
    showScorecard(await services.projectAgents(tenantId), agentNamed(param("agent"))),
  );

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

/** Streams writing help. Aborted when the client disconnects. */
async function writing(c: HttpContext): Promise<Response> {
  const principal = await authenticate(c);
  const read = writingBodySchema.safeParse(await readJsonBody(c.req.raw));
  if (!read.success)
    throw new AppError(
      "invalid_request",
      `The request body is not valid: ${read.error.issues[0]?.message ?? ""}.`,
    );
  const deps = await c.var.services.projectAgents(principal.tenant.id);
  const asked = { ...read.data, projectId: pathParam(c, "id"), userId: principal.user.id };
  // Large enough for the whole text, so that a slow reader blocks nothing.
  const room = new CountQueuingStrategy({ highWaterMark: 10_000 });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({}, undefined, room);
  const writer = writable.getWriter();
  const left = new AbortController();
  const send = (event: WritingEvent): Promise<void> =>
    writer.write(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)).catch(() => left.abort());
  let begun = false;
  const display: RunDisplay = {
    ...NO_DISPLAY,
    beginReply() {
      if (begun) void send({ type: "again" });
      begun = true;
    },
    text: (delta) => void send({ type: "text", delta }),
  };
  const work = writeText(deps, asked, { display, signal: left.signal }).then(
    (text) => send({ type: "done", text }),
    (error: unknown) => {
      if (!(error instanceof AppError)) deps.logger.error("writing.failed", { error });
      const message = error instanceof AppError ? error.message : "Something went wrong on our side.";
      return send({ type: "failed", message });
    },
  );
  c.executionCtx.waitUntil(work.then(() => writer.close()).catch(() => undefined));
  return new Response(readable, {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
}

function agentNamed(name: string): ProjectAgentName {
  const read = projectAgentNameSchema.safeParse(name);
  if (!read.success) throw new AppError("not_found", "That agent doesn’t exist.");
  return read.data;
}
