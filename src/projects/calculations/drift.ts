/**
 * Compares a project's tasks with its baseline: added, removed and changed tasks, and the total drift. Pure.
 */
import { rounded, type TaskFact } from "./types.ts";

export interface BaselineTask {
  readonly id: string;
  readonly title: string;
  readonly phase: string | null;
  readonly estimatedHours: number | null;
  readonly dueDate: string | null;
  readonly priority: string;
}

export interface CurrentTask extends BaselineTask {
  readonly status: TaskFact["status"];
}

/** A changed field. */
interface Modification {
  readonly taskId: string;
  readonly field: "title" | "phase" | "estimatedHours" | "dueDate" | "priority";
  readonly baseline: string;
  readonly current: string;
}

/** The differences from the baseline. */
export interface Drift {
  readonly baselineCount: number;
  readonly currentCount: number;
  readonly additions: readonly CurrentTask[];
  readonly removals: readonly BaselineTask[];
  readonly modifications: readonly Modification[];
  /** Current estimated hours minus those of the baseline. */
  readonly hoursChange: number;
  /** Tasks added, removed or resized, per hundred of the baseline. */
  readonly percentage: number;
  readonly level: "none" | "info" | "warning" | "critical";
}

const FIELDS = ["title", "phase", "estimatedHours", "dueDate", "priority"] as const;
/** Above this, the project's members are alerted. */
const ALERT_PERCENT = 15;
/** An estimate that changed by more than this share changes the scope; smaller changes are only listed. */
const SIZE_SHARE = 0.2;

/**
 * Above `alertPercent` it is a warning, above twice that critical. A canceled task counts as removed; one
 * added and canceled since counts as neither.
 */
export function drift(
  baseline: readonly BaselineTask[],
  current: readonly CurrentTask[],
  alertPercent = ALERT_PERCENT,
): Drift {
  const planned = new Map(baseline.map((task) => [task.id, task]));
  const alive = current.filter(({ status }) => status !== "cancelled");
  const now = new Map(alive.map((task) => [task.id, task]));
  const additions = alive.filter(({ id }) => !planned.has(id));
  const removals = baseline.filter(({ id }) => !now.has(id));
  const kept = baseline.flatMap((task) => {
    const same = now.get(task.id);
    return same === undefined ? [] : [{ task, same }];
  });
  const modifications = kept.flatMap(({ task, same }) =>
    FIELDS.flatMap((field): Modification[] => {
      const [was, is] = [worded(task[field]), worded(same[field])];
      return was === is ? [] : [{ taskId: task.id, field, baseline: was, current: is }];
    }),
  );
  const resized = kept.filter(({ task, same }) => isResized(task.estimatedHours, same.estimatedHours)).length;
  const moved = additions.length + removals.length + resized;
  const percentage =
    baseline.length === 0 ? (additions.length > 0 ? 100 : 0) : rounded((moved / baseline.length) * 100);
  return {
    baselineCount: baseline.length,
    currentCount: alive.length,
    additions,
    removals,
    modifications,
    hoursChange: rounded(hoursOf(alive) - hoursOf(baseline)),
    percentage,
    level: levelOf(percentage, modifications.length, alertPercent),
  };
}

function levelOf(percentage: number, modified: number, alertPercent: number): Drift["level"] {
  if (percentage > alertPercent * 2) return "critical";
  if (percentage > alertPercent) return "warning";
  return percentage > 0 || modified > 0 ? "info" : "none";
}

function isResized(was: number | null, is: number | null): boolean {
  if (was === null || is === null) return was !== is;
  return Math.abs(is - was) > was * SIZE_SHARE;
}

function hoursOf(tasks: readonly BaselineTask[]): number {
  return tasks.reduce((sum, { estimatedHours }) => sum + (estimatedHours ?? 0), 0);
}

function worded(value: string | number | null): string {
  return value === null ? "" : String(value);
}

/**
 * Pairs of tasks with nearly the same title: possible duplicates. `added` tasks are compared with all others.
 */
export function likelyDuplicates(
  added: readonly Pick<BaselineTask, "id" | "title">[],
  all: readonly Pick<BaselineTask, "id" | "title">[],
): { readonly id: string; readonly otherId: string }[] {
  const words = new Map(all.map(({ id, title }) => [id, wordsOf(title)]));
  return added.flatMap(({ id, title }) => {
    const mine = wordsOf(title);
    const other = all.find(
      (task) => task.id !== id && likeness(mine, words.get(task.id) ?? new Set()) >= 0.6,
    );
    return other === undefined ? [] : [{ id, otherId: other.id }];
  });
}

function wordsOf(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{M}\p{N}]{3,}/gu));
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
