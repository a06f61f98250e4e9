/**
 * Schedules of the agents: a row with a future due time, which is replaced by the next one when done. One per
 * project and agent.
 */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { projectAgentRuns } from "../tables/project-agents.ts";
import { type Statement } from "../../platform/db/index.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";
import { derivedId } from "../../kernel/ids.ts";
import { momentOf } from "../../kernel/local-time.ts";
import type { ProjectAgentEvery, ProjectAgentName } from "../api/project-agents.ts";
import type { ProjectAgentDeps, RunRow } from "./types.ts";
import { dayOf } from "../../kernel/calendar.ts";

const QUARTER_MS = 15 * 60_000;
/** In the team's time zone: before people start work. */
const HOUR = "07:00";

/** When people are at work, on weekdays, in the team's time zone. */
const WORKDAY = { from: "08:00", to: "18:00" } as const;

/** When people are next at work, in ms; null while they are. Pure. */
export function atWorkFrom(nowMs: number, timeZone: string): number | null {
  for (let days = 0; days <= 3; days++) {
    const day = dayOf(nowMs + days * DAY_MS, timeZone);
    if ([0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) continue;
    const [fromMs, toMs] = [WORKDAY.from, WORKDAY.to].map((at) => momentOf(`${day} ${at}`, timeZone));
    if (fromMs !== undefined && nowMs < fromMs) return fromMs;
    if (toMs !== undefined && nowMs < toMs) return null;
  }
  return null;
}

/** Schedule of a project without its own settings. */
const DEFAULT_SCHEDULE: Readonly<Partial<Record<ProjectAgentName, ProjectAgentEvery>>> = {
  "summary-writer": "weekly",
  "risk-predictor": "weekly",
  "scope-detector": "weekly",
  "ai-pm": "quarter_hour",
};

/** The next scheduled time: in 15 minutes, tomorrow morning, or next Monday morning. Pure. */
export function nextTime(every: ProjectAgentEvery, nowMs: number, timeZone: string): number {
  if (every === "quarter_hour") return nowMs + QUARTER_MS;
  for (let days = 0; days <= 8; days++) {
    const day = dayOf(nowMs + days * DAY_MS, timeZone);
    const atMs = momentOf(`${day} ${HOUR}`, timeZone);
    const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
    if (atMs > nowMs && (every === "daily" || isMonday)) return atMs;
  }
  return nowMs + 7 * DAY_MS;
}

/** The row after a scheduled run; none after a one-time run. */
export function nextOf({ db, newId, timeZone }: ProjectAgentDeps, run: RunRow, nowMs: number): Statement[] {
  if (run.every === null) return [];
  const row = { ...planned(run.projectId, run.agent, run.every, run.input), id: newId() };
  const dueAt = isoTime(nextTime(run.every, nowMs, timeZone));
  return [db.insert(projectAgentRuns, { ...row, dueAt, createdAt: isoTime(nowMs) })];
}

/** Sets how often an agent runs in a project; null for never. */
export async function setSchedule(
  { db, clock, newId, timeZone }: Pick<ProjectAgentDeps, "db" | "clock" | "newId" | "timeZone">,
  {
    projectId,
    agent,
    every,
  }: { projectId: string; agent: ProjectAgentName; every: ProjectAgentEvery | null },
): Promise<void> {
  const nowMs = clock.now();
  const row = every === null ? null : { ...planned(projectId, agent, every, inputFor(every)), id: newId() };
  await db.batch([
    db.remove(projectAgentRuns, waitingOf(projectId, agent)),
    // A run in progress becomes the last of its schedule.
    db.update(
      projectAgentRuns,
      { every: null },
      sql`${sameAgent(projectId, agent)} and ${projectAgentRuns.status} = 'running'`,
    ),
    ...(row === null || every === null
      ? []
      : [
          db.insert(projectAgentRuns, {
            ...row,
            dueAt: isoTime(nextTime(every, nowMs, timeZone)),
            createdAt: isoTime(nowMs),
          }),
        ]),
  ]);
}

/** Creates a new project's schedules. Idempotent, and keeps what people have set since. */
export async function beginSchedules(
  { db, clock, timeZone }: Pick<ProjectAgentDeps, "db" | "clock" | "timeZone">,
  projectId: string,
): Promise<void> {
  const nowMs = clock.now();
  const agents = Object.entries(DEFAULT_SCHEDULE) as [ProjectAgentName, ProjectAgentEvery][];
  const rows = await Promise.all(
    agents.map(async ([agent, every]) => ({
      ...planned(projectId, agent, every, inputFor(every)),
      id: await derivedId("agent_run", db.tenantId, projectId, agent),
      dueAt: isoTime(nextTime(every, nowMs, timeZone)),
      createdAt: isoTime(nowMs),
    })),
  );
  const learning = {
    ...planned("", "learning-agent", "weekly", {}),
    id: await derivedId("agent_run", db.tenantId, "learning-agent"),
    dueAt: isoTime(nextTime("weekly", nowMs, timeZone)),
    createdAt: isoTime(nowMs),
  };
  await db.batch([...rows, learning].map((row) => db.insert(projectAgentRuns, row).onConflictDoNothing()));
}

function inputFor(every: ProjectAgentEvery): RunRow["input"] {
  return every === "daily" || every === "weekly" ? { period: every } : {};
}

function planned(
  projectId: string,
  agent: ProjectAgentName,
  every: ProjectAgentEvery,
  input: RunRow["input"],
) {
  return {
    projectId,
    agent,
    input,
    every,
    status: "queued",
    trigger: "schedule",
    attempts: 0,
  } as const;
}

function sameAgent(projectId: string, agent: ProjectAgentName) {
  return sql`${projectAgentRuns.projectId} = ${projectId} and ${projectAgentRuns.agent} = ${agent}`;
}

/** Condition that selects the scheduled row. */
function waitingOf(projectId: string, agent: ProjectAgentName) {
  return (
    and(
      sameAgent(projectId, agent),
      isNotNull(projectAgentRuns.every),
      eq(projectAgentRuns.status, "queued"),
    ) ?? sql`0`
  );
}
