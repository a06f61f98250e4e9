/**
 * Compares an agent's output with what people did afterwards: the measure of an agent in shadow mode. Pure
 * except for reading the named tasks.
 */
import { byIds, type TenantDb } from "../../platform/db/index.ts";
import { tasks } from "../tables/projects.ts";
import { DAY_MS, isoTime, msOf } from "../../kernel/clock.ts";
import type { ProjectAgentRun } from "../api/project-agent-runs.ts";
import { nudgesSchema, riskSchema, whatsNextSchema } from "../api/project-agents.ts";
import { kendallTau } from "../calculations/index.ts";
import type { RunRow } from "./types.ts";

type Beside = ProjectAgentRun["beside"];
type Task = typeof tasks.$inferSelect;
/** The compared fields of a run. */
type Said = Pick<RunRow, "id" | "agent" | "output" | "finishedAt">;

/** Days before a run is compared, so that people have had time to act. */
const DAYS: Partial<Record<RunRow["agent"], number>> = { "whats-next": 1, "ai-pm": 1, "risk-predictor": 7 };
/** Days within which people are expected to start on a first-ranked task. */
const WINDOW_DAYS = 3;

/** Whether people's actions can be compared with this agent's output. */
export function isCompared(agent: RunRow["agent"]): boolean {
  return DAYS[agent] !== undefined;
}

/** Comparisons for a page of runs, by ID; runs with nothing to compare yet are omitted. One read for all. */
export async function besideOf(
  db: TenantDb,
  rows: readonly Said[],
  nowMs: number,
): Promise<ReadonlyMap<string, NonNullable<Beside>>> {
  const ripe = rows.flatMap((row) => {
    const days = DAYS[row.agent];
    const named = tasksNamed(row);
    const isRipe =
      days !== undefined && row.finishedAt !== null && msOf(row.finishedAt) < nowMs - days * DAY_MS;
    return isRipe && named.length > 0 ? [{ row, named }] : [];
  });
  if (ripe.length === 0) return new Map();
  const ids = [...new Set(ripe.flatMap(({ named }) => named))];
  const known = new Map((await db.rows(tasks, byIds(tasks.id, ids))).map((task) => [task.id, task]));
  return new Map(
    ripe.flatMap(({ row, named }) => {
      const compared = compare(
        row,
        named.flatMap((id) => known.get(id) ?? []),
      );
      return compared === null ? [] : [[row.id, compared]];
    }),
  );
}

/** IDs of the tasks named in each agent's output. */
const NAMED: Partial<Record<RunRow["agent"], (output: unknown) => string[]>> = {
  "whats-next": (output) => whatsNextSchema.parse(output).tasks.map((one) => one.task_id),
  "ai-pm": (output) => nudgesSchema.parse(output).nudges.map((one) => one.task_id),
  "risk-predictor": (output) => riskSchema.parse(output).risks.flatMap((one) => one.affected_tasks),
};

function tasksNamed({ agent, output }: Said): string[] {
  return output === null ? [] : (NAMED[agent]?.(output) ?? []);
}

function compare({ agent, finishedAt }: Said, named: readonly Task[]): Beside {
  const fromMs = msOf(finishedAt ?? "");
  const untilMs = fromMs + WINDOW_DAYS * DAY_MS;
  const moved = named.filter(({ statusChangedAt, lastCommentAt }) =>
    [statusChangedAt, lastCommentAt].some((at) => at !== null && msOf(at) > fromMs),
  );
  if (agent === "whats-next") {
    const first = named.slice(0, 3);
    const taken = first.filter(
      ({ statusChangedAt }) => msOf(statusChangedAt) > fromMs && msOf(statusChangedAt) < untilMs,
    );
    const order = moved
      .toSorted((one, other) => one.statusChangedAt.localeCompare(other.statusChangedAt))
      .map(({ id }) => id);
    const tau = kendallTau(
      named.map(({ id }) => id),
      order,
    );
    const alike =
      tau === null ? "" : `; the order people worked in agrees with it by ${tau.toFixed(2)} (Kendall’s tau)`;
    return {
      agreed: taken.length,
      of: first.length,
      words: `${taken.length} of its first ${first.length} tasks moved within ${WINDOW_DAYS} days${alike}`,
    };
  }
  if (agent === "ai-pm")
    return {
      agreed: moved.length,
      of: named.length,
      words: `${moved.length} of ${named.length} tasks moved since`,
    };
  const troubled = named.filter(
    ({ status, dueDate, completedAt }) =>
      status === "blocked" ||
      (dueDate !== null && (completedAt ?? isoTime(fromMs + 365 * DAY_MS)).slice(0, 10) > dueDate),
  );
  return {
    agreed: troubled.length,
    of: named.length,
    words: `${troubled.length} of ${named.length} tasks it named were late or blocked since`,
  };
}
