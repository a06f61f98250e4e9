import * as z from "zod";
import { taskCreate } from "../effects/task-create.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import type { TaskServices } from "./index.ts";
import { assigneesNamed, listNamed, statusNamed } from "./named.ts";
import { assigneesField, descriptionField, dueField, priorityField } from "./task-input.ts";

export const createTask = defineTool({
  name: "create_task",
  title: "Create a task",
  done: "Drafted a task",
  description:
    "Creates a task in one of the team's ClickUp lists, after a person has approved it: list Repairs, name 'Fix the gate at 45 Wren Court', assignees Tom Okafor, due 2026-11-27. " +
    "Look first whether there is one already (search_tasks). Assign and date only what you were told or what follows from the request.",
  keywords: "clickup add new todo to-do work order assign somebody make note task",
  input: z.strictObject({
    list: z.string().trim().min(1).max(200).describe("Name or id of the list, such as Repairs"),
    name: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .describe("What is to be done, short: Fix the gate at 45 Wren Court"),
    description: descriptionField.optional(),
    assignees: assigneesField.optional(),
    due: dueField.optional(),
    priority: priorityField.optional(),
    status: z.string().trim().min(1).max(100).optional().describe("The list's first if left out"),
    tags: z.array(z.string().trim().min(1).max(100)).max(20).optional(),
    estimateHours: z.number().min(0).max(1_000).optional().describe("Only if it was said"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [taskCreate.kind],
  summarize: ({ name }) => `Drafting a task: ${name}`,
  async resolve(input, services: TaskServices): Promise<Resolution> {
    const { name, description, due, priority, tags, estimateHours } = input;
    const list = await listNamed(services, input.list);
    if (typeof list === "string") return retry(list);
    const assignees = await assigneesNamed(services, input.assignees ?? []);
    if (typeof assignees === "string") return retry(assignees);
    const status =
      input.status === undefined ? { status: null } : await statusNamed(services, list, input.status);
    if (typeof status === "string") return retry(status);
    const { connectionId, timeZone } = services;
    const effect = taskCreate.of({
      connectionId,
      listId: list.id,
      listName: list.name,
      name,
      description: description ?? null,
      ...status,
      priority: priority ?? null,
      assignees,
      due: due?.replace("T", " ") ?? null,
      ...(tags === undefined ? {} : { tags: [...new Set(tags.map((tag) => tag.toLowerCase()))] }),
      ...(estimateHours === undefined ? {} : { estimateHours }),
      timeZone,
    });
    return resolvedTo([effect]);
  },
});
