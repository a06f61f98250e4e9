/** Deletes a comment of ours on a task in ClickUp. Deleting what is gone is done. */
import * as z from "zod";
import { COMMENTS_READ, readComments } from "../integrations/clickup/read.ts";
import { deleteComment } from "../integrations/clickup/write.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { defineEffect, unlessUnanswered } from "./define-effect.ts";
import { taskPlaceSchema } from "./task-fields.ts";

const documentSchema = z.strictObject({
  ...taskPlaceSchema.shape,
  commentId: z.string().regex(/^\d+$/),
  text: z.string(),
});

export const taskUncomment = defineEffect({
  kind: "task.uncomment",
  vendor: "clickup",
  document: documentSchema,
  words: {
    name: "Deleted comment",
    plural: "deleted comments",
    verb: "delete",
    done: "Deleted",
    message: null,
    irreversible: "Who has read the comment has read it.",
  },
  says: ({ taskName, listName }) => ({
    title: `Delete a comment on “${taskName}”`,
    target: listName,
    ask: `Delete this comment on the task “${taskName}”?`,
    sent: `Comment deleted on the task ${taskName}`,
  }),
  layout: [
    { path: "/taskName", label: "Task", role: "recipient" },
    { path: "/listName", label: "List", role: "detail" },
    { path: "/text", label: "Comment", role: "body" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/taskId", label: "Task", role: "id" },
    { path: "/commentId", label: "Comment", role: "id" },
  ],
  audience: () => "no_one",
  recovery: "look_up",
  async perform({ commentId }, account) {
    try {
      await deleteComment(account, commentId);
    } catch (error) {
      if (!(error instanceof IntegrationError && error.status === 404)) throw error;
    }
    return { providerId: null };
  },
  lookUp({ taskId, commentId }, account) {
    return unlessUnanswered(async () => {
      const comments = await readComments(account, taskId);
      if (comments.some(({ id }) => id === commentId)) return { kind: "absent" };
      return comments.length < COMMENTS_READ
        ? { kind: "found", done: { providerId: null } }
        : { kind: "unknown" };
    });
  },
});
