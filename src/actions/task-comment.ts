/** A comment on a task in ClickUp. Undone by deleting it, which nobody who has read it forgets. */
import * as z from "zod";
import { readComments } from "../integrations/clickup/read.ts";
import { commentTask } from "../integrations/clickup/write.ts";
import { defineEffect, notFound, sinceClaim, unlessUnanswered } from "./define-effect.ts";
import { taskAsShown, taskPlaceSchema } from "./task-fields.ts";
import { taskUncomment } from "./task-uncomment.ts";

const documentSchema = z.strictObject({ ...taskPlaceSchema.shape, text: z.string().min(1).max(4000) });

export const taskComment = defineEffect({
  kind: "task.comment",
  vendor: "clickup",
  document: documentSchema,
  words: {
    name: "Comment",
    plural: "comments",
    verb: "post",
    done: "Posted",
    message: null,
    irreversible: null,
  },
  says: ({ taskName, listName }) => ({
    title: `Comment on “${taskName}”`,
    target: listName,
    ask: `Post this comment on the task “${taskName}”?`,
    sent: `Comment posted on the task ${taskName}`,
  }),
  layout: [
    { path: "/taskName", label: "Task", role: "recipient" },
    { path: "/listName", label: "List", role: "detail" },
    { path: "/text", label: "Comment", role: "body" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/taskId", label: "Task", role: "id" },
  ],
  audience: () => "team",
  preconditions: [taskAsShown],
  recovery: "look_up",
  async perform({ taskId, text }, account) {
    return { providerId: (await commentTask(account, taskId, text)).id };
  },
  lookUp({ taskId, text }, account, options) {
    return unlessUnanswered(async () => {
      const since = sinceClaim(options);
      const found = (await readComments(account, taskId)).find(
        (one) =>
          one.at >= since && one.text.trim() === text.trim() && !options.takenProviderIds.includes(one.id),
      );
      return found === undefined ? notFound(options) : { kind: "found", done: { providerId: found.id } };
    });
  },
  compensate({ text, ...place }, providerId) {
    if (providerId === null) return null;
    return {
      label: "Delete the comment",
      effect: taskUncomment.of({ ...place, commentId: providerId, text }),
    };
  },
});
