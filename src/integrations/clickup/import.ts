/** Imports ClickUp lists as projects. */
import type { ImportSource } from "../../projects/index.ts";
import { importedWords } from "../import-text.ts";
import { readLists, readTasks, type ClickUpAccount } from "./read.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** The lists in scope. `timeZone` determines due days. */
export function clickUpImport(account: ClickUpAccount, timeZone: string): ImportSource {
  return {
    vendor: "clickup",
    async lists() {
      const lists = await readLists(account);
      return lists.map(({ id, name, folder, space, taskCount: tasks }) => {
        return { id, name, where: folder === null ? space : `${space} / ${folder}`, tasks };
      });
    },
    async page(listId, cursor) {
      const number = Number(cursor ?? 0);
      const filter = { listIds: [listId], isClosedToo: true, orderBy: "created" } as const;
      const { tasks, more } = await readTasks(account, filter, number);
      return {
        next: more ? String(number + 1) : null,
        tasks: tasks.map((task) => ({
          ...importedWords(task.id, task.name, task.description),
          url: task.url,
          createdAt: task.createdAt,
          changedAt: task.updatedAt,
          parent: task.parent,
          status: task.status,
          isClosed: task.isClosed,
          priority: task.priority,
          dueDate: task.due === null ? null : dayOf(Date.parse(task.due), timeZone),
          tags: [...task.tags],
          people: task.assignees.map(({ name, email }) => ({ name, email })),
        })),
      };
    },
  };
}
