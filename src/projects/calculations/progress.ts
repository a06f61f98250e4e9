/** Project progress: velocity, overdue tasks and their trend, and workload. Pure. */
import { remainingHours } from "./critical-path.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { HOURS_PER_DAY, isOpen, rounded, type TaskFact } from "./types.ts";

const WEEK_MS = 7 * DAY_MS;
/** Windows for velocity, in weeks. */
export const VELOCITY_WEEKS = [2, 4, 8] as const;

/** Throughput of the last weeks. */
export interface Velocity {
  readonly weeks: number;
  readonly completed: number;
  readonly perWeek: number;
  /** From estimates, for tasks that have one. */
  readonly hoursPerWeek: number;
}

/** Tasks finished in the last `weeks` weeks. */
export function velocity(
  tasks: readonly Pick<TaskFact, "status" | "completedMs" | "estimatedHours">[],
  nowMs: number,
  weeks: number,
): Velocity {
  const since = nowMs - weeks * WEEK_MS;
  const done = tasks.filter(
    ({ status, completedMs }) =>
      status === "completed" && completedMs !== null && completedMs > since && completedMs <= nowMs,
  );
  const hours = done.reduce((sum, { estimatedHours }) => sum + (estimatedHours ?? 0), 0);
  return {
    weeks,
    completed: done.length,
    perWeek: rounded(done.length / weeks),
    hoursPerWeek: rounded(hours / weeks),
  };
}

type Dated = Pick<TaskFact, "status" | "dueMs" | "completedMs" | "createdMs" | "statusChangedMs">;

/**
 * Whether a task was open past its due date at a given time. A canceled task counts until it was canceled.
 */
export function wasOverdue(task: Dated, atMs: number): boolean {
  const { status, dueMs, completedMs, createdMs, statusChangedMs } = task;
  if (dueMs === null || dueMs >= atMs || createdMs > atMs) return false;
  if (status === "completed") return completedMs !== null && completedMs > atMs;
  return status !== "cancelled" || statusChangedMs > atMs;
}

/** Number of overdue tasks at the end of each of the last weeks, oldest first; the last one is now. */
export function overdueByWeek(tasks: readonly Dated[], nowMs: number, weeks: number): number[] {
  return Array.from({ length: weeks + 1 }, (_, at) => {
    const atMs = nowMs - (weeks - at) * WEEK_MS;
    return tasks.filter((task) => wasOverdue(task, atMs)).length;
  });
}

/** A member's remaining work. */
export interface Load {
  readonly userId: string;
  readonly openTasks: number;
  readonly hours: number;
  readonly overdue: number;
  /** In working days. */
  readonly days: number;
}

/** Open work by member, largest first. A task with several assignees is split equally. */
export function loads(tasks: readonly TaskFact[], nowMs: number): Load[] {
  const by = new Map<string, { openTasks: number; hours: number; overdue: number }>();
  for (const task of tasks.filter(isOpen)) {
    for (const userId of task.assignees) {
      const load = by.get(userId) ?? { openTasks: 0, hours: 0, overdue: 0 };
      load.openTasks += 1;
      load.hours += remainingHours(task) / task.assignees.length;
      if (wasOverdue(task, nowMs)) load.overdue += 1;
      by.set(userId, load);
    }
  }
  return [...by]
    .map(([userId, { openTasks, hours, overdue }]) => ({
      userId,
      openTasks,
      hours: rounded(hours),
      overdue,
      days: rounded(hours / HOURS_PER_DAY),
    }))
    .sort((one, other) => other.hours - one.hours || one.userId.localeCompare(other.userId));
}

export interface StatusChange {
  readonly taskId: string;
  readonly from: string | null;
  readonly to: string;
  readonly atMs: number;
}

/**
 * Hours each task spent blocked, from status changes in chronological order; ongoing blocks count until now.
 */
export function blockedHours(changes: readonly StatusChange[], nowMs: number): ReadonlyMap<string, number> {
  const since = new Map<string, number>();
  const hours = new Map<string, number>();
  const add = (taskId: string, ms: number): void =>
    void hours.set(taskId, (hours.get(taskId) ?? 0) + ms / 3_600_000);
  for (const { taskId, to, atMs } of changes) {
    const began = since.get(taskId);
    if (to === "blocked") {
      if (began === undefined) since.set(taskId, atMs);
    } else if (began !== undefined) {
      add(taskId, atMs - began);
      since.delete(taskId);
    }
  }
  for (const [taskId, began] of since) add(taskId, Math.max(0, nowMs - began));
  return new Map([...hours].map(([taskId, spent]) => [taskId, rounded(spent)]));
}
