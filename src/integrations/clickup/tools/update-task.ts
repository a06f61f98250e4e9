import * as z from "zod";
import { changeOf, picked } from "../../../approvals/effects/changed-fields.ts";
import { storedFields, taskFieldsSchema, type SomeTaskFields } from "../effects/task-fields.ts";
import { taskUpdate } from "../effects/task-update.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { StoredTask } from "../../connections/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import { taskField } from "./get-task.ts";
import type { TaskServices } from "./index.ts";
import { assigneesNamed, statusNamed, taskNamed } from "./named.ts";
import { assigneesField, descriptionField, dueField, priorityField } from "./task-input.ts";

const inputSchema = z.strictObject({
  task: taskField,
  name: z.string().trim().min(1).max(300).optional().describe("New name"),
  description: descriptionField.optional().describe("The whole new description: it replaces the old one"),
  status: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe("New status, such as complete; list_lists gives a list's"),
  assignees: assigneesField.optional().describe("Everybody it is assigned to from now on; empty for nobody"),
  due: dueField.optional(),
  priority: priorityField.optional(),
});
type Input = z.output<typeof inputSchema>;

export const updateTask = defineTool({
  name: "update_task",
  title: "Change a task",
  done: "Drafted a change of a task",
  description:
    "Changes fields of a task in ClickUp, after a person has approved it: status (to complete), people, due day, priority, name, description. What is left out stays. " +
    "A due day or a priority can be changed but not taken away.",
  keywords:
    "clickup edit change move assign reassign mark close finish done complete reschedule postpone due status todo to-do",
  input: inputSchema,
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [taskUpdate.kind],
  summarize: () => "Drafting a change of a task",
  async resolve(input, services: TaskServices): Promise<Resolution> {
    const task = await taskNamed(services, input.task);
    if (typeof task === "string") return retry(task);
    const wanted = await wantedOf(input, task, services);
    if (typeof wanted === "string") return retry(wanted);
    const { connectionId, timeZone } = services;
    const now = storedFields(task, await services.members(), timeZone);
    if (!taskFieldsSchema.partial().safeParse(picked(now, wanted)).success)
      return retry("That task is longer than a card can show. It can only be changed in ClickUp: say so.");
    const change = changeOf(now, wanted);
    if (change === null) return retry(`“${task.name}” is like that already. Nothing would change.`);
    const effect = taskUpdate.of({
      connectionId,
      taskId: task.id,
      taskName: task.name,
      listName: task.list.name,
      ...change,
      timeZone,
    });
    return resolvedTo([effect]);
  },
});

/** The requested fields; a string is an error for the model. */
async function wantedOf(
  input: Input,
  task: StoredTask,
  services: TaskServices,
): Promise<SomeTaskFields | string> {
  const { name, description, due, priority } = input;
  const assignees = input.assignees === undefined ? null : await assigneesNamed(services, input.assignees);
  if (typeof assignees === "string") return assignees;
  const status = input.status === undefined ? {} : await statusNamed(services, task.list, input.status);
  if (typeof status === "string") return status;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description === "" ? null : description }),
    ...status,
    ...(assignees === null ? {} : { assignees }),
    ...(due === undefined ? {} : { due: due.replace("T", " ") }),
    ...(priority === undefined ? {} : { priority }),
  };
}
