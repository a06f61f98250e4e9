/** Issues, pull requests, commits and code in the GitHub repositories an admin chose. */
import {
  findCommit,
  findIssue,
  readAssignable,
  readComments,
  readCommits,
  readContent,
  readLabels,
  readPull,
  readRepositories,
  readRepository,
  searchCode,
  searchIssues,
  type CommitFilter,
} from "../read.ts";
import type { IssueFilter } from "../read.ts";
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
} from "../read.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import * as tools from "./tools.ts";

/** A commit or pull request with its changed files. */
type WithFiles<One> = One & { readonly files: readonly ChangedFile[] };

/** Pages are 1-based. */
export interface GitHubServices {
  readonly connectionId: string;
  readonly timeZone: string;
  /** Repositories an admin chose. */
  readonly names: readonly string[];
  readonly repositories: () => Promise<readonly Repository[]>;
  readonly repository: (name: string) => Promise<Repository>;
  readonly labels: (name: string) => Promise<readonly string[]>;
  readonly people: (name: string) => Promise<readonly string[]>;
  readonly issues: (
    names: readonly string[],
    filter: IssueFilter,
    page: number,
  ) => Promise<Page<StoredIssue>>;
  readonly issue: (name: string, number: number) => Promise<StoredIssue | null>;
  readonly comments: (issue: StoredIssue, newer?: number) => Promise<readonly IssueComment[]>;
  readonly pull: (name: string, number: number) => Promise<WithFiles<PullRequest>>;
  readonly commits: (name: string, filter: CommitFilter, page: number) => Promise<Page<Commit>>;
  readonly commit: (name: string, ref: string) => Promise<WithFiles<Commit> | null>;
  readonly code: (
    names: readonly string[],
    asked: Parameters<typeof searchCode>[2],
    page: number,
  ) => Promise<Page<CodeHit>>;
  readonly content: (name: string, path: string, ref?: string) => Promise<Content | null>;
}

export const github = defineToolset<GitHubServices>({
  name: "github",
  title: "GitHub issues and code",
  place: 190,
  vendor: "github_team",
  tools: Object.values(tools),
  async open(tenant) {
    const account = await tenant.account("github_team");
    return {
      connectionId: account.connection.id,
      timeZone: await tenant.timeZone(),
      names: account.connection.settings.repositories,
      repositories: () => readRepositories(account),
      repository: (name) => readRepository(account, name),
      labels: (name) => readLabels(account, name),
      people: (name) => readAssignable(account, name),
      issues: (names, filter, page) => searchIssues(account, names, filter, page),
      issue: (name, number) => findIssue(account, name, number),
      comments: (issue, newer) => readComments(account, issue, newer),
      pull: (name, number) => readPull(account, name, number),
      commits: (name, filter, page) => readCommits(account, name, filter, page),
      commit: (name, ref) => findCommit(account, name, ref),
      code: (names, asked, page) => searchCode(account, names, asked, page),
      content: (name, path, ref) => readContent(account, name, path, ref),
    };
  },
});
