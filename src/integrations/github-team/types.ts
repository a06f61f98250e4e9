/** What is read of a team's repositories. Times are ISO. */

export interface Repository {
  /** `owner/name`. */
  readonly name: string;
  readonly about: string | null;
  /** Whether anybody on the internet can read it. */
  readonly isPublic: boolean;
  readonly defaultBranch: string;
  readonly isArchived: boolean;
  /** Issues and pull requests. */
  readonly openIssues: number;
}

/** Open, done, or closed for another reason. A pull request that is not open is `closed`. */
export const ISSUE_STATES = ["open", "closed", "not_planned", "duplicate"] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

/** An issue or a pull request. */
export interface StoredIssue {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  /** Markdown. */
  readonly body: string | null;
  readonly state: IssueState;
  readonly isPull: boolean;
  readonly isDraft: boolean;
  /** Login of whoever wrote it. */
  readonly by: string;
  readonly assignees: readonly string[];
  readonly labels: readonly string[];
  readonly comments: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly url: string;
}

export interface IssueComment {
  readonly id: string;
  /** Markdown. */
  readonly text: string;
  readonly by: string;
  readonly at: string;
  readonly url: string;
}

/** A file a commit or a pull request changes. */
export interface ChangedFile {
  readonly path: string;
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
  /** Missing where it is no text, or too large. */
  readonly patch: string | null;
}

/** What a pull request is beside its issue. */
export interface PullRequest {
  readonly from: string;
  readonly into: string;
  readonly isMerged: boolean;
  readonly commits: number;
  readonly additions: number;
  readonly deletions: number;
  readonly changedFiles: number;
}

export interface Commit {
  readonly sha: string;
  readonly message: string;
  /** As whoever made the commit wrote it: GitHub does not vouch for it. */
  readonly by: string;
  readonly at: string;
  readonly url: string;
}

/** What stands at a path. */
export type Content =
  | { readonly kind: "file"; readonly text: string; readonly sizeBytes: number; readonly url: string | null }
  /** No text, or more than GitHub hands out at once. */
  | { readonly kind: "unreadable"; readonly sizeBytes: number }
  | { readonly kind: "folder"; readonly entries: readonly string[] };

export interface CodeHit {
  readonly repository: string;
  readonly path: string;
}

/** A page; `total` where GitHub counts. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly more: boolean;
  readonly total?: number;
}
