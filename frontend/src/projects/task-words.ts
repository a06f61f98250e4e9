/** Labels of states, priorities and dates of tasks. Pure. */
import type { Scope } from "../../../src/projects/api/project-agents.ts";
import type { TaskPriority, TaskStatus } from "../../../src/projects/api/projects.ts";

export const STATUS_WORDS: Readonly<Record<TaskStatus, string>> = {
  created: "To do",
  in_progress: "In progress",
  blocked: "Blocked",
  in_review: "In review",
  completed: "Done",
  cancelled: "Canceled",
};

export const PRIORITY_WORDS: Readonly<Record<TaskPriority, string>> = {
  critical: "Critical",
  high: "High",
  medium: "Medium",
  low: "Low",
};

/** Whether nothing is left to do for it. */
export function isClosed(status: TaskStatus): boolean {
  return status === "completed" || status === "cancelled";
}

const DAY_MS = 86_400_000;

/** A calendar day as days since 1970. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY_MS);
}

/** The calendar day of a day number, as `2026-11-21`. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

const SHORT = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });

/** `Today`, `Tomorrow`, `Fri`, `Nov 3`, `Nov 3, 2025`; `today` is the team's own day. */
export function dueWords(date: string, today: string): string {
  const away = dayNumber(date) - dayNumber(today);
  if (away === 0) return "Today";
  if (away === 1) return "Tomorrow";
  if (away === -1) return "Yesterday";
  const at = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  if (away > 1 && away < 7) return WEEKDAY.format(at);
  return (date.slice(0, 4) === today.slice(0, 4) ? SHORT : LONG).format(at);
}

/** `Nov 3, 2025`. */
export function dateWords(date: string): string {
  return LONG.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));
}

/** `4 h`, `1.5 h`. */
export function hoursWords(hours: number): string {
  return `${Number(hours.toFixed(2)).toLocaleString("en-US")} h`;
}

/** For the scope as a whole: if tasks were both added and removed, or changed in size, the difference alone doesn't say that it grew or shrank. */
export function scopeWords(scope: Scope): string {
  const { additions, removals, modifications, scope_drift_percentage: drift, hours_change: hours } = scope;
  const isResized = modifications.some(({ field }) => field === "estimatedHours");
  const isMixed = isResized || (additions.length > 0 && removals.length > 0);
  const verb = isMixed ? "changed" : drift > 0 ? "grew" : "shrank";
  const moved =
    drift === 0 ? "The scope is as agreed" : `The scope ${verb} by ${Math.abs(drift).toFixed(0)}%`;
  const work = hours === 0 ? "" : ` (${hoursWords(Math.abs(hours))} ${hours > 0 ? "more" : "less"} work)`;
  return `${moved}: ${scope.baseline_task_count} tasks agreed, ${scope.current_task_count} now${work}.`;
}
