import * as z from "zod";
import { labelOf } from "../effects/task-fields.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { TaskServices } from "./index.ts";
import { listNamed, pathOf } from "./named.ts";

export const listLists = defineTool({
  name: "list_lists",
  title: "List the task lists",
  done: "Listed the task lists",
  description:
    "Lists the team's task lists in ClickUp, with space and folder (Operations › Buildings › Repairs) and how many tasks each has, and who tasks can be assigned to. " +
    "With list it gives that list's statuses and views instead. Only the spaces an admin set up are seen.",
  keywords: "clickup task board project space folder statuses views members assignees who todo to-do",
  input: z.strictObject({
    list: z.string().trim().min(1).max(200).optional().describe("A list's name or id, such as Repairs"),
  }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ list }) => (list === undefined ? "Listing the task lists" : `Looking at the list ${list}`),
  async run({ list: wanted }, services: TaskServices) {
    if (wanted !== undefined) {
      const list = await listNamed(services, wanted);
      if (typeof list === "string") return retry(list);
      const [statuses, views] = await Promise.all([services.statuses(list.id), services.views(list.id)]);
      return {
        kind: "ok",
        data: {
          id: list.id,
          list: pathOf(list),
          statuses: [...statuses],
          views: views.map((view) => ({ ...view })),
        },
      };
    }
    const [lists, members] = await Promise.all([services.lists(), services.members()]);
    return {
      kind: "list",
      items: lists.map((list) => ({ id: list.id, list: pathOf(list), tasks: list.taskCount })),
      total: lists.length,
      keep: "first",
      beside: { people: members.map((one) => labelOf(one, members)) },
    };
  },
});
