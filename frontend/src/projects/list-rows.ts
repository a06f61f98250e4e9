/** Tasks of a list in their order and groups. Pure. */
import { TASK_STATUSES, taskPrioritySchema, type Phase } from "../../../src/projects/api/projects.ts";
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import type { Grouping, Sort } from "./project-params.ts";
import { PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";

/** Orders the server doesn't know: all tasks have to be here first. */
export const LOCAL_SORTS: ReadonlySet<Sort> = new Set(["title", "priority", "status", "estimate"]);

const rank = <Value>(values: readonly Value[], value: Value): number => values.indexOf(value);

const TITLES = new Intl.Collator("en-US", { numeric: true });

const COMPARE: Readonly<Partial<Record<Sort, (left: TaskLine, right: TaskLine) => number>>> = {
  title: (left, right) => TITLES.compare(left.title, right.title),
  priority: (left, right) =>
    rank(taskPrioritySchema.options, left.priority) - rank(taskPrioritySchema.options, right.priority),
  status: (left, right) => rank(TASK_STATUSES, left.status) - rank(TASK_STATUSES, right.status),
  estimate: (left, right) => (right.estimatedHours ?? -1) - (left.estimatedHours ?? -1),
};

/** In the order asked for; those of the server are kept as they come. */
export function sorted(tasks: readonly TaskLine[], sort: Sort, down: boolean): readonly TaskLine[] {
  const compare = COMPARE[sort];
  const ordered = compare === undefined ? tasks : tasks.toSorted(compare);
  return down ? ordered.toReversed() : ordered;
}

export type ListRow =
  | { readonly kind: "group"; readonly key: string; readonly title: string; readonly amount: number }
  | { readonly kind: "task"; readonly key: string; readonly task: TaskLine };

/** The rows of a list, with group headings. A task with several assignees appears under each. */
export function listRows(
  tasks: readonly TaskLine[],
  group: Grouping,
  { phases, nameOf }: { readonly phases: readonly Phase[]; readonly nameOf: (id: string) => string },
): ListRow[] {
  if (group === "none") return tasks.map((task) => ({ kind: "task", key: task.id, task }));
  const groups = new Map<string, { title: string; order: string; tasks: TaskLine[] }>();
  const put = (key: string, title: string, order: string, task: TaskLine): void => {
    const known = groups.get(key) ?? { title, order, tasks: [] };
    known.tasks.push(task);
    groups.set(key, known);
  };
  const at = (index: number): string => String(index < 0 ? 999 : index).padStart(4, "0");
  for (const task of tasks) {
    if (group === "status")
      put(task.status, STATUS_WORDS[task.status], at(rank(TASK_STATUSES, task.status)), task);
    if (group === "priority")
      put(
        task.priority,
        PRIORITY_WORDS[task.priority],
        at(rank(taskPrioritySchema.options, task.priority)),
        task,
      );
    if (group === "phase") {
      const index = phases.findIndex(({ id }) => id === task.phaseId);
      put(task.phaseId ?? "", phases[index]?.name ?? "No phase", at(index), task);
    }
    if (group === "assignee") {
      if (task.assigneeIds.length === 0) put("", "Unassigned", "~", task);
      for (const id of task.assigneeIds) put(id, nameOf(id), nameOf(id), task);
    }
  }
  return [...groups]
    .toSorted(([, left], [, right]) => left.order.localeCompare(right.order))
    .flatMap(([key, { title, tasks: of }]): ListRow[] => [
      { kind: "group", key: `group ${key}`, title, amount: of.length },
      ...of.map((task): ListRow => ({ kind: "task", key: `${key} ${task.id}`, task })),
    ]);
}

/** The selection after a click; with Shift, from the last one. */
export function selectedAfter(
  selected: ReadonlySet<string>,
  rows: readonly ListRow[],
  id: string,
  from: string | null,
): ReadonlySet<string> {
  const ids = rows.flatMap((row) => (row.kind === "task" ? row.task.id : []));
  const next = new Set(selected);
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(id)];
  if (start < 0 || end < 0) {
    if (!next.delete(id)) next.add(id);
    return next;
  }
  for (const one of ids.slice(Math.min(start, end), Math.max(start, end) + 1)) next.add(one);
  return next;
}
