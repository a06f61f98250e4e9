/** Input of project calculations: plain facts with times in milliseconds, independent of storage. */
import type { TaskPriority, TaskStatus } from "../api/projects.ts";

export interface TaskFact {
  readonly id: string;
  readonly projectId: string;
  readonly phaseId: string | null;
  readonly parentId: string | null;
  readonly title: string;
  readonly description: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  /** The kind of work; empty if unknown, null if no one was asked. */
  readonly type: string | null;
  readonly estimatedHours: number | null;
  readonly actualHours: number | null;
  /** For example, `2026-11-25`. */
  readonly dueDate: string | null;
  /** End of that day in the team's time zone. */
  readonly dueMs: number | null;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly completedMs: number | null;
  readonly statusChangedMs: number;
  readonly clientVisible: boolean;
  /** IDs of members. */
  readonly assignees: readonly string[];
  readonly tagIds: readonly string[];
}

/** `taskId` can start when `dependsOnId` is done. */
export interface Dependency {
  readonly taskId: string;
  readonly dependsOnId: string;
}

/** Hours per working day, to convert estimates into days. */
export const HOURS_PER_DAY = 8;

export function isOpen({ status }: Pick<TaskFact, "status">): boolean {
  return status !== "completed" && status !== "cancelled";
}

/** Rounded to one decimal, for display to people and models. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
