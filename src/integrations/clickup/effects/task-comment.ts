/** Comments on a ClickUp task. Undone by deleting the comment; people may have read it by then. */
import * as z from "zod";
import { readComments } from "../read.ts";
import { commentTask } from "../write.ts";
import { foundComment, newComment } from "../../effects/comment-parts.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { COMMENTED_TASK, taskAsShown, taskPlaceSchema, taskThread } from "./task-fields.ts";
import { taskUncomment } from "./task-uncomment.ts";

const documentSchema = z.strictObject({ ...taskPlaceSchema.shape, text: z.string().min(1).max(4000) });

export const taskComment = defineEffect({
  kind: "task.comment",
  vendor: "clickup",
  document: documentSchema,
  ...newComment(COMMENTED_TASK),
  threadKey: taskThread,
  audience: () => "team",
  preconditions: [taskAsShown],
  async perform({ taskId, text }, account) {
    return { providerId: (await commentTask(account, taskId, text)).id };
  },
  lookUp({ taskId, text }, account, options) {
    return unlessUnanswered(async () =>
      foundComment(await readComments(account, taskId), (one) => one.text.trim() === text.trim(), options),
    );
  },
  compensate({ text, ...place }, providerId) {
    if (providerId === null) return null;
    return {
      label: "Delete the comment",
      effect: taskUncomment.of({ ...place, commentId: providerId, text }),
    };
  },
});
