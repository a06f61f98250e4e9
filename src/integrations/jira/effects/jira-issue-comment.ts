/** Comments on a Jira issue, with the effect's mark. Undone by deleting the comment; people may have read it by then. */
import * as z from "zod";
import { readComments } from "../read.ts";
import { commentIssue } from "../write.ts";
import { foundComment, newComment } from "../../effects/comment-parts.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { COMMENTED_JIRA, jiraAsShown, jiraIssueThere, jiraPlaceSchema, jiraThread } from "./jira-fields.ts";
import { jiraIssueUncomment } from "./jira-issue-uncomment.ts";

export const jiraIssueComment = defineEffect({
  kind: "jira_issue.comment",
  vendor: "jira",
  capability: "write",
  document: jiraPlaceSchema.extend({ text: z.string().min(1).max(4000) }),
  ...newComment(COMMENTED_JIRA),
  threadKey: jiraThread,
  audience: () => "team",
  preconditions: [jiraAsShown],
  async perform({ key, text }, account, mark) {
    const { project } = await jiraIssueThere(account, key);
    const isInternal = account.connection.settings.projects.some(
      (one) => one.key === project && one.isService,
    );
    const { id } = await commentIssue(account, key, { text, isInternal, mark });
    return { providerId: id, link: `${account.page}/${key}?focusedCommentId=${id}` };
  },
  lookUp({ key }, account, options) {
    return unlessUnanswered(async () =>
      foundComment(
        await readComments(account, key),
        ({ mark }) => mark === options.idempotencyKey,
        options,
        ({ id }) => ({
          link: `${account.page}/${key}?focusedCommentId=${id}`,
        }),
      ),
    );
  },
  compensate(document, providerId) {
    if (providerId === null) return null;
    return {
      label: "Delete the comment",
      effect: jiraIssueUncomment.of({ ...document, commentId: providerId }),
    };
  },
});
