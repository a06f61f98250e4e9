/** What words of other tools stand for here. Pure; the same where it is shown first and where it is written. */
import type { TaskPriority, TaskStatus } from "./projects.ts";

const STATUSES: readonly (readonly [RegExp, TaskStatus])[] = [
  [/cancel|won.?t|declin|abandon|obsolete/i, "cancelled"],
  [/done|complete|closed|finished|resolved|shipped/i, "completed"],
  [/block|wait|hold|stuck|impediment/i, "blocked"],
  [/review|test|qa|approv|verif/i, "in_review"],
  [/progress|doing|active|started|working|under ?way/i, "in_progress"],
];
const PRIORITIES: readonly (readonly [RegExp, TaskPriority])[] = [
  [/urgent|critical|highest|blocker|^1$|^p0$/i, "critical"],
  [/high|major|^2$|^p1$/i, "high"],
  [/low|minor|trivial|^[45]$|^p[34]$/i, "low"],
];

/** A status there, which may be over whatever it is called. */
export function statusOf(words: string, isClosed: boolean): TaskStatus {
  // What says it is not done yet is no sign that it is.
  const named = /^(?:not|to be|un)/i.test(words.trim())
    ? undefined
    : STATUSES.find(([pattern]) => pattern.test(words))?.[1];
  if (isClosed) return named === "cancelled" ? "cancelled" : "completed";
  return named ?? "created";
}

/** A priority there; medium where it says nothing. */
export function priorityOf(words: string | null): TaskPriority {
  return PRIORITIES.find(([pattern]) => pattern.test((words ?? "").trim()))?.[1] ?? "medium";
}
