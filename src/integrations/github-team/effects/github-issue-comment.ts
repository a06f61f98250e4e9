/** Comments on a GitHub issue or pull request. Undone by deleting the comment; people may have read it by then. */
import * as z from "zod";
import { commentsSince } from "../read.ts";
import { commentIssue } from "../write.ts";
import { foundComment, newComment } from "../../effects/comment-parts.ts";
import { defineEffect, sinceClaim, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import {
  COMMENTED_ISSUE,
  githubIssueAsShown,
  githubIssuePlaceSchema,
  githubThread,
  issueThere,
  publicLints,
} from "./github-issue-fields.ts";
import { githubIssueUncomment } from "./github-issue-uncomment.ts";

export const githubIssueComment = defineEffect({
  kind: "github_issue.comment",
  vendor: "github_team",
  document: githubIssuePlaceSchema.extend({ text: z.string().min(1).max(4000) }),
  ...newComment(COMMENTED_ISSUE),
  threadKey: githubThread,
  audience: () => "team",
  preconditions: [githubIssueAsShown],
  lints: publicLints,
  async perform({ repository, number, text }, account) {
    await issueThere(account, repository, number);
    const { id, url } = await commentIssue(account, repository, number, text);
    return { providerId: id, link: url };
  },
  lookUp({ repository, number, text }, account, options) {
    return unlessUnanswered(async () =>
      foundComment(
        await commentsSince(account, repository, number, sinceClaim(options)),
        (one) => one.text.trim() === text.trim(),
        options,
        ({ url: link }) => ({ link }),
      ),
    );
  },
  compensate(document, providerId) {
    if (providerId === null) return null;
    return {
      label: "Delete the comment",
      effect: githubIssueUncomment.of({ ...document, commentId: providerId }),
    };
  },
});
