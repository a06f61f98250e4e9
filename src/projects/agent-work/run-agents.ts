/**
 * THE ENTRY: every run of a project agent passes through here, whether started by a person, the clock or an
 * event. A row describes the run; it is leased, worked on in the agent's mode, and saved with the outcome.
 * After a crash the row is due again, and completed effects are found by IDs derived from it.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { holdLease, LEASE_MS, type WorkResult } from "../../platform/work/index.ts";
import { projectAgentRuns } from "../tables/project-agents.ts";
import { eventStatement } from "../../platform/events/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { projectAgentInputSchema } from "../api/project-agents.ts";
import { workOf } from "./agents/index.ts";
import { make, type Made } from "./ask.ts";
import { modeOf } from "./mode.ts";
import { atWorkFrom, nextOf, nextTime } from "./schedule.ts";
import type { AgentStanding } from "../../agent/open.ts";
import type { ProjectAgentDeps, RunRow, Work } from "./types.ts";

/** Delay between retries after an internal error. */
const RETRY_MS = 4 * 60_000;
const AT_ONCE = 5;
const ATTEMPTS = 3;

/** Works on due runs until a deadline. */
export async function workOnProjectAgents(deps: ProjectAgentDeps, untilMs: number): Promise<WorkResult> {
  const { db, clock } = deps;
  const isDue = sql`${projectAgentRuns.dueAt} <= ${isoTime(clock.now())}`;
  const due = await db.rows(projectAgentRuns, isDue).orderBy(projectAgentRuns.dueAt).limit(AT_ONCE);
  for (const row of due) {
    if (clock.now() >= untilMs) return "more";
    const mine = await lease(deps, row);
    if (mine !== null)
      await holdLease(
        () => renew(deps, mine),
        () => workOnRun(deps, mine),
      );
  }
  return due.length === AT_ONCE ? "more" : "done";
}

async function lease({ db, clock }: ProjectAgentDeps, row: RunRow): Promise<RunRow | null> {
  const still = and(eq(projectAgentRuns.id, row.id), sql`${projectAgentRuns.dueAt} = ${row.dueAt}`) ?? sql`0`;
  const set = {
    dueAt: isoTime(clock.now() + LEASE_MS),
    status: "running",
    attempts: row.attempts + 1,
  } as const;
  const rows = await db.update(projectAgentRuns, set, still).returning();
  return (rows as unknown as RunRow[])[0] ?? null;
}

/** Extends the lease on the run. */
async function renew({ db, clock }: ProjectAgentDeps, { id, attempts }: RunRow): Promise<void> {
  const stillMine = and(
    eq(projectAgentRuns.id, id),
    eq(projectAgentRuns.status, "running"),
    eq(projectAgentRuns.attempts, attempts),
    isNull(projectAgentRuns.finishedAt),
  );
  await db.update(projectAgentRuns, { dueAt: isoTime(clock.now() + LEASE_MS) }, stillMine ?? sql`0`);
}

async function workOnRun(deps: ProjectAgentDeps, run: RunRow): Promise<void> {
  const { clock, logger, db } = deps;
  try {
    if (run.attempts > ATTEMPTS) throw new AppError("internal", "It failed several times on our side.");
    const standing = await deps.standing(run.agent);
    if (!standing.enabled)
      throw new AppError(
        "agent_disabled",
        `${standing.title} is turned off for your team. An admin can turn it on in Settings → Agents.`,
      );
    const waits = run.agent === "ai-pm" ? await remindsFrom(deps, run) : 0;
    if (waits > clock.now()) return await waitUntil(deps, run, waits);
    await workByMode(deps, run, standing);
  } catch (error) {
    if (!(error instanceof AppError)) {
      logger.error("project_agent.broke", { tenantId: db.tenantId, runId: run.id, error });
      if (run.attempts <= ATTEMPTS) return await waitForNextTry(deps, run);
    }
    const problem = error instanceof AppError ? error.message : "Something went wrong on our side.";
    await finish(deps, run, { status: "failed", problem });
  }
}

/**
 * When reminders may go out, in ms: after the team's quiet hours, and unless a person asked for them, when
 * people are at work.
 */
