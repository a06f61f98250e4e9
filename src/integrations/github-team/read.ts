/** Reads issues, pull requests and code, only from the connection's repositories. Changes nothing. */
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

/** An opened connection for reads and writes. */
export interface GitHubTeamAccount {
  readonly connection: OpenConnection<GitHubTeamSettings>;
  readonly client: GitHubClient;
}

/** Page size. GitHub search ends at the first thousand results. */
const PAGE = 30;
const LAST_FOUND = 1_000;
/** Number of newest comments read. */
export const COMMENTS_READ = 25;
const MOST_NAMED = 100;
const MAX_FILES = 60;

/** The path of a repository in scope. Throws IntegrationError `not_applied` for any other, without a call. */
export function repositoryPath({ connection }: GitHubTeamAccount, repository: string): string {
  if (!connection.settings.repositories.includes(repository))
    throw new IntegrationError("github", "that repository was not selected by an admin", {
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

export function readRepositories(account: GitHubTeamAccount): Promise<Repository[]> {
  return Promise.all(account.connection.settings.repositories.map((name) => readRepository(account, name)));
}

/** Reads any one of them, skipping deleted or inaccessible ones. Throws IntegrationError if none can be read. */
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

export async function readRepository(account: GitHubTeamAccount, name: string): Promise<Repository> {
  return { ...(await get(account, repositoryPath(account, name), repositorySchema)), name };
}

/** Issues or pull requests, most recently changed first; `page` is 1-based. */
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
  // Drops results from other repositories, however GitHub read the query.
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

/** An issue or pull request; null if not found. */
export async function findIssue(
  account: GitHubTeamAccount,
  repository: string,
  number: number,
): Promise<StoredIssue | null> {
  const path = `${repositoryPath(account, repository)}/issues/${number}`;
  const issue = await orNull(get(account, path, issueSchema));
  // GitHub redirects a transferred issue to its new repository.
  return issue === null || !isIn([repository], issue.repository) ? null : { ...issue, repository };
}

/** The newest issues by any author, without pull requests. */
export async function newestIssues(account: GitHubTeamAccount, repository: string): Promise<StoredIssue[]> {
  const path = `${repositoryPath(account, repository)}/issues`;
  const query = { state: "all", sort: "created", direction: "desc", per_page: MOST_NAMED };
  return (await get(account, path, issuesSchema, query)).filter(({ isPull }) => !isPull);
}

/** The newest comments after skipping `newer` of them, oldest first. GitHub lists oldest first, so the last pages are requested. */
export async function readComments(
  account: GitHubTeamAccount,
  { repository, number, comments }: Pick<StoredIssue, "repository" | "number" | "comments">,
  newer = 0,
): Promise<IssueComment[]> {
  const end = comments - newer;
  if (newer > 0 && end <= 0) return [];
  const last = Math.max(1, Math.ceil(end / COMMENTS_READ));
  const pages = end % COMMENTS_READ === 0 || last === 1 ? [last] : [last - 1, last];
  const path = `${repositoryPath(account, repository)}/issues/${number}/comments`;
  const read = await Promise.all(
    pages.map((page) => get(account, path, commentsSchema, { per_page: COMMENTS_READ, page })),
  );
  const begin = ((pages[0] ?? 1) - 1) * COMMENTS_READ;
  // Newer ones stand behind the end; without any, so do those written since the issue was read.
  const found = newer > 0 ? read.flat().slice(0, end - begin) : read.flat();
  return found.slice(-COMMENTS_READ);
}

/** Comments since a time (inclusive), oldest first. */
export async function commentsSince(
  account: GitHubTeamAccount,
  repository: string,
  number: number,
  since: string,
): Promise<IssueComment[]> {
  const path = `${repositoryPath(account, repository)}/issues/${number}/comments`;
  return get(account, path, commentsSchema, { since, per_page: MOST_NAMED });
}

/** A comment by ID; null if not found. */
export async function findComment(
  account: GitHubTeamAccount,
  repository: string,
  commentId: string,
): Promise<IssueComment | null> {
  const path = `${repositoryPath(account, repository)}/issues/comments/${encodeURIComponent(commentId)}`;
  return orNull(get(account, path, commentSchema));
}

/** Pull request details besides its issue, with changed files. */
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

export interface CommitFilter {
  /** A branch, tag or commit; the default branch if omitted. */
  readonly ref?: string | undefined;
  readonly path?: string | undefined;
  /** A login or e-mail address. */
  readonly author?: string | undefined;
  /** ISO times. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Newest first; `page` is 1-based. */
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

/** A commit with its changed files; null if not found. */
export async function findCommit(
  account: GitHubTeamAccount,
  repository: string,
  ref: string,
): Promise<(Commit & { readonly files: readonly ChangedFile[] }) | null> {
  const path = `${repositoryPath(account, repository)}/commits/${encodeURIComponent(ref)}`;
  return orNull(get(account, path, wholeCommitSchema, { per_page: MAX_FILES }));
}

/** Files on the default branches that contain a text; `page` is 1-based. */
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

/** The file or folder at a path of a branch, tag or commit; null if not found. */
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

/** The first hundred labels of a repository. */
export function readLabels(account: GitHubTeamAccount, repository: string): Promise<string[]> {
  const path = `${repositoryPath(account, repository)}/labels`;
  return get(account, path, labelsSchema, { per_page: MOST_NAMED });
}

/** Logins of possible assignees, at most a hundred. */
export function readAssignable(account: GitHubTeamAccount, repository: string): Promise<string[]> {
  const path = `${repositoryPath(account, repository)}/assignees`;
  return get(account, path, loginsSchema, { per_page: MOST_NAMED });
}
