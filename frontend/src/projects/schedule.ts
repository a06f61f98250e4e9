/** When tasks are meant to be worked on, as far as their dates and hours tell. Pure. */
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import { dayNumber, isClosed } from "./task-words.ts";

/** Days since 1970, both included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

type Dated = Pick<TaskLine, "startDate" | "dueDate" | "estimatedHours">;

const WORKDAY_HOURS = 8;

/** An estimate in days; one without an estimate. */
function daysOf({ estimatedHours }: Pick<Dated, "estimatedHours">): number {
  return Math.max(1, Math.ceil((estimatedHours ?? 0) / WORKDAY_HOURS));
}

/** From its dates; if one is missing, from its estimate. Null without dates. */
export function plannedSpan(task: Dated): Span | null {
  const start = task.startDate === null ? null : dayNumber(task.startDate);
  const end = task.dueDate === null ? null : dayNumber(task.dueDate);
  if (start !== null && end !== null) return { start: Math.min(start, end), end };
  if (end !== null) return { start: end - daysOf(task) + 1, end };
  if (start !== null) return { start, end: start + daysOf(task) - 1 };
  return null;
}

/** Whether its day has passed and it isn't done. */
export function isLate(task: Pick<TaskLine, "dueDate" | "status">, today: number): boolean {
  return task.dueDate !== null && !isClosed(task.status) && dayNumber(task.dueDate) < today;
}

/** Reaches over all; null of none. */
export function spanOver(spans: readonly (Span | null)[]): Span | null {
  let all: Span | null = null;
  for (const span of spans) {
    if (span === null) continue;
    all = all === null ? span : { start: Math.min(all.start, span.start), end: Math.max(all.end, span.end) };
  }
  return all;
}
