/** What calculations over projects are made from: plain facts with times in milliseconds, whatever keeps them. */
import type { TaskPriority, TaskStatus } from "../api/projects.ts";

/** A task. */
export interface TaskFact {
  readonly id: string;
  readonly projectId: string;
  readonly phaseId: string | null;
  readonly parentId: string | null;
  readonly title: string;
  readonly description: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly estimatedHours: number | null;
  readonly actualHours: number | null;
  /** Such as `2026-11-25`. */
  readonly dueDate: string | null;
  /** The end of that day in the team's zone. */
  readonly dueMs: number | null;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly completedMs: number | null;
  readonly statusChangedMs: number;
  readonly clientVisible: boolean;
  /** Ids of members. */
  readonly assignees: readonly string[];
}

/** `taskId` can begin when `dependsOnId` is done. */
export interface Dependency {
  readonly taskId: string;
  readonly dependsOnId: string;
}

/** A working day, in hours: what turns estimates into days. */
export const HOURS_PER_DAY = 8;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Whether there is still something to do about a task. */
export function isOpen({ status }: Pick<TaskFact, "status">): boolean {
  return status !== "completed" && status !== "cancelled";
}

/** Rounded to one decimal: figures that people and models read. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
