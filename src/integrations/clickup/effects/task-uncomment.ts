/** Deletes one of our comments on a ClickUp task. A missing comment counts as deleted. */
import * as z from "zod";
import { COMMENTS_READ, readComments } from "../read.ts";
import { deleteComment } from "../write.ts";
import type { TaskComment } from "../../connections/index.ts";
import { deletedComment } from "../../effects/comment-parts.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { COMMENTED_TASK, taskPlaceSchema } from "./task-fields.ts";

/** Pages of comments that are looked through. */
const MAX_PAGES = 20;

const documentSchema = z.strictObject({
  ...taskPlaceSchema.shape,
  commentId: z.string().regex(/^\d+$/),
  text: z.string(),
});

export const taskUncomment = defineEffect({
  kind: "task.uncomment",
  vendor: "clickup",
  document: documentSchema,
  ...deletedComment(COMMENTED_TASK),
  async perform({ commentId }, account) {
    await deleteComment(account, commentId);
    return { providerId: null };
  },
  lookUp({ taskId, commentId }, account) {
    return unlessUnanswered(async () => {
      let oldest: TaskComment | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const comments = await readComments(account, taskId, oldest);
        if (comments.some(({ id }) => id === commentId)) return { kind: "absent" };
        if (comments.length < COMMENTS_READ) return { kind: "found", done: { providerId: null } };
        [oldest] = comments;
      }
      return { kind: "unknown" };
    });
  },
});
