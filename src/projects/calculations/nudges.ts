/** Which tasks somebody should be reminded of, by the rules of the project manager's agent. Found here without a model. Pure. */
import { DAY_MS, HOUR_MS, isOpen, type TaskFact } from "./types.ts";

/** What is due: a word to whoever does it, one to the project's owner, or an escalation to the project's owner that is put before a person. */
export type NudgeKind = "nudge" | "stalled" | "escalation";

/** Something to say about a task. */
export interface NudgeCandidate {
  readonly task: TaskFact;
  readonly kind: NudgeKind;
  /** Whom it goes to, as an id of a member. */
  readonly to: string;
  /** Hours since the last sign of life. */
  readonly quietHours: number;
}

const QUIET_HOURS = 48;
const STALLED_HOURS = 72;
const BLOCKED_HOURS = 24;
/** Words about one task within a day. */
export const NUDGES_PER_DAY = 2;

/** What is known of a task beside itself. */
export interface NudgeFacts {
  readonly nowMs: number;
  /** Who answers for the project; null where no one does. */
  readonly ownerId: string | null;
  /** When the newest comment on a task was written. */
  readonly lastCommentMs: ReadonlyMap<string, number>;
  /** When something was last said about a task, newest last, within the last day at least. */
  readonly nudgedMs: ReadonlyMap<string, readonly number[]>;
}

/** Candidates, most urgent first. No task twice; none that was spoken of twice within a day, or in the last half of one. */
export function nudgeCandidates(tasks: readonly TaskFact[], facts: NudgeFacts): NudgeCandidate[] {
  return tasks
    .filter((task) => isOpen(task) && mayNudge(facts.nudgedMs.get(task.id) ?? [], facts.nowMs))
    .flatMap((task) => candidate(task, facts) ?? [])
    .sort(
      (one, other) =>
        ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) ||
        other.quietHours - one.quietHours ||
        one.task.id.localeCompare(other.task.id),
    );
}

const ORDER: readonly NudgeKind[] = ["escalation", "stalled", "nudge"];

/** Whether something may be said about a task again: at most twice within a day, and not within twelve hours. */
export function mayNudge(saidMs: readonly number[], nowMs: number): boolean {
  const today = saidMs.filter((ms) => ms > nowMs - DAY_MS);
  const last = today.reduce((newest, ms) => Math.max(newest, ms), -Infinity);
  return today.length < NUDGES_PER_DAY && last <= nowMs - DAY_MS / 2;
}

function candidate(task: TaskFact, facts: NudgeFacts): NudgeCandidate | null {
  const { nowMs, ownerId, lastCommentMs } = facts;
  const unchanged = hoursBetween(task.statusChangedMs, nowMs);
  if (task.status === "blocked") return escalation(task, unchanged, ownerId);
  const silent = Math.min(unchanged, hoursBetween(lastCommentMs.get(task.id) ?? -Infinity, nowMs));
  if (task.status === "in_progress" && silent > STALLED_HOURS && ownerId !== null)
    return { task, kind: "stalled", to: ownerId, quietHours: silent };
  const [assignee] = task.assignees;
  if (assignee === undefined || unchanged <= QUIET_HOURS || !isExpected(task, nowMs)) return null;
  return { task, kind: "nudge", to: assignee, quietHours: unchanged };
}

function escalation(task: TaskFact, unchanged: number, ownerId: string | null): NudgeCandidate | null {
  if (task.priority !== "critical" || unchanged <= BLOCKED_HOURS || ownerId === null) return null;
  return { task, kind: "escalation", to: ownerId, quietHours: unchanged };
}

/** Whether there should be news of it: it was begun, or is due. */
function isExpected({ status, dueMs }: TaskFact, nowMs: number): boolean {
  return status !== "created" || (dueMs !== null && dueMs < nowMs + 2 * DAY_MS);
}

function hoursBetween(fromMs: number, toMs: number): number {
  return Math.floor((toMs - fromMs) / HOUR_MS);
}
