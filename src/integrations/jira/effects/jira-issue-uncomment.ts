/** Deletes one of our comments in Jira. A missing comment counts as deleted. */
import * as z from "zod";
import { findComment } from "../read.ts";
import { deleteComment } from "../write.ts";
import { deletedComment } from "../../effects/comment-parts.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { COMMENTED_JIRA, jiraIssueThere, jiraPlaceSchema } from "./jira-fields.ts";

export const jiraIssueUncomment = defineEffect({
  kind: "jira_issue.uncomment",
  vendor: "jira",
  capability: "write",
  document: jiraPlaceSchema.extend({ commentId: z.string().regex(/^\d+$/), text: z.string() }),
  ...deletedComment(COMMENTED_JIRA),
  async perform({ key, commentId }, account) {
    await jiraIssueThere(account, key);
    await deleteComment(account, key, commentId);
    return { providerId: null };
  },
  lookUp({ key, commentId }, account) {
    return unlessUnanswered(async () =>
      (await findComment(account, key, commentId)) === null
        ? { kind: "found", done: { providerId: null } }
        : { kind: "absent" },
    );
  },
});
