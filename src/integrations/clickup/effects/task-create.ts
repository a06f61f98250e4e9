/** Creates a ClickUp task. Undone by deleting it. */
import * as z from "zod";
import { findList, readTasks } from "../read.ts";
import { createTask } from "../write.ts";
import {
  defineEffect,
  notFound,
  sinceClaim,
  unlessUnanswered,
} from "../../../approvals/effects/define-effect.ts";
import { taskDelete } from "./task-delete.ts";
import { apiFields, memberIds, refused, taskFieldsSchema } from "./task-fields.ts";
import { HOUR_MS } from "../../../kernel/clock.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  listId: z.string().regex(/^\d+$/),
  listName: z.string(),
  ...taskFieldsSchema.shape,
  /** Null means the list's first status. */
  status: taskFieldsSchema.shape.status.nullable(),
  /** Lowercase, as ClickUp stores them. */
  tags: z.array(z.string().min(1).max(100)).max(20).optional(),
  estimateHours: z.number().min(0).max(1_000).nullish(),
  /** IANA name. */
  timeZone: z.string(),
});

export const taskCreate = defineEffect({
  kind: "task.create",
  vendor: "clickup",
  document: documentSchema,
  words: { name: "New task", plural: "new tasks", verb: "create", done: "Created" },
  says: ({ name, listName, assignees }) => ({
    title: `New task “${name}”`,
    target: [name, listName, ...assignees].join(", "),
    ask: `Create the task “${name}” in ${listName}?`,
    sent: `Task created in ${listName}: ${name}`,
  }),
  layout: [
    { path: "/listName", label: "List", role: "recipient" },
    { path: "/name", label: "Task", role: "subject" },
    { path: "/assignees/*", label: "Assigned to", role: "detail" },
    { path: "/due", label: "Due", role: "detail", format: "local_time" },
    { path: "/priority", label: "Priority", role: "detail" },
    { path: "/status", label: "Status", role: "detail" },
    { path: "/tags/*", label: "Tags", role: "detail" },
    { path: "/estimateHours", label: "Estimated hours", role: "detail" },
    { path: "/description", label: "Description", role: "body" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/listId", label: "List", role: "id" },
    { path: "/timeZone", label: "Time zone", role: "id" },
  ],
  audience: () => "team",
  recovery: "look_up",
  async perform(document, account) {
    const { listId, name, assignees, timeZone, status, tags = [], estimateHours } = document;
    if ((await findList(account, listId)) === null)
      throw refused("the list is gone, or not in a connected space");
    const fields = apiFields(
      { ...document, status: status ?? undefined, description: document.description ?? undefined },
      timeZone,
    );
    const made = await createTask(account, listId, {
      ...fields,
      name,
      assigneeIds: await memberIds(account, assignees),
      tags,
      estimateMs: typeof estimateHours === "number" ? Math.round(estimateHours * HOUR_MS) : null,
    });
    return { providerId: made.id, ...(made.url === undefined ? {} : { link: made.url }) };
  },
  /** The oldest task with this name in this list that was created since the claim and isn't matched to another effect. */
  lookUp({ listId, name }, account, options) {
    return unlessUnanswered(async () => {
      const createdAfter = Date.parse(sinceClaim(options));
      const filter = { listIds: [listId], createdAfter, isClosedToo: true, orderBy: "created" } as const;
      const { tasks, more } = await readTasks(account, filter, 0);
      const [task] = tasks
        .filter((one) => one.name === name && !options.takenProviderIds.includes(one.id))
        .toSorted((left, right) => left.createdAt.localeCompare(right.createdAt));
      if (task !== undefined) return { kind: "found", done: { providerId: task.id, link: task.url } };
      return more ? { kind: "unknown" } : notFound(options);
    });
  },
  compensate({ connectionId, name, listName }, providerId) {
    if (providerId === null) return null;
    return {
      label: "Delete the task",
      effect: taskDelete.of({ connectionId, taskId: providerId, taskName: name, listName }),
    };
  },
});
