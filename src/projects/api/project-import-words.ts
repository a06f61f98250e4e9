/** Maps other tools' terms to ours. Pure; shared by the preview and the import. */
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

/** Maps a status of another tool, which may be closed under any name. */
export function statusOf(words: string, isClosed: boolean): TaskStatus {
  // Negated words ("not done yet") must not count as done.
  const named = /^(?:not|to be|un)/i.test(words.trim())
    ? undefined
    : STATUSES.find(([pattern]) => pattern.test(words))?.[1];
  if (isClosed) return named === "cancelled" ? "cancelled" : "completed";
  return named ?? "created";
}

/** Maps a priority of another tool; medium by default. */
export function priorityOf(words: string | null): TaskPriority {
  return PRIORITIES.find(([pattern]) => pattern.test((words ?? "").trim()))?.[1] ?? "medium";
}
