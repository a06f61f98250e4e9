/** Updates fields of a GitHub issue or pull request. Undone by restoring them; refused if someone changed them since. */
import type * as z from "zod";
import type { EffectBytes } from "../../../approvals/ports.ts";
import { findIssue } from "../read.ts";
import { updateIssue } from "../write.ts";
import { changedLayout, hasFields } from "../../../approvals/effects/changed-fields.ts";
import { defineEffect, NOT_SET, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import {
  githubIssueFieldsSchema,
  githubIssuePlaceSchema,
  githubIssueUnchanged,
  githubThread,
  issueThere,
  publicLints,
  storedIssueFields,
} from "./github-issue-fields.ts";

const documentSchema = githubIssuePlaceSchema.extend({
  /** Only the fields that change. */
  set: githubIssueFieldsSchema.partial(),
  was: githubIssueFieldsSchema.partial(),
});
type Document = z.output<typeof documentSchema>;

export const githubIssueUpdate = defineEffect({
  kind: "github_issue.update",
  vendor: "github_team",
  document: documentSchema,
  words: { name: "Issue change", plural: "issue changes", verb: "change", done: "Changed" },
  says: ({ issueTitle, repository, number }: Document) => ({
    title: `Change issue “${issueTitle}”`,
    target: `${repository}#${number}`,
    ask: `Change the issue “${issueTitle}” in ${repository}?`,
    sent: `Issue changed: ${issueTitle}`,
  }),
  layout: [
    { path: "/issueTitle", label: "Issue", role: "recipient" },
    { path: "/repository", label: "Repository", role: "detail" },
    ...changedLayout("title", "Title"),
    ...changedLayout("state", "State"),
    ...changedLayout("assignees/*", "Assigned to"),
    ...changedLayout("labels/*", "Label"),
    ...changedLayout("body", "Description"),
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/number", label: "Number", role: "id" },
    { path: "/isPull", label: "Pull request", role: "id" },
    { path: "/isPublic", label: "Public", role: "id" },
  ],
  threadKey: githubThread,
  audience: () => "team",
  preconditions: [githubIssueUnchanged],
  lints: publicLints,
  recovery: "look_up",
  async perform({ repository, number, isPull, set }, account) {
    await issueThere(account, repository, number);
    await updateIssue(account, { repository, number, isPull }, set);
    // An issue can be changed many times: its number doesn't identify one change.
    return { providerId: null };
  },
  lookUp({ repository, number, set, was }, account) {
    return unlessUnanswered(async () => {
      const issue = await findIssue(account, repository, number);
      if (issue === null) return { kind: "unknown" };
      const now = storedIssueFields(issue);
      if (hasFields(now, set)) return { kind: "found", done: { providerId: null, link: issue.url } };
      return hasFields(now, was) ? NOT_SET : { kind: "unknown" };
    });
  },
  compensate({ set, was, ...place }): { label: string; effect: EffectBytes } {
    const issueTitle = set.title ?? place.issueTitle;
    return {
      label: "Restore the previous values",
      effect: githubIssueUpdate.of({ ...place, issueTitle, set: was, was: set }),
    };
  },
});
