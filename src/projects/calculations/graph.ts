/**
 * The dependency graph: topological order, cycles, and blocked tasks. Pure; linear in tasks and dependencies.
 */
import { isOpen, type Dependency, type TaskFact } from "./types.ts";

/** Tasks in topological order. `circle` lists tasks in cycles; empty if there are none. */
export function inOrder(
  ids: readonly string[],
  dependencies: readonly Dependency[],
): { readonly order: readonly string[]; readonly circle: readonly string[] } {
  const known = new Set(ids);
  const waitsFor = new Map(ids.map((id) => [id, 0]));
  const after = new Map<string, string[]>();
  for (const { taskId, dependsOnId } of dependencies) {
    if (!known.has(taskId) || !known.has(dependsOnId)) continue;
    waitsFor.set(taskId, (waitsFor.get(taskId) ?? 0) + 1);
    after.set(dependsOnId, [...(after.get(dependsOnId) ?? []), taskId]);
  }
  const order = ids.filter((id) => waitsFor.get(id) === 0);
  for (let at = 0; at < order.length; at++) {
    for (const next of after.get(order[at] ?? "") ?? []) {
      const left = (waitsFor.get(next) ?? 0) - 1;
      waitsFor.set(next, left);
      if (left === 0) order.push(next);
    }
  }
  const placed = new Set(order);
  return { order, circle: ids.filter((id) => !placed.has(id)) };
}

/** Direct dependents of each task. */
export function directlyAfter(dependencies: readonly Dependency[]): ReadonlyMap<string, readonly string[]> {
  const after = new Map<string, string[]>();
  for (const { taskId, dependsOnId } of dependencies) {
    const some = after.get(dependsOnId);
    if (some === undefined) after.set(dependsOnId, [taskId]);
    else some.push(taskId);
  }
  return after;
}

/** Number of open tasks that depend on this one, directly or indirectly. */
export function blockedBehind(
  id: string,
  after: ReadonlyMap<string, readonly string[]>,
  isStillOpen: (id: string) => boolean,
): number {
  const seen = new Set([id]);
  const queue = [id];
  for (let at = 0; at < queue.length; at++)
    for (const next of after.get(queue[at] ?? "") ?? [])
      if (!seen.has(next) && isStillOpen(next)) {
        seen.add(next);
        queue.push(next);
      }
  return seen.size - 1;
}

/** IDs of open tasks that depend on another open task. */
export function waiting(
  tasks: readonly Pick<TaskFact, "id" | "status">[],
  dependencies: readonly Dependency[],
): ReadonlySet<string> {
  const open = new Set(tasks.filter(isOpen).map(({ id }) => id));
  return new Set(
    dependencies.flatMap(({ taskId, dependsOnId }) =>
      open.has(taskId) && open.has(dependsOnId) ? [taskId] : [],
    ),
  );
}