async function remindsFrom(deps: ProjectAgentDeps, { trigger }: RunRow): Promise<number> {
  const quiet = (await deps.quietUntilMs()) ?? 0;
  return trigger === "request" ? quiet : Math.max(quiet, atWorkFrom(deps.clock.now(), deps.timeZone) ?? 0);
}

async function waitForNextTry({ db, clock }: ProjectAgentDeps, { id }: RunRow): Promise<void> {
  const dueAt = isoTime(clock.now() + RETRY_MS);
  await db.update(projectAgentRuns, { status: "queued", dueAt }, eq(projectAgentRuns.id, id));
}

async function workByMode(deps: ProjectAgentDeps, run: RunRow, set: AgentStanding): Promise<void> {
  const work = workOf(run.agent);
  if (work === null) throw new AppError("invalid_request", `${set.title} can only be used in chat.`);
  const { mode } = await modeOf(deps, run.agent, set);
  const standing = { ...set, mode };
  const about: Work = {
    deps,
    from: { db: deps.db, nowMs: deps.clock.now(), timeZone: deps.timeZone },
    run,
    input: projectAgentInputSchema.parse(run.input),
    mode,
  };
  const prepared = await work.prepare(about);
  if (prepared.isEmpty === true && run.trigger !== "request") return skip(deps, run);
  const made = await make(deps, run, prepared, standing);
  const output = work.act === undefined ? made.output : await work.act(about, made.output);
  const agent = { kind: "agent", id: run.agent, name: set.title } as const;
  const done = mode === "execute" && work.apply !== undefined ? await work.apply(about, output, agent) : null;
  await finish(deps, run, { status: "done", mode, made: { ...made, output }, done });
}

interface End {
  readonly status: "done" | "failed";
  readonly mode?: RunRow["mode"];
  readonly made?: Made;
  readonly done?: readonly string[] | null;
  readonly problem?: string;
}

/** Saves the outcome, and schedules the next run of a schedule. */
async function finish(deps: ProjectAgentDeps, run: RunRow, end: End): Promise<void> {
  const { db, clock } = deps;
  const nowMs = clock.now();
  const finishedAt = isoTime(nowMs);
  const event = {
    id: `pm:agent:${run.id}`,
    type: `pm.ai.${end.status === "done" ? "finished" : "failed"}` as const,
    actor: { kind: "agent", id: run.agent },
    payload: { ids: [run.id], projectId: run.projectId, agent: run.agent },
  } as const;
  const set = {
    ...columnsOf(end),
    ...executedBy(run, end, finishedAt),
    dueAt: null,
    every: null,
    finishedAt,
  };
  await db.batch([
    db.update(projectAgentRuns, set, eq(projectAgentRuns.id, run.id)),
    eventStatement(db, event, nowMs),
    ...nextOf(deps, run, nowMs),
  ]);
  await deps.changed(run.projectId);
}

function columnsOf({ status, mode = null, made, problem }: End) {
  if (made === undefined) return { status, mode, problem: problem ?? null };
  const { algorithm, output, context } = made;
  return { status, mode, algorithm, output, context, problem: made.problem };
}

/** What its autonomy allowed counts as accepted, so nobody has to decide on it. */
function executedBy({ agent }: RunRow, { done = null }: End, at: string) {
  if (done === null) return {};
  const decision = "accepted" as const;
  return { made: done, decision, decidedById: agent, decidedByName: "Steward", decidedAt: at };
}

/** A run with nothing to report leaves no record: its row is rescheduled, or removed. */
async function skip({ db, clock, timeZone }: ProjectAgentDeps, run: RunRow): Promise<void> {
  if (run.trigger === "event")
    return void (await db.batch([db.remove(projectAgentRuns, eq(projectAgentRuns.id, run.id))]));
  const next = run.every === null ? null : isoTime(nextTime(run.every, clock.now(), timeZone));
  const set =
    next === null
      ? { status: "done" as const, dueAt: null }
      : { status: "queued" as const, dueAt: next, attempts: 0 };
  await db.update(projectAgentRuns, set, eq(projectAgentRuns.id, run.id));
}

async function waitUntil({ db }: ProjectAgentDeps, run: RunRow, untilMs: number): Promise<void> {
  await db.update(
    projectAgentRuns,
    { status: "queued", dueAt: isoTime(untilMs), attempts: 0 },
    eq(projectAgentRuns.id, run.id),
  );
}
