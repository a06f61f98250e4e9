/** Reading issues, pull requests and code from GitHub, of the repositories the connection names and of no other. Changes nothing. */
import type * as z from "zod";
import type { GitHubTeamSettings } from "./connection.ts";
import type { OpenConnection } from "../connections/index.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { textOfBase64 } from "../github/base64-text.ts";
import type { GitHubClient } from "../github/client.ts";
import { orNull, type JsonCall } from "../json-client.ts";
import {
  commentSchema,
  commentsSchema,
  commitsSchema,
  contentSchema,
  filesSchema,
  foundCodeSchema,
  foundIssuesSchema,
  issueSchema,
  issuesSchema,
  labelsSchema,
  loginsSchema,
  parseAnswer,
  pullSchema,
  repositorySchema,
  wholeCommitSchema,
} from "./parse.ts";
import { codeQuery, issueQuery, type IssueFilter } from "./query.ts";
import type {
  ChangedFile,
  CodeHit,
  Commit,
  Content,
  IssueComment,
  Page,
  PullRequest,
  Repository,
  StoredIssue,
} from "./types.ts";

export type { IssueFilter } from "./query.ts";
export {
  ISSUE_STATES,
  type ChangedFile,
  type CodeHit,
  type Commit,
  type Content,
  type IssueComment,
  type IssueState,
  type Page,
  type PullRequest,
  type Repository,
  type StoredIssue,
} from "./types.ts";

/** A connection to a team's repositories with its client: what reads and writes are given. */
export interface GitHubTeamAccount {
  readonly connection: OpenConnection<GitHubTeamSettings>;
  readonly client: GitHubClient;
}

/** A page of a list. GitHub searches no further than the first thousand. */
const PAGE = 30;
const LAST_FOUND = 1_000;
/** So many of the newest comments are read. */
export const COMMENTS_READ = 25;
const MOST_NAMED = 100;
const MAX_FILES = 60;

/** The path of a repository in scope. Throws IntegrationError `not_applied` for any other: no call leaves for it. */
export function repositoryPath({ connection }: GitHubTeamAccount, repository: string): string {
  if (!connection.settings.repositories.includes(repository))
    throw new IntegrationError("github", "that repository is not one an admin chose", {
      outcome: "not_applied",
      status: 404,
    });
  return `/repos/${repository}`;
}

async function get<Schema extends z.ZodType>(
  { client }: GitHubTeamAccount,
  path: string,
  schema: Schema,
  query: JsonCall["query"] = {},
): Promise<z.output<Schema>> {
  return parseAnswer(schema, await client({ method: "GET", path, query }));
}

/** The repositories in scope. */
export function readRepositories(account: GitHubTeamAccount): Promise<Repository[]> {
  return Promise.all(account.connection.settings.repositories.map((name) => readRepository(account, name)));
}

/** Reads one of them: those that were deleted or closed to the account say nothing of the others. Throws IntegrationError where none can be read. */
export async function readAnyRepository(account: GitHubTeamAccount): Promise<void> {
  const { repositories } = account.connection.settings;
  for (const [index, name] of repositories.entries()) {
    try {
      await readRepository(account, name);
      return;
    } catch (error) {
      const isThisOne = error instanceof IntegrationError && (error.status === 403 || error.status === 404);
      if (!isThisOne || index === repositories.length - 1) throw error;
    }
  }
}

/** One of them. */
export async function readRepository(account: GitHubTeamAccount, name: string): Promise<Repository> {
  return { ...(await get(account, repositoryPath(account, name), repositorySchema)), name };
}

/** Issues, or pull requests, those changed last first; `page` from 1. */
export async function searchIssues(
  account: GitHubTeamAccount,
  repositories: readonly string[],
  filter: IssueFilter,
  page: number,
): Promise<Page<StoredIssue>> {
  for (const name of repositories) repositoryPath(account, name);
  const { total_count: total, items } = await get(account, "/search/issues", foundIssuesSchema, {
    q: issueQuery(repositories, filter),
    advanced_search: "true",
    sort: "updated",
    order: "desc",
    per_page: PAGE,
    page,
  });
  // Whatever a search language makes of it: nothing of another repository comes through.
  return pageOf(
    items.filter(({ repository }) => isIn(repositories, repository)),
    total,
    page,
  );
}

function isIn(repositories: readonly string[], name: string): boolean {
  return repositories.some((one) => one.toLowerCase() === name.toLowerCase());
}

function pageOf<Item>(items: readonly Item[], total: number, page: number): Page<Item> {
  return { items, total, more: page * PAGE < Math.min(total, LAST_FOUND) };
}

/** An issue or pull request; null where there is none of that number. */
export async function findIssue(
  account: GitHubTeamAccount,
  repository: string,
  number: number,
): Promise<StoredIssue | null> {
  const path = `${repositoryPath(account, repository)}/issues/${number}`;
  const issue = await orNull(get(account, path, issueSchema));
  // One that was moved is answered from where it is now.
  return issue === null || !isIn([repository], issue.repository) ? null : { ...issue, repository };
}

/** The issues last created by whoever the token belongs to or anybody else, newest first, no pull requests. */
export async function newestIssues(account: GitHubTeamAccount, repository: string): Promise<StoredIssue[]> {
  const path = `${repositoryPath(account, repository)}/issues`;
  const query = { state: "all", sort: "created", direction: "desc", per_page: MOST_NAMED };
  return (await get(account, path, issuesSchema, query)).filter(({ isPull }) => !isPull);
}

