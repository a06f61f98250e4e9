/** A member's tasks grouped by due date. Pure. */
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import { dayNumber, isClosed } from "./task-words.ts";

export interface WorkGroup {
  readonly title: string;
  readonly late: boolean;
  readonly tasks: readonly TaskLine[];
}

const TITLES = ["Overdue", "Today", "Next 7 days", "Later", "No due date"] as const;

export function workGroups(tasks: readonly TaskLine[], today: number): WorkGroup[] {
  const at = ({ dueDate }: TaskLine): number => {
    if (dueDate === null) return 4;
    const away = dayNumber(dueDate) - today;
    return away < 0 ? 0 : away === 0 ? 1 : away <= 7 ? 2 : 3;
  };
  const open = tasks.filter(({ status }) => !isClosed(status));
  return TITLES.map((title, index) => ({
    title,
    late: index === 0,
    tasks: open.filter((task) => at(task) === index),
  })).filter((group) => group.tasks.length > 0);
}
