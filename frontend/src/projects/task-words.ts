/** What states, priorities and dates of tasks are called. Pure. */
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