/** The newest comments on an issue or pull request, oldest first. GitHub lists the oldest first: what stands at the end is asked for. */
export async function readComments(
  account: GitHubTeamAccount,
  { repository, number, comments }: Pick<StoredIssue, "repository" | "number" | "comments">,
): Promise<IssueComment[]> {
  const last = Math.max(1, Math.ceil(comments / COMMENTS_READ));
  const pages = comments % COMMENTS_READ === 0 || last === 1 ? [last] : [last - 1, last];
  const path = `${repositoryPath(account, repository)}/issues/${number}/comments`;
  const read = await Promise.all(
    pages.map((page) => get(account, path, commentsSchema, { per_page: COMMENTS_READ, page })),
  );
  return read.flat().slice(-COMMENTS_READ);
}

/** Comments written at a time or later, oldest first. */
export async function commentsSince(
  account: GitHubTeamAccount,
  repository: string,
  number: number,
  since: string,
): Promise<IssueComment[]> {
  const path = `${repositoryPath(account, repository)}/issues/${number}/comments`;
  return get(account, path, commentsSchema, { since, per_page: MOST_NAMED });
}

/** A comment by its id; null where there is none. */
export async function findComment(
  account: GitHubTeamAccount,
  repository: string,
  commentId: string,
): Promise<IssueComment | null> {
  const path = `${repositoryPath(account, repository)}/issues/comments/${encodeURIComponent(commentId)}`;
  return orNull(get(account, path, commentSchema));
}

/** What a pull request is beside its issue, with the files it changes. */
export async function readPull(
  account: GitHubTeamAccount,
  repository: string,
  number: number,
): Promise<PullRequest & { readonly files: readonly ChangedFile[] }> {
  const path = `${repositoryPath(account, repository)}/pulls/${number}`;
  const [pull, files] = await Promise.all([
    get(account, path, pullSchema),
    get(account, `${path}/files`, filesSchema, { per_page: MAX_FILES }),
  ]);
  return { ...pull, files };
}

/** Which commits are meant. */
export interface CommitFilter {
  /** A branch, tag or commit; the default branch where left out. */
  readonly ref?: string | undefined;
  readonly path?: string | undefined;
  /** A login or an address. */
  readonly author?: string | undefined;
  /** ISO times. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Commits, newest first; `page` from 1. */
export async function readCommits(
  account: GitHubTeamAccount,
  repository: string,
  { ref, ...filter }: CommitFilter,
  page: number,
): Promise<Page<Commit>> {
  const items = await get(account, `${repositoryPath(account, repository)}/commits`, commitsSchema, {
    ...filter,
    sha: ref,
    per_page: PAGE,
    page,
  });
  return { items, more: items.length === PAGE };
}

/** A commit with the files it changes; null where there is none. */
export async function findCommit(
  account: GitHubTeamAccount,
  repository: string,
  ref: string,
): Promise<(Commit & { readonly files: readonly ChangedFile[] }) | null> {
  const path = `${repositoryPath(account, repository)}/commits/${encodeURIComponent(ref)}`;
  return orNull(get(account, path, wholeCommitSchema, { per_page: MAX_FILES }));
}

/** Files that hold a text, on the default branches; `page` from 1. */
export async function searchCode(
  account: GitHubTeamAccount,
  repositories: readonly string[],
  asked: Parameters<typeof codeQuery>[1],
  page: number,
): Promise<Page<CodeHit>> {
  for (const name of repositories) repositoryPath(account, name);
  const query = { q: codeQuery(repositories, asked), per_page: PAGE, page };
  const { total_count: total, items } = await get(account, "/search/code", foundCodeSchema, query);
  return pageOf(
    items.filter(({ repository }) => isIn(repositories, repository)),
    total,
    page,
  );
}

/** What stands at a path, of a branch, tag or commit; null where nothing does. */
export async function readContent(
  account: GitHubTeamAccount,
  repository: string,
  path: string,
  ref?: string,
): Promise<Content | null> {
  const inPath = path.split("/").map(encodeURIComponent).join("/");
  const url = `${repositoryPath(account, repository)}/contents/${inPath}`;
  const found = await orNull(get(account, url, contentSchema, { ref }));
  if (found === null) return null;
  if (Array.isArray(found)) {
    const entries = found.map(({ name, type }) => (type === "dir" ? `${name}/` : name));
    return { kind: "folder", entries };
  }
  const text =
    found.type === "file" && found.encoding === "base64" ? textOfBase64(found.content ?? "") : null;
  return text === null
    ? { kind: "unreadable", sizeBytes: found.size }
    : { kind: "file", text, sizeBytes: found.size, url: found.html_url ?? null };
}

/** The labels of a repository, the first hundred. */
export function readLabels(account: GitHubTeamAccount, repository: string): Promise<string[]> {
  const path = `${repositoryPath(account, repository)}/labels`;
  return get(account, path, labelsSchema, { per_page: MOST_NAMED });
}

/** Logins of those issues can be assigned to, the first hundred. */
export function readAssignable(account: GitHubTeamAccount, repository: string): Promise<string[]> {
  const path = `${repositoryPath(account, repository)}/assignees`;
  return get(account, path, loginsSchema, { per_page: MOST_NAMED });
}
