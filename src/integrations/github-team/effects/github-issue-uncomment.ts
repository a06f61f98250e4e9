/** Deletes one of our comments on GitHub. A missing comment counts as deleted. */
import * as z from "zod";
import { findComment } from "../read.ts";
import { deleteComment } from "../write.ts";
import { deletedComment } from "../../effects/comment-parts.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { COMMENTED_ISSUE, githubIssuePlaceSchema } from "./github-issue-fields.ts";

export const githubIssueUncomment = defineEffect({
  kind: "github_issue.uncomment",
  vendor: "github_team",
  document: githubIssuePlaceSchema.extend({ commentId: z.string().regex(/^\d+$/), text: z.string() }),
  ...deletedComment(COMMENTED_ISSUE),
  async perform({ repository, commentId }, account) {
    await deleteComment(account, repository, commentId);
    return { providerId: null };
  },
  lookUp({ repository, commentId }, account) {
    return unlessUnanswered(async () =>
      (await findComment(account, repository, commentId)) === null
        ? { kind: "found", done: { providerId: null } }
        : { kind: "absent" },
    );
  },
});
