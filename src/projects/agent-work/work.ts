/**
 * THE ENTRY: no agent of projects works but through here, whoever asked: a person, the clock, an event. A row says what is to be done; it is leased, worked
 * on by the agent's mode, and kept with what came of it. A crash leaves the row due again; what was done already is found by ids that follow from it.
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
import { nextOf, nextTime } from "./schedule.ts";
import type { AgentStanding, ProjectAgentDeps, RunRow, Work } from "./types.ts";

/** Between two tries of what broke on our side. */
const RETRY_MS = 4 * 60_000;
const AT_ONCE = 5;
const ATTEMPTS = 3;

/** Works on what is due, until a time. */
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
    if (run.attempts > ATTEMPTS) throw new AppError("internal", "It broke off several times on our side.");
    const standing = await deps.standing(run.agent);
    if (!standing.enabled)
      throw new AppError(
        "agent_disabled",
        `${standing.title} is turned off for your team. An admin can turn it on in Settings → Agents.`,
      );
    const quiet = run.agent === "ai-pm" ? await deps.quietUntilMs() : null;
    if (quiet !== null && quiet > clock.now()) return await waitUntil(deps, run, quiet);
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
  if (prepared.isEmpty === true && run.trigger === "schedule") return skip(deps, run);
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

/** Keeps what came of it, and leaves the next one of a schedule behind. */
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

/** What its autonomy let it do counts as accepted: nobody need decide on it. */
function executedBy({ agent }: RunRow, { done = null }: End, at: string) {
  if (done === null) return {};
  const decision = "accepted" as const;
  return { made: done, decision, decidedById: agent, decidedByName: "Steward", decidedAt: at };
}

/** A round with nothing to say leaves no trace: the same row waits for the next one. */
async function skip({ db, clock, timeZone }: ProjectAgentDeps, run: RunRow): Promise<void> {
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
