/** GitHub's responses on issues and code. */
import * as z from "zod";
import { answerParser } from "../json-client.ts";
import type {
  ChangedFile,
  Commit,
  IssueComment,
  IssueState,
  PullRequest,
  Repository,
  StoredIssue,
} from "./types.ts";

export const parseAnswer = answerParser("github");

/** GitHub's placeholder author for deleted accounts. */
const GHOST = "ghost";
const userSchema = z
  .object({ login: z.string() })
  .nullish()
  .transform((user) => user?.login ?? GHOST);
const labelSchema = z
  .union([z.string(), z.object({ name: z.string().nullish() })])
  .transform((label) => (typeof label === "string" ? label : (label.name ?? "")));

export const repositorySchema = z
  .object({
    full_name: z.string(),
    description: z.string().nullish(),
    private: z.boolean(),
    default_branch: z.string(),
    archived: z.boolean().optional(),
    open_issues_count: z.number(),
  })
  .transform((one): Repository => ({
    name: one.full_name,
    about: one.description ?? null,
    isPublic: !one.private,
    defaultBranch: one.default_branch,
    isArchived: one.archived === true,
    openIssues: one.open_issues_count,
  }));

export const issueSchema = z
  .object({
    number: z.int(),
    title: z.string(),
    body: z.string().nullish(),
    state: z.string(),
    state_reason: z.string().nullish(),
    user: userSchema,
    assignees: z.array(z.object({ login: z.string() })).nullish(),
    labels: z.array(labelSchema),
    comments: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
    html_url: z.string(),
    /** `…/repos/{owner}/{repo}`. */
    repository_url: z.string(),
    draft: z.boolean().optional(),
    pull_request: z.object({}).nullish(),
  })
  .transform((issue): StoredIssue => ({
    repository: issue.repository_url.split("/").slice(-2).join("/"),
    number: issue.number,
    title: issue.title,
    body: issue.body || null,
    state: stateOf(issue.state, issue.state_reason),
    isPull: issue.pull_request !== undefined && issue.pull_request !== null,
    isDraft: issue.draft === true,
    by: issue.user,
    assignees: (issue.assignees ?? []).map(({ login }) => login),
    labels: issue.labels.filter((label) => label !== ""),
    comments: issue.comments,
    createdAt: timeOf(issue.created_at),
    updatedAt: timeOf(issue.updated_at),
    url: issue.html_url,
  }));
export const issuesSchema = z.array(issueSchema);
export const foundIssuesSchema = z.object({ total_count: z.int(), items: issuesSchema });

function stateOf(state: string, reason: string | null | undefined): IssueState {
  if (state !== "closed") return "open";
  return reason === "not_planned" || reason === "duplicate" ? reason : "closed";
}

/** Adds milliseconds so that times compare as strings. */
function timeOf(text: string): string {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? text : new Date(ms).toISOString();
}

export const commentSchema = z
  .object({
    id: z.int(),
    body: z.string().nullish(),
    user: userSchema,
    created_at: z.string(),
    html_url: z.string(),
  })
  .transform((comment): IssueComment => ({
    id: String(comment.id),
    text: comment.body ?? "",
    by: comment.user,
    at: timeOf(comment.created_at),
    url: comment.html_url,
  }));
export const commentsSchema = z.array(commentSchema);

const fileSchema = z
  .object({
    filename: z.string(),
    status: z.string(),
    additions: z.int(),
    deletions: z.int(),
    patch: z.string().optional(),
  })
  .transform((file): ChangedFile => ({
    path: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    patch: file.patch ?? null,
  }));
export const filesSchema = z.array(fileSchema);

const branchSchema = z.object({ ref: z.string() });
export const pullSchema = z
  .object({
    head: branchSchema,
    base: branchSchema,
    merged: z.boolean(),
    commits: z.int(),
    additions: z.int(),
    deletions: z.int(),
    changed_files: z.int(),
  })
  .transform((pull): PullRequest => ({
    from: pull.head.ref,
    into: pull.base.ref,
    isMerged: pull.merged,
    commits: pull.commits,
    additions: pull.additions,
    deletions: pull.deletions,
    changedFiles: pull.changed_files,
  }));

const commitFields = z.object({
  sha: z.string(),
  html_url: z.string(),
  commit: z.object({
    message: z.string(),
    author: z.object({ name: z.string().optional(), date: z.string().optional() }).nullish(),
    committer: z.object({ date: z.string().optional() }).nullish(),
  }),
});
function commitOf({ sha, html_url: url, commit }: z.output<typeof commitFields>): Commit {
  const at = commit.committer?.date ?? commit.author?.date ?? "";
  return { sha, message: commit.message, by: commit.author?.name ?? "Somebody", at: timeOf(at), url };
}
export const commitsSchema = z.array(commitFields.transform(commitOf));
export const wholeCommitSchema = commitFields
  .extend({ files: filesSchema.optional() })
  .transform((whole) => ({ ...commitOf(whole), files: whole.files ?? [] }));

export const foundCodeSchema = z.object({
  total_count: z.int(),
  items: z.array(
    z
      .object({ path: z.string(), repository: z.object({ full_name: z.string() }) })
      .transform(({ path, repository }) => ({ path, repository: repository.full_name })),
  ),
});

const entrySchema = z.object({ name: z.string(), type: z.string() });
export const contentSchema = z.union([
  z.array(entrySchema),
  z.object({
    type: z.string(),
    size: z.int(),
    encoding: z.string().optional(),
    content: z.string().optional(),
    html_url: z.string().nullish(),
  }),
]);

export const labelsSchema = z.array(z.object({ name: z.string() }).transform(({ name }) => name));
export const loginsSchema = z.array(z.object({ login: z.string() }).transform(({ login }) => login));
