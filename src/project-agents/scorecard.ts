/** Reads what an agent's record says of it: its newest work of 90 days, beside what people did. */
import { and, desc, eq, gte, isNull, or, sql } from "drizzle-orm";
import { projectAgentRuns } from "../db/index.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Scorecard } from "../protocol/project-agent-runs.ts";
import { PROJECT_AGENT_NAMES, type ProjectAgentName } from "../protocol/project-agents.ts";
import { workOf } from "./agents/index.ts";
import { besideOf, isCompared } from "./beside.ts";
import { DAY_MS, scoreOf } from "./calculations/index.ts";
import { modeOf } from "./mode.ts";
import type { ProjectAgentDeps } from "./types.ts";

const WINDOW_DAYS = 90;
const RUNS = 200;
/** Of which that many are held against what people did. */
const COMPARED = 60;

type Deps = Pick<ProjectAgentDeps, "db" | "clock" | "standing">;

/** Of every agent that works by itself. */
export async function listScorecards(deps: Deps): Promise<Scorecard[]> {
  const names = PROJECT_AGENT_NAMES.filter((name) => workOf(name) !== null);
  return Promise.all(names.map((name) => showScorecard(deps, name)));
}

/** Of one. Throws `not_found` for one that is only talked to. */
export async function showScorecard(deps: Deps, agent: ProjectAgentName): Promise<Scorecard> {
  const work = workOf(agent);
  if (work === null) throw new AppError("not_found", "This one is only talked to: it has no scorecard.");
  const { db, clock } = deps;
  const nowMs = clock.now();
  const [standing, rows, beside] = await Promise.all([
    deps.standing(agent),
    readRuns(deps, agent, nowMs),
    readBeside(deps, agent, nowMs),
  ]);
  const { mode, why } = await modeOf({ db, clock }, agent, standing);
  const figures = scoreOf(
    rows.map((row) => ({
      mode: row.mode,
      failed: row.status === "failed",
      decision: row.decidedById === agent ? null : row.decision,
      beside: beside.get(row.id) ?? null,
      atMs: msOf(row.createdAt),
    })),
    {
      mode,
      ceiling: work.act === undefined && work.apply === undefined ? "propose" : "execute",
      nowMs,
      isFull: rows.length === RUNS,
    },
  );
  return { agent, title: standing.title, enabled: standing.enabled, mode, modeWhy: why, ...figures };
}

function ofWindow(agent: ProjectAgentName, nowMs: number) {
  return and(
    eq(projectAgentRuns.agent, agent),
    gte(projectAgentRuns.createdAt, isoTime(nowMs - WINDOW_DAYS * DAY_MS)),
    // What waits or had nothing to say is no work.
    or(sql`${projectAgentRuns.mode} is not null`, eq(projectAgentRuns.status, "failed")),
    isNull(projectAgentRuns.dueAt),
  );
}

function readRuns({ db }: Deps, agent: ProjectAgentName, nowMs: number) {
  const { id, status, mode, decision, decidedById, createdAt } = projectAgentRuns;
  const columns = { id, status, mode, decision, decidedById, createdAt };
  return db
    .pick(columns, projectAgentRuns, ofWindow(agent, nowMs))
    .orderBy(desc(createdAt), desc(id))
    .limit(RUNS);
}

async function readBeside({ db }: Deps, agent: ProjectAgentName, nowMs: number) {
  if (!isCompared(agent)) return besideOf(db, [], nowMs);
  const { id, output, finishedAt, createdAt } = projectAgentRuns;
  const rows = await db
    .pick({ id, output, finishedAt }, projectAgentRuns, ofWindow(agent, nowMs))
    .orderBy(desc(createdAt), desc(id))
    .limit(COMPARED);
  return besideOf(
    db,
    rows.map((row) => ({ ...row, agent })),
    nowMs,
  );
}
