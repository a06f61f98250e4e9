import * as z from "zod";
import type { TaskFilter } from "../read.ts";
import { momentOf } from "../../../kernel/local-time.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { TaskServices } from "./index.ts";
import { listNamed, memberNamed } from "./named.ts";
import { lineOf } from "./view-task.ts";
import { DAY_MS } from "../../../kernel/clock.ts";

const inputSchema = z.strictObject({
  list: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Name or id of a list, such as Repairs; all if left out"),
  view: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "Name or id of a view of that list, as list_lists gives them; stands instead of the other filters",
    ),
  assignee: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe("Whose tasks: a colleague's name or address"),
  status: z.string().trim().min(1).max(100).optional().describe("Only in this status, such as in progress"),
  tag: z.string().trim().min(1).max(100).optional().describe("Only with this tag, such as 214 birch"),
  dueFrom: z.iso.date().optional().describe("Due on this day or later, as 2026-11-23"),
  dueTo: z.iso
    .date()
    .optional()
    .describe("Due on this day or before; the day before today finds what is overdue"),
  updatedSince: z.iso.date().optional().describe("Changed on this day or later"),
  closed: z.boolean().optional().describe("True to see closed ones too"),
  page: z.int().min(0).max(50).optional().describe("From 0; the answer says when there are more"),
});
type Input = z.output<typeof inputSchema>;

export const getTasks = defineTool({
  name: "get_tasks",
  title: "Look at tasks",
  done: "Looked at tasks",
  description:
    "Gets the team's tasks from ClickUp, the next due first: of a list or a view of it, of one colleague (Tom Okafor), by status, tag, due day or last change. " +
    "Open ones of all lists where nothing is given. Up to 100 a page; pages are counted from 0.",
  keywords:
    "clickup list of todo to-do work orders open work overdue due today this week assigned my tasks workload backlog list view",
  input: inputSchema,
  effect: "read",
  lists: true,
  whenEmpty:
    "No task fits all of these filters. Leave one out (a tag only some tasks have), or use search_tasks.",
  egress: "provider",
  summarize: ({ list, assignee }) =>
    `Looking at ${assignee === undefined ? "" : `${assignee}’s `}tasks${list === undefined ? "" : ` in ${list}`}`,
  async run(input, services: TaskServices) {
    const { view, page = 0 } = input;
    const filter = await filterOf(input, services);
    if (typeof filter === "string") return retry(filter);
    if (view === undefined) return listed(await services.tasks(filter, page), services);
    const [listId] = filter.listIds ?? [];
    if (listId === undefined) return retry("Say which list the view is of.");
    const views = await services.views(listId);
    const found = views.find(({ id, name }) => id === view || name.toLowerCase() === view.toLowerCase());
    if (found !== undefined) return listed(await services.view(found.id, page), services);
    const names = views.map(({ name }) => name).join(", ") || "none";
    return retry(`That list has no view "${view}". Its views: ${names}.`);
  },
});

function listed({ tasks, more }: Awaited<ReturnType<TaskServices["tasks"]>>, services: TaskServices) {
  return {
    kind: "list" as const,
    items: tasks.map((task) => lineOf(task, services)),
    more,
    keep: "first" as const,
  };
}

async function filterOf(input: Input, services: TaskServices): Promise<TaskFilter | string> {
  const { status, tag, dueFrom, dueTo, updatedSince, closed } = input;
  const list = input.list === undefined ? null : await listNamed(services, input.list);
  if (typeof list === "string") return list;
  const assignee = input.assignee === undefined ? null : await memberNamed(services, input.assignee);
  if (typeof assignee === "string") return assignee;
  const startOf = (day: string): number => momentOf(day, services.timeZone);
  return {
    ...(list === null ? {} : { listIds: [list.id] }),
    ...(assignee === null ? {} : { assigneeIds: [assignee.id] }),
    ...(status === undefined ? {} : { statuses: [status.toLowerCase()] }),
    ...(tag === undefined ? {} : { tags: [tag.toLowerCase()] }),
    ...(dueFrom === undefined ? {} : { dueAfter: startOf(dueFrom) - 1 }),
    ...(dueTo === undefined ? {} : { dueBefore: startOf(dayAfter(dueTo)) }),
    ...(updatedSince === undefined
      ? {}
      : { updatedAfter: startOf(updatedSince) - 1, orderBy: "updated" as const }),
    isClosedToo: closed === true,
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
