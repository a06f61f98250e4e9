/** Validates a work breakdown structure: three levels, hours, acyclic dependencies by title. Pure. */
import type { WbsDraft } from "../api/project-agents.ts";
import { inOrder } from "./graph.ts";
import type { Dependency } from "./types.ts";

/**
 * Repairs a plan by dropping dependencies that are unknown, on the task itself, or close a cycle. Of a cycle,
 * the dependency on a later task is dropped.
 */
export function mendPlan<Draft extends Pick<WbsDraft, "phases">>(
  draft: Draft,
): { readonly plan: Draft; readonly dropped: string[] } {
  const titles = draft.phases.flatMap(({ tasks }) => tasks.map(({ title }) => keyOf(title)));
  const place = new Map(titles.map((title, at) => [title, at]));
  const isLater = ({ taskId, dependsOnId }: Dependency): boolean =>
    (place.get(dependsOnId) ?? 0) >= (place.get(taskId) ?? 0);
  const kept: Dependency[] = [];
  const edges = planDependencies(draft).filter(
    ({ taskId, dependsOnId }) => place.has(dependsOnId) && taskId !== dependsOnId,
  );
  for (const edge of edges.toSorted((one, other) => Number(isLater(one)) - Number(isLater(other))))
    if (!isLater(edge) || inOrder(titles, [...kept, edge]).circle.length === 0) kept.push(edge);
  const dropped: string[] = [];
  const phases = draft.phases.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => ({
      ...task,
      dependencies: [...new Set(task.dependencies)].filter((other) => {
        const fits = kept.some(
          (edge) => edge.taskId === keyOf(task.title) && edge.dependsOnId === keyOf(other),
        );
        if (!fits) dropped.push(`${task.title} → ${other}`);
        return fits;
      }),
    })),
  }));
  return { plan: { ...draft, phases }, dropped };
}

/** Dependencies of a plan, by lowercase task titles. */
export function planDependencies({
  phases,
}: Pick<WbsDraft, "phases">): { taskId: string; dependsOnId: string }[] {
  return phases.flatMap(({ tasks }) =>
    tasks.flatMap(({ title, dependencies }) =>
      dependencies.map((other) => ({ taskId: keyOf(title), dependsOnId: keyOf(other) })),
    ),
  );
}

/** Titles are compared case-insensitively. */
export function keyOf(title: string): string {
  return title.trim().toLowerCase();
}

type Phases = WbsDraft["phases"];

/** Tasks of a plan with their phases, dependencies first. */
export function inPlanOrder<Phase extends Phases[number]>(
  phases: readonly Phase[],
): { readonly phase: Phase; readonly task: Phase["tasks"][number] }[] {
  const all = new Map(
    phases.flatMap((phase) => phase.tasks.map((task) => [keyOf(task.title), { phase, task }] as const)),
  );
  const { order } = inOrder([...all.keys()], planDependencies({ phases: [...phases] }));
  return order.flatMap((key) => all.get(key) ?? []);
}
