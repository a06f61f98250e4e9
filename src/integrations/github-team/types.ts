/** Data read from a team's repositories. Times are ISO. */

export interface Repository {
  /** `owner/name`. */
  readonly name: string;
  readonly about: string | null;
  /** Visible to everyone on the internet. */
  readonly isPublic: boolean;
  readonly defaultBranch: string;
  readonly isArchived: boolean;
  /** Includes pull requests. */
  readonly openIssues: number;
}

/** Open, completed, or closed for another reason. A pull request that isn't open is `closed`. */
export const ISSUE_STATES = ["open", "closed", "not_planned", "duplicate"] as const;
export type IssueState = (typeof ISSUE_STATES)[number];

export interface StoredIssue {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  /** Markdown. */
  readonly body: string | null;
  readonly state: IssueState;
  readonly isPull: boolean;
  readonly isDraft: boolean;
  /** The author's login. */
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

/** A file changed in a commit or pull request. */
export interface ChangedFile {
  readonly path: string;
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
  /** Null for binary or very large files. */
  readonly patch: string | null;
}

/** Pull request details besides its issue. */
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
  /** From the commit itself: not verified by GitHub. */
  readonly by: string;
  readonly at: string;
  readonly url: string;
}

export type Content =
  | { readonly kind: "file"; readonly text: string; readonly sizeBytes: number; readonly url: string | null }
  /** Binary, or too large for GitHub's API. */
  | { readonly kind: "unreadable"; readonly sizeBytes: number }
  | { readonly kind: "folder"; readonly entries: readonly string[] };

export interface CodeHit {
  readonly repository: string;
  readonly path: string;
}

/** A page; `total` if GitHub counts. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly more: boolean;
  readonly total?: number;
}
