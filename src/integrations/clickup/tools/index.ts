/** The team's ClickUp tasks in the spaces an admin chose. */
import type { StoredTask, TaskComment, TaskMember } from "../../connections/index.ts";
import {
  findList,
  findTask,
  readComments,
  readLists,
  readMembers,
  readTasks,
  readView,
  readViews,
  type TaskFilter,
  type TaskList,
  type TaskPage,
} from "../read.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { once } from "../../../agent/tools/once.ts";
import * as tools from "./tools.ts";
export { pathOf } from "./named.ts";
export { createTask } from "./create-task.ts";

/** Lists and members are read once per run. */
export interface TaskServices {
  readonly connectionId: string;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly lists: () => Promise<readonly TaskList[]>;
  readonly members: () => Promise<readonly TaskMember[]>;
  readonly statuses: (listId: string) => Promise<readonly string[]>;
  readonly views: (listId: string) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  readonly tasks: (filter: TaskFilter, page: number) => Promise<TaskPage>;
  readonly view: (viewId: string, page: number) => Promise<TaskPage>;
  readonly task: (taskId: string) => Promise<StoredTask | null>;
  readonly comments: (
    taskId: string,
    olderThan?: Pick<TaskComment, "id" | "at">,
  ) => Promise<readonly TaskComment[]>;
}

export const tasks = defineToolset<TaskServices>({
  name: "tasks",
  title: "Tasks in ClickUp",
  place: 160,
  vendor: "clickup",
  tools: Object.values(tools),
  async open(tenant) {
    const account = await tenant.account("clickup");
    return {
      connectionId: account.connection.id,
      clock: tenant.clock,
      timeZone: await tenant.timeZone(),
      lists: once(() => readLists(account)),
      members: once(() => readMembers(account)),
      statuses: async (listId) => (await findList(account, listId))?.statuses ?? [],
      views: (listId) => readViews(account, listId),
      tasks: (filter, page) => readTasks(account, filter, page),
      view: (viewId, page) => readView(account, viewId, page),
      task: (taskId) => findTask(account, taskId),
      comments: (taskId, olderThan) => readComments(account, taskId, olderThan),
    };
  },
});
