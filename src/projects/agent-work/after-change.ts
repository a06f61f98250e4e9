/**
 * Starts agents after a change that concerns them: a blocked task the risk predictor, a finished one what's
 * next, a drift past the project's line the scope detector. Only where the agent works on a schedule, at most
 * once per cool-down in a project, and a few times a day for the whole team.
 */
import { and, eq, gte, sql } from "drizzle-orm";
import { projectAgentRuns } from "../tables/project-agents.ts";
import { projects } from "../tables/projects.ts";
import type { EventRow } from "../../platform/events/index.ts";
import { DAY_MS, HOUR_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { ProjectAgentName } from "../api/project-agents.ts";
import { readProject } from "./facts.ts";
import { driftOf } from "./measure.ts";
import type { ProjectAgentDeps } from "./types.ts";

/** Changes that come together start one run. */
const GATHER_MS = 5 * 60_000;
const COOL_DOWN_MS = 6 * HOUR_MS;
/** Runs of an agent that events start for a team in 24 hours. */
const A_DAY = 12;
/** Older events are history, such as that of a team whose events are read anew. */
const FRESH_MS = HOUR_MS;

type Deps = Pick<ProjectAgentDeps, "db" | "clock" | "timeZone">;

/** Idempotent by event. */
export async function startAfterChanges(deps: Deps, events: readonly EventRow[]): Promise<void> {
  const since = deps.clock.now() - FRESH_MS;
  const wanted = new Map<string, { projectId: string; agent: ProjectAgentName; eventId: string }>();
  for (const event of events) {
    const projectId = event.payload["projectId"];
    const agent = msOf(event.at) < since ? null : agentFor(event);
    if (typeof projectId === "string" && agent !== null)
      wanted.set(`${projectId} ${agent}`, { projectId, agent, eventId: event.id });
  }
  for (const { projectId, agent, eventId } of wanted.values()) {
    if (!(await mayStart(deps, projectId, agent))) continue;
    if (agent === "scope-detector" && !(await hasDrifted(deps, projectId))) continue;
    const nowMs = deps.clock.now();
    await deps.db
      .insert(projectAgentRuns, {
        id: await derivedId("agent_run", deps.db.tenantId, projectId, agent, eventId),
        projectId,
        agent,
        status: "queued",
        trigger: "event",
        input: {},
        attempts: 0,
        dueAt: isoTime(nowMs + GATHER_MS),
        createdAt: isoTime(nowMs),
      })
      .onConflictDoNothing();
  }
}

function agentFor({ type, payload }: EventRow): ProjectAgentName | null {
  if (type !== "pm.tasks.status_changed") return "scope-detector";
  if (payload["to"] === "blocked") return "risk-predictor";
  return payload["to"] === "completed" ? "whats-next" : "scope-detector";
}

async function mayStart({ db, clock }: Deps, projectId: string, agent: ProjectAgentName): Promise<boolean> {
  const nowMs = clock.now();
  const ofAgent = eq(projectAgentRuns.agent, agent);
  const here = and(eq(projectAgentRuns.projectId, projectId), ofAgent);
  const recent = gte(projectAgentRuns.createdAt, isoTime(nowMs - COOL_DOWN_MS));
  const today = gte(projectAgentRuns.createdAt, isoTime(nowMs - DAY_MS));
  const scheduled = sql`status = 'queued' and every is not null`;
  const [planned, before, byEvents] = await Promise.all([
    db.find(projectAgentRuns, and(here, scheduled) ?? sql`0`),
    db.find(projectAgentRuns, and(here, recent, sql`not (${scheduled})`) ?? sql`0`),
    db.rows(projectAgentRuns, and(ofAgent, today, eq(projectAgentRuns.trigger, "event"))).limit(A_DAY),
  ]);
  return planned !== null && before === null && byEvents.length < A_DAY;
}

/** Past the line at which the project warns. */
async function hasDrifted({ db, clock, timeZone }: Deps, projectId: string): Promise<boolean> {
  const project = await db.find(projects, eq(projects.id, projectId));
  if (project === null || project.deletedAt !== null || project.baselineAt === null) return false;
  const from = { db, nowMs: clock.now(), timeZone };
  const drifted = await driftOf(from, await readProject(from, projectId));
  return drifted?.level === "warning" || drifted?.level === "critical";
}
