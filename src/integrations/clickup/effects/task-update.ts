/** Updates fields of a ClickUp task. Undone by restoring them; refused if someone changed them since. */
import * as z from "zod";
import type { EffectBytes } from "../../../approvals/ports.ts";
import { findTask, readMembers } from "../read.ts";
import { updateTask } from "../write.ts";
import { changedLayout, hasFields } from "../../../approvals/effects/changed-fields.ts";
import { defineEffect, NOT_SET, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import {
  apiFields,
  memberIds,
  refused,
  storedFields,
  taskFieldsSchema,
  taskPlaceSchema,
  taskThread,
  taskUnchanged,
} from "./task-fields.ts";

const documentSchema = z.strictObject({
  ...taskPlaceSchema.shape,
  /** Only the fields that change. */
  set: taskFieldsSchema.partial(),
  was: taskFieldsSchema.partial(),
  /** IANA name. */
  timeZone: z.string(),
});

export const taskUpdate = defineEffect({
  kind: "task.update",
  vendor: "clickup",
  document: documentSchema,
  words: { name: "Task change", plural: "task changes", verb: "change", done: "Changed" },
  says: ({ taskName, listName }) => ({
    title: `Change task “${taskName}”`,
    target: `${taskName}, ${listName}`,
    ask: `Change the task “${taskName}” in ${listName}?`,
    sent: `Task changed: ${taskName}`,
  }),
  layout: [
    { path: "/taskName", label: "Task", role: "recipient" },
    { path: "/listName", label: "List", role: "detail" },
    ...changedLayout("name", "Name"),
    ...changedLayout("status", "Status"),
    ...changedLayout("assignees/*", "Assigned to"),
    ...changedLayout("due", "Due", { format: "local_time" }),
    ...changedLayout("priority", "Priority"),
    ...changedLayout("description", "Description"),
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/taskId", label: "Task", role: "id" },
    { path: "/timeZone", label: "Time zone", role: "id" },
  ],
  threadKey: taskThread,
  audience: () => "team",
  preconditions: [taskUnchanged],
  recovery: "look_up",
  async perform({ taskId, set, was, timeZone }, account) {
    if ((await findTask(account, taskId)) === null)
      throw refused("the task is gone, or not in a connected space");
    const names = set.assignees;
    const before = was.assignees ?? [];
    const assignees =
      names === undefined
        ? null
        : {
            add: await memberIds(
              account,
              names.filter((one) => !before.includes(one)),
            ),
            rem: await memberIds(
              account,
              before.filter((one) => !names.includes(one)),
            ),
          };
    await updateTask(account, taskId, apiFields(set, timeZone), assignees);
    // A task can be changed many times: its ID doesn't identify one change.
    return { providerId: null };
  },
  lookUp({ taskId, set, was, timeZone }, account) {
    return unlessUnanswered(async () => {
      const task = await findTask(account, taskId);
      if (task === null) return { kind: "unknown" };
      const members = set.assignees === undefined ? [] : await readMembers(account);
      const now = storedFields(task, members, timeZone);
      if (hasFields(now, set)) return { kind: "found", done: { providerId: null, link: task.url } };
      return hasFields(now, was) ? NOT_SET : { kind: "unknown" };
    });
  },
  /** ClickUp can't clear a due date or a priority. */
  compensate({ set, was, ...place }): { label: string; effect: EffectBytes } | null {
    if (was.due === null || was.priority === null) return null;
    const taskName = set.name ?? place.taskName;
    return {
      label: "Restore the previous values",
      effect: taskUpdate.of({ ...place, taskName, set: was, was: set }),
    };
  },
});
