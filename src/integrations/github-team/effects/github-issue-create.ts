/** Creates a GitHub issue. GitHub's API can't delete issues, so it is undone by closing it as not planned. */
import type * as z from "zod";
import { newestIssues } from "../read.ts";
import { createIssue } from "../write.ts";
import { hasFields } from "../../../approvals/effects/changed-fields.ts";
import {
  defineEffect,
  notFound,
  sinceClaim,
  unlessUnanswered,
} from "../../../approvals/effects/define-effect.ts";
import { githubIssueFieldsSchema, githubPlaceSchema, publicLints } from "./github-issue-fields.ts";
import { githubIssueUpdate } from "./github-issue-update.ts";

const documentSchema = githubPlaceSchema.extend(githubIssueFieldsSchema.omit({ state: true }).shape);
type Document = z.output<typeof documentSchema>;

export const githubIssueCreate = defineEffect({
  kind: "github_issue.create",
  vendor: "github_team",
  document: documentSchema,
  words: { name: "New issue", plural: "new issues", verb: "create", done: "Created" },
  says: ({ title, repository, assignees }: Document) => ({
    title: `New issue “${title}”`,
    target: [title, repository, ...assignees].join(", "),
    ask: `Create the issue “${title}” in ${repository}?`,
    sent: `Issue created in ${repository}: ${title}`,
  }),
  layout: [
    { path: "/repository", label: "Repository", role: "recipient" },
    { path: "/title", label: "Issue", role: "subject" },
    { path: "/assignees/*", label: "Assigned to", role: "detail" },
    { path: "/labels/*", label: "Label", role: "detail" },
    { path: "/body", label: "Description", role: "body" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/isPublic", label: "Public", role: "id" },
  ],
  audience: () => "team",
  lints: publicLints,
  recovery: "look_up",
  async perform({ repository, title, body, labels, assignees }, account) {
    const made = await createIssue(account, repository, { title, body, labels, assignees });
    return { providerId: String(made.number), link: made.url };
  },
  /** The oldest issue with the same text in this repository that was created since the claim and isn't matched to another effect. */
  lookUp({ repository, title, body }, account, options) {
    return unlessUnanswered(async () => {
      const since = sinceClaim(options);
      const found = (await newestIssues(account, repository)).findLast(
        (one) =>
          one.createdAt >= since &&
          hasFields(one, { title, body }) &&
          !options.takenProviderIds.includes(String(one.number)),
      );
      if (found === undefined) return notFound(options);
      return { kind: "found", done: { providerId: String(found.number), link: found.url } };
    });
  },
  compensate({ connectionId, repository, isPublic, title }, providerId) {
    if (providerId === null) return null;
    return {
      label: "Close the issue",
      effect: githubIssueUpdate.of({
        connectionId,
        repository,
        isPublic,
        number: Number(providerId),
        isPull: false,
        issueTitle: title,
        set: { state: "not_planned" },
        was: { state: "open" },
      }),
    };
  },
});
