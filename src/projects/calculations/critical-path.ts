/**
 * The critical path method over the remaining work: open tasks with their remaining hours. Tasks without an
 * estimate count as `ASSUMED_HOURS`, and are listed. Pure.
 */
import { inOrder } from "./graph.ts";
import { HOURS_PER_DAY, isOpen, rounded, type Dependency, type TaskFact } from "./types.ts";

/** Assumed hours of a task without an estimate. */
const ASSUMED_HOURS = 4;

/** Scheduled times of a task, in working hours from now. */
export interface Slot {
  readonly id: string;
  readonly startHours: number;
  readonly endHours: number;
  /** How much later it can end without delaying anything else. 0 on the critical path. */
  readonly slackHours: number;
}

/** The remaining work of a project. */
interface RemainingPath {
  readonly slots: ReadonlyMap<string, Slot>;
  /** IDs of a longest chain, first to last. */
  readonly critical: readonly string[];
  readonly lengthHours: number;
  readonly lengthDays: number;
  /** IDs of open tasks without an estimate. */
  readonly unestimated: readonly string[];
}

type Sized = Pick<TaskFact, "id" | "status" | "estimatedHours" | "actualHours">;

/**
 * Remaining hours: the estimate minus hours spent, but at least a tenth of the estimate while the task is
 * open.
 */
export function remainingHours(task: Sized): number {
  if (!isOpen(task)) return 0;
  const estimate = task.estimatedHours ?? ASSUMED_HOURS;
  return Math.max(estimate - (task.actualHours ?? 0), estimate / 10);
}

/** Tasks in a cycle are left out; stored data has none. */
export function remainingPath(tasks: readonly Sized[], dependencies: readonly Dependency[]): RemainingPath {
  const open = new Map(tasks.filter(isOpen).map((task) => [task.id, task]));
  const among = dependencies.filter(({ taskId, dependsOnId }) => open.has(taskId) && open.has(dependsOnId));
  const { order } = inOrder([...open.keys()], among);
  const before = Map.groupBy(among, ({ taskId }) => taskId);
  const after = Map.groupBy(among, ({ dependsOnId }) => dependsOnId);
  const hours = new Map(order.map((id) => [id, hoursOf(open, id)]));
  const start = new Map<string, number>();
  for (const id of order) {
    const ends = (before.get(id) ?? []).map(
      ({ dependsOnId }) => (start.get(dependsOnId) ?? 0) + (hours.get(dependsOnId) ?? 0),
    );
    start.set(id, Math.max(0, ...ends));
  }
  const endOf = (id: string): number => (start.get(id) ?? 0) + (hours.get(id) ?? 0);
  const lengthHours = order.reduce((longest, id) => Math.max(longest, endOf(id)), 0);
  const latest = new Map<string, number>();
  for (const id of order.toReversed()) {
    const starts = (after.get(id) ?? []).map(
      ({ taskId }) => (latest.get(taskId) ?? lengthHours) - (hours.get(taskId) ?? 0),
    );
    latest.set(id, Math.min(lengthHours, ...starts));
  }
  const slots = new Map(
    order.map((id): [string, Slot] => {
      const slackHours = Math.max(0, (latest.get(id) ?? lengthHours) - endOf(id));
      return [id, { id, startHours: start.get(id) ?? 0, endHours: endOf(id), slackHours }];
    }),
  );
  return {
    slots,
    critical: longestChain(order, before, endOf, start),
    lengthHours: rounded(lengthHours),
    lengthDays: rounded(lengthHours / HOURS_PER_DAY),
    unestimated: order.filter((id) => open.get(id)?.estimatedHours === null),
  };
}

function hoursOf(open: ReadonlyMap<string, Sized>, id: string): number {
  const task = open.get(id);
  return task === undefined ? 0 : remainingHours(task);
}

/** Walks back from the task that ends last along the dependencies that determine its start. */
function longestChain(
  order: readonly string[],
  before: ReadonlyMap<string, readonly Dependency[]>,
  endOf: (id: string) => number,
  start: ReadonlyMap<string, number>,
): string[] {
  let last = order.reduce<string | null>(
    (latest, id) => (latest === null || endOf(id) > endOf(latest) ? id : latest),
    null,
  );
  const chain: string[] = [];
  while (last !== null) {
    chain.unshift(last);
    const begins = start.get(last) ?? 0;
    const previous: string | undefined = (before.get(last) ?? [])
      .map(({ dependsOnId }) => dependsOnId)
      .find((id) => begins > 0 && endOf(id) === begins);
    last = previous ?? null;
  }
  return chain;
}
