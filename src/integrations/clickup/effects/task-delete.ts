/** Deletes a task in ClickUp, as it was named to whoever approved it. Deleting what is gone is done. */
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
    message: null,
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
    // One that is gone, or not in a space that is set up any more, is not ours to delete.
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
