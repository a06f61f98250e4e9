/** Rules for reminders about tasks, used by the AI project manager. No model. Pure. */
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { isOpen, type TaskFact } from "./types.ts";

/**
 * What is due: a message to the assignee, one to the project's owner, or an escalation to the owner that
 * needs approval.
 */
type NudgeKind = "nudge" | "stalled" | "escalation";

/** A reminder about a task. */
export interface NudgeCandidate {
  readonly task: TaskFact;
  readonly kind: NudgeKind;
  /** Recipient, by member ID. */
  readonly to: string;
  /** Hours since the last activity. */
  readonly quietHours: number;
}

const QUIET_HOURS = 48;
const STALLED_HOURS = 72;
const BLOCKED_HOURS = 24;
/** Maximum messages about one task per day. */
const NUDGES_PER_DAY = 2;

/** Context of the tasks. */
interface NudgeFacts {
  readonly nowMs: number;
  /** The project's owner; null if there is none. */
  readonly ownerId: string | null;
  /** Time of each task's newest comment. */
  readonly lastCommentMs: ReadonlyMap<string, number>;
  /** Times of messages about each task, oldest first, covering at least the last day. */
  readonly nudgedMs: ReadonlyMap<string, readonly number[]>;
}

/** Candidates, most urgent first: one for each recipient, of tasks that `mayNudge` allows. */
export function nudgeCandidates(tasks: readonly TaskFact[], facts: NudgeFacts): NudgeCandidate[] {
  return tasks
    .filter((task) => isOpen(task) && mayNudge(facts.nudgedMs.get(task.id) ?? [], facts.nowMs))
    .flatMap((task) => candidatesOf(task, facts))
    .sort(
      (one, other) =>
        ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) ||
        other.quietHours - one.quietHours ||
        one.task.id.localeCompare(other.task.id) ||
        one.task.assignees.indexOf(one.to) - other.task.assignees.indexOf(other.to),
    );
}

const ORDER: readonly NudgeKind[] = ["escalation", "stalled", "nudge"];

/** Whether another message about a task is allowed: at most two per day, at least twelve hours apart. */
export function mayNudge(saidMs: readonly number[], nowMs: number): boolean {
  const today = saidMs.filter((ms) => ms > nowMs - DAY_MS);
  const last = today.reduce((newest, ms) => Math.max(newest, ms), -Infinity);
  return today.length < NUDGES_PER_DAY && last <= nowMs - DAY_MS / 2;
}

function candidatesOf(task: TaskFact, facts: NudgeFacts): NudgeCandidate[] {
  const { nowMs, ownerId, lastCommentMs } = facts;
  const unchanged = hoursBetween(task.statusChangedMs, nowMs);
  if (task.status === "blocked") return escalation(task, unchanged, ownerId);
  const silent = Math.min(unchanged, hoursBetween(lastCommentMs.get(task.id) ?? -Infinity, nowMs));
  if (task.status === "in_progress" && silent > STALLED_HOURS && ownerId !== null)
    return [{ task, kind: "stalled", to: ownerId, quietHours: silent }];
  if (unchanged <= QUIET_HOURS || !isExpected(task, nowMs)) return [];
  return task.assignees.map((to) => ({ task, kind: "nudge", to, quietHours: unchanged }));
}

function escalation(task: TaskFact, unchanged: number, ownerId: string | null): NudgeCandidate[] {
  if (task.priority !== "critical" || unchanged <= BLOCKED_HOURS || ownerId === null) return [];
  return [{ task, kind: "escalation", to: ownerId, quietHours: unchanged }];
}

/** Whether activity is expected: the task was started, or is due. */
function isExpected({ status, dueMs }: TaskFact, nowMs: number): boolean {
  return status !== "created" || (dueMs !== null && dueMs < nowMs + 2 * DAY_MS);
}

function hoursBetween(fromMs: number, toMs: number): number {
  return Math.floor((toMs - fromMs) / HOUR_MS);
}
