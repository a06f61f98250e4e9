/** ClickUp responses. Numbers arrive as strings, times as Unix milliseconds in strings. */
import * as z from "zod";
import {
  TASK_PRIORITIES,
  type StoredTask,
  type TaskMember,
  type TaskPriority,
} from "../connections/index.ts";
import { answerParser } from "../json-client.ts";

export const parseAnswer = answerParser("clickup");

const namedSchema = z.object({ id: z.string(), name: z.string() });
const userSchema = z.object({ id: z.int(), username: z.string().nullish(), email: z.string().nullish() });
const timeSchema = z
  .string()
  .regex(/^\d+$/)
  .transform((ms) => new Date(Number(ms)).toISOString());

function memberOf({ id, username, email }: z.output<typeof userSchema>): TaskMember {
  return { id, name: username || email || `member ${id}`, email: email ?? null };
}

/** Prefers Markdown if it was requested. */
function wordsOf(task: {
  readonly markdown_description?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly text_content?: string | null | undefined;
}): string | null {
  return task.markdown_description || task.description || task.text_content || null;
}

function priorityOf(
  given: { readonly priority?: string | null | undefined } | number | null | undefined,
): TaskPriority | null {
  if (typeof given === "number") return TASK_PRIORITIES[given - 1] ?? null;
  return TASK_PRIORITIES.find((one) => one === given?.priority) ?? null;
}

/** The visible folder; folderless lists are in a hidden one. */
function folderOf(
  folder: { readonly name?: string | undefined; readonly hidden?: boolean | undefined } | null | undefined,
): string | null {
  return folder?.hidden === true ? null : (folder?.name ?? null);
}

export const taskSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    text_content: z.string().nullish(),
    description: z.string().nullish(),
    markdown_description: z.string().nullish(),
    status: z.object({ status: z.string(), type: z.string().optional() }),
    // A number in one example of the documentation, an object in the others.
    priority: z.union([z.object({ priority: z.string().nullish() }), z.int()]).nullish(),
    assignees: z.array(userSchema),
    tags: z.array(z.object({ name: z.string() })).nullish(),
    due_date: timeSchema.nullish(),
    date_created: timeSchema,
    date_updated: timeSchema,
    url: z.string(),
    list: namedSchema,
    folder: z.object({ name: z.string().optional(), hidden: z.boolean().optional() }).nullish(),
    space: z.object({ id: z.string() }),
    parent: z.string().nullish(),
  })
  .transform((task): StoredTask => ({
    id: task.id,
    name: task.name,
    description: wordsOf(task),
    status: task.status.status,
    isClosed: ["closed", "done"].includes(task.status.type ?? ""),
    priority: priorityOf(task.priority),
    assignees: task.assignees.map(memberOf),
    tags: (task.tags ?? []).map(({ name }) => name),
    due: task.due_date ?? null,
    createdAt: task.date_created,
    updatedAt: task.date_updated,
    url: task.url,
    list: task.list,
    folder: folderOf(task.folder),
    spaceId: task.space.id,
    parent: task.parent ?? null,
  }));

export const tasksSchema = z.object({ tasks: z.array(taskSchema), last_page: z.boolean().optional() });

export const commentsSchema = z.object({
  comments: z.array(
    z
      .object({ id: z.string(), comment_text: z.string(), user: userSchema, date: timeSchema })
      .transform(({ id, comment_text: text, user, date }) => ({
        id,
        text,
        by: memberOf(user).name,
        at: date,
      })),
  ),
});

const listSchema = z.object({
  id: z.string(),
  name: z.string(),
  task_count: z.union([z.string(), z.number()]).nullish(),
});
export const listsSchema = z.object({ lists: z.array(listSchema) });
export const foldersSchema = z.object({
  folders: z.array(namedSchema.extend({ lists: z.array(listSchema) })),
});
export const wholeListSchema = z.object({
  space: z.object({ id: z.string() }),
  statuses: z.array(z.object({ status: z.string(), type: z.string().optional() })).nullish(),
});
export const viewsSchema = z.object({ views: z.array(namedSchema.extend({ type: z.string().optional() })) });

export const whoSchema = z.object({ user: userSchema.transform(memberOf) });

export const spacesSchema = z.object({
  spaces: z.array(namedSchema.transform(({ id, name }) => ({ id, name }))),
});

export const workspacesSchema = z.object({
  teams: z.array(
    namedSchema.extend({
      members: z
        .array(z.object({ user: userSchema }))
        .transform((members) => members.map(({ user }) => memberOf(user))),
    }),
  ),
});
