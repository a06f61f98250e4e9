/** Routes of the agents that run projects: status, starting runs, decisions. */
import { projectAgentDeps } from "../open-agents.ts";
import { allAgents } from "../../agent/index.ts";
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

  serve(app, projectAgentsEndpoints.list, async ({ ctx, db, param }) => {
    const deps = await projectAgentDeps(ctx);
    const describe = (name: string): string =>
      allAgents().find((agent) => agent.name === name)?.description ?? "";
    return { items: await listAgents({ ...deps, describe }, await projectAt(db, param("id"))) };
  });

  serve(app, projectAgentsEndpoints.scorecards, async ({ ctx }) => ({
    items: await listScorecards(await projectAgentDeps(ctx)),
  }));

  serve(app, projectAgentsEndpoints.scorecard, async ({ ctx, param }) =>
    showScorecard(await projectAgentDeps(ctx), agentNamed(param("agent"))),
  );

  serve(app, projectAgentsEndpoints.nextUp, ({ ctx, db, principal: { tenant, user }, query }) =>
    nextUp({ db, nowMs: ctx.clock.now(), timeZone: tenant.timeZone }, query.userId ?? user.id),
  );

  serve(app, projectAgentsEndpoints.runs, async ({ ctx, db, query, param }) => {
    const [deps, projectId] = await Promise.all([projectAgentDeps(ctx), projectAt(db, param("id"))]);
    const agent = agentNamed(param("agent"));
    return withOpaqueCursor(query, (asked) => listRuns(deps, { ...asked, projectId, agent }));
  });

  serve(app, projectAgentsEndpoints.start, async ({ ctx, db, principal, body, param }) => {
    const [deps, projectId] = await Promise.all([projectAgentDeps(ctx), projectAt(db, param("id"))]);
    const { id, name } = principal.user;
    return startRun(deps, { ...body, projectId, agent: agentNamed(param("agent")), by: { id, name } });
  });

  serve(app, projectAgentsEndpoints.run, async ({ ctx, param }) =>
    showRun(await projectAgentDeps(ctx), param("id")),
  );

  serve(app, projectAgentsEndpoints.decide, async ({ ctx, principal, body, param }) => {
    const { id, name } = principal.user;
    return decideRun(await projectAgentDeps(ctx), param("id"), { ...body, by: { id, name } });
  });

  serve(app, projectAgentsEndpoints.schedule, async ({ ctx, db, body, param }) => {
    const [deps, projectId] = await Promise.all([projectAgentDeps(ctx), projectAt(db, param("id"))]);
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
  const deps = await projectAgentDeps(c.var.deployment.tenant(principal.tenant.id));
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
