/**
 * Ranks what to do next, by rules: unblocked tasks first, then by due date, priority, what they block, and
 * the assignee's speed. The model receives this order and explains or refines it; without a model it is the
 * answer. Pure.
 */
import { blockedBehind, directlyAfter, waiting } from "./graph.ts";
import { remainingHours } from "./critical-path.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { HOURS_PER_DAY, isOpen, type Dependency, type TaskFact } from "./types.ts";

/** A ranked task. */
export interface Ranked {
  readonly task: TaskFact;
  /** Whether it depends on an open task, or is marked blocked. */
  readonly isBlocked: boolean;
  /** Number of open tasks that depend on it. */
  readonly blockingCount: number;
  /** From 0 to 100. */
  readonly urgency: number;
  /** Reasons for its rank, as short sentences. */
  readonly reasons: readonly string[];
}

const PRIORITY_POINTS = { critical: 25, high: 17, medium: 9, low: 3 } as const;
const DUE_POINTS = 45;
const BLOCKING_POINTS = 20;
const UNDERWAY_POINTS = 5;
const LATE_POINTS = 5;
/** Due dates further away than this add no urgency. */
const HORIZON_DAYS = 21;

/** One person's open tasks in recommended order. `all` contains all tasks of their projects. */
export function rankTasks(
  own: readonly TaskFact[],
  all: readonly TaskFact[],
  dependencies: readonly Dependency[],
  { nowMs, hoursPerWeek }: { readonly nowMs: number; readonly hoursPerWeek: number },
): Ranked[] {
  const waits = waiting(all, dependencies);
  const after = directlyAfter(dependencies);
  const open = new Set(all.filter(isOpen).map(({ id }) => id));
  return own
    .filter(isOpen)
    .map((task) => {
      const isBlocked = task.status === "blocked" || waits.has(task.id);
      const blockingCount = blockedBehind(task.id, after, (id) => open.has(id));
      return { task, isBlocked, blockingCount, ...urgencyOf(task, blockingCount, nowMs, hoursPerWeek) };
    })
    .sort(
      (one, other) =>
        Number(one.isBlocked) - Number(other.isBlocked) ||
        other.urgency - one.urgency ||
        (one.task.dueMs ?? Infinity) - (other.task.dueMs ?? Infinity) ||
        one.task.id.localeCompare(other.task.id),
    )
    .map((ranked) =>
      ranked.isBlocked ? { ...ranked, reasons: ["waits for other work", ...ranked.reasons] } : ranked,
    );
}

function urgencyOf(
  task: TaskFact,
  blockingCount: number,
  nowMs: number,
  hoursPerWeek: number,
): { readonly urgency: number; readonly reasons: readonly string[] } {
  const days = task.dueMs === null ? Infinity : (task.dueMs - nowMs) / DAY_MS;
  const due = DUE_POINTS * Math.min(1, Math.max(0, 1 - days / HORIZON_DAYS));
  const blocking = BLOCKING_POINTS * (1 - 1 / (1 + blockingCount / 2));
  const isUnderway = task.status === "in_progress" || task.status === "in_review";
  const needsDays = (remainingHours(task) / Math.max(hoursPerWeek, HOURS_PER_DAY)) * 7;
  const isLate = days < needsDays;
  const more = (isUnderway ? UNDERWAY_POINTS : 0) + (isLate ? LATE_POINTS : 0);
  const urgent = task.priority === "critical" || task.priority === "high";
  const reasons = [
    dueWords(days),
    urgent ? `${task.priority} priority` : "",
    blockingCount === 0 ? "" : `holds up ${blockingCount} other ${blockingCount === 1 ? "task" : "tasks"}`,
    isUnderway ? "already under way" : "",
    isLate && days >= 0 ? "there’s hardly time left for it" : "",
  ];
  return {
    urgency: Math.min(100, Math.round(due + PRIORITY_POINTS[task.priority] + blocking + more)),
    reasons: reasons.filter((reason) => reason !== ""),
  };
}

function dueWords(days: number): string {
  if (days === Infinity) return "";
  const whole = Math.floor(days);
  if (whole < 0) return `overdue by ${-whole} ${whole === -1 ? "day" : "days"}`;
  if (whole === 0) return "due today";
  return whole === 1 ? "due tomorrow" : `due in ${whole} days`;
}

/**
 * Similarity of two orders of the same items (Kendall's tau-b without ties): 1 for identical, -1 for
 * reversed. Null for fewer than two shared items.
 */
export function kendallTau(one: readonly string[], other: readonly string[]): number | null {
  const place = new Map(other.map((id, at) => [id, at]));
  const shared = one.flatMap((id) => place.get(id) ?? []);
  if (shared.length < 2) return null;
  let agreeing = 0;
  let pairs = 0;
  for (const [at, left] of shared.entries())
    for (const right of shared.slice(at + 1)) {
      pairs += 1;
      agreeing += left < right ? 1 : -1;
    }
  return agreeing / pairs;
}
