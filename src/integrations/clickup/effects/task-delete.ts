/** Deletes a ClickUp task, provided it still has the name that was approved. A missing task counts as deleted. */
import type * as z from "zod";
import { findTask } from "../read.ts";
import { deleteTask } from "../write.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { taskAsShown, taskPlaceSchema, taskThread } from "./task-fields.ts";

export const taskDelete = defineEffect<typeof taskPlaceSchema, "clickup">({
  kind: "task.delete",
  vendor: "clickup",
  document: taskPlaceSchema,
  words: {
    name: "Task deletion",
    plural: "task deletions",
    verb: "delete",
    done: "Deleted",
    irreversible: "A deleted task can't be restored here. ClickUp keeps it in its own trash for 30 days.",
  },
  says: ({ taskName, listName }: z.output<typeof taskPlaceSchema>) => ({
    title: `Delete task “${taskName}”`,
    target: listName,
    ask: `Delete the task “${taskName}” from ${listName}?`,
    sent: `Task deleted: ${taskName}`,
  }),
  layout: [
    { path: "/taskName", label: "Task", role: "recipient" },
    { path: "/listName", label: "List", role: "detail" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/taskId", label: "Task", role: "id" },
  ],
  threadKey: taskThread,
  audience: () => "no_one",
  preconditions: [taskAsShown],
  recovery: "look_up",
  async perform({ taskId }, account) {
    // A task outside the configured spaces isn't ours to delete.
    if ((await findTask(account, taskId)) !== null) await deleteTask(account, taskId);
    return { providerId: null };
  },
  lookUp({ taskId }, account) {
    return unlessUnanswered(async () =>
      (await findTask(account, taskId)) === null
        ? { kind: "found", done: { providerId: null } }
        : { kind: "absent" },
    );
  },
});
