/** Issues, pull requests, commits and files as GitHub JSON. */
import { userJson } from "./user-json.ts";
import { historyOf, type ChangedFile, type GitCommit } from "./store.ts";
import type { Comment, Issue, TeamRepository } from "./team-store.ts";

/** A repository with its name and API URL. */
export interface Named {
  readonly name: string;
  readonly repository: TeamRepository;
  /** `{sandbox}/github`. */
  readonly root: string;
}

const COLOR = "ededed";
/** URL templates of a repository. GitHub returns about forty; unused ones lead nowhere. */
const PARTS =
  "archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees".split(
    " ",
  );

const idOf = (text: string): number =>
  Array.from(text).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1e9, 7);

/** The short form. */
export function shortRepositoryJson({ name, repository, root }: Named) {
  const [owner = "", short = ""] = name.split("/");
  const url = `${root}/repos/${name}`;
  return {
    id: idOf(name),
    node_id: `R_${idOf(name)}`,
    name: short,
    full_name: name,
    owner: { ...userJson(root, owner), type: "Organization" },
    private: !repository.isPublic,
    html_url: `${root}/${name}`,
    description: repository.about,
    fork: false,
    url,
    ...Object.fromEntries(PARTS.map((part) => [`${part}_url`, `${url}/${part}`])),
  };
}

/** The full form. */
export function repositoryJson(named: Named) {
  const { name, repository, root } = named;
  const commits = historyOf(repository.git, repository.git.branches["main"] ?? "");
  const [newest, oldest] = [commits[0]?.committer.date, commits.at(-1)?.committer.date];
  const open = repository.issues.filter(({ state }) => state === "open").length;
  return {
    ...shortRepositoryJson(named),
    git_url: `git://github.example/${name}.git`,
    ssh_url: `git@github.example:${name}.git`,
    clone_url: `${root}/${name}.git`,
    svn_url: `${root}/${name}`,
    mirror_url: null,
    homepage: null,
    language: repository.language,
    license: null,
    default_branch: "main",
    visibility: repository.isPublic ? "public" : "private",
    has_issues: true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: false,
    has_discussions: false,
    archived: false,
    disabled: false,
    forks: 0,
    forks_count: 0,
    open_issues: open,
    open_issues_count: open,
    size: Object.keys(repository.git.blobs).length,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    network_count: 0,
    subscribers_count: 3,
    pushed_at: newest ?? "2026-01-01T00:00:00Z",
    created_at: oldest ?? "2026-01-01T00:00:00Z",
    updated_at: newest ?? "2026-01-01T00:00:00Z",
  };
}

export function labelJson({ name, root }: Named, label: string) {
  return {
    id: idOf(label),
    node_id: `LA_${idOf(label)}`,
    url: `${root}/repos/${name}/labels/${encodeURIComponent(label)}`,
    name: label,
    color: COLOR,
    default: label === "bug",
    description: null,
  };
}

/** An issue, or a pull request in issue form. */
export function issueJson(named: Named, issue: Issue) {
  const { name, repository, root } = named;
  const url = `${root}/repos/${name}/issues/${issue.number}`;
  const page = `${root}/${name}/${issue.pull === null ? "issues" : "pull"}/${issue.number}`;
  const [first] = issue.assignees;
  const pull = `${root}/repos/${name}/pulls/${issue.number}`;
  return {
    id: idOf(url),
    node_id: `I_${idOf(url)}`,
    url,
    repository_url: `${root}/repos/${name}`,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: page,
    number: issue.number,
    state: issue.state,
    state_reason: issue.reason,
    title: issue.title,
    body: issue.body,
    user: userJson(root, issue.by),
    labels: issue.labels.map((label) => labelJson(named, label)),
    assignee: first === undefined ? null : userJson(root, first),
    assignees: issue.assignees.map((login) => userJson(root, login)),
    milestone: null,
    locked: false,
    active_lock_reason: null,
    comments: repository.comments.filter(({ number }) => number === issue.number).length,
    closed_at: issue.closedAt,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    author_association: "MEMBER",
    ...(issue.pull === null
      ? {}
      : {
          draft: issue.pull.isDraft,
          pull_request: {
            url: pull,
            html_url: page,
            diff_url: `${page}.diff`,
            patch_url: `${page}.patch`,
            merged_at: issue.pull.mergedAt,
          },
        }),
  };
}

export function commentJson({ name, root }: Named, comment: Comment) {
  const issue = `${root}/repos/${name}/issues/${comment.number}`;
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `${root}/repos/${name}/issues/comments/${comment.id}`,
    html_url: `${root}/${name}/issues/${comment.number}#issuecomment-${comment.id}`,
    issue_url: issue,
    body: comment.body,
    user: userJson(root, comment.by),
    created_at: comment.at,
    updated_at: comment.at,
    author_association: "MEMBER",
  };
}

export function pullJson(
  named: Named,
  issue: Issue,
  commits: readonly GitCommit[],
  files: readonly ChangedFile[],
) {
  const { name, repository, root } = named;
  const shared = issueJson(named, issue);
  const url = `${root}/repos/${name}/pulls/${issue.number}`;
  const branch = issue.pull?.branch ?? "";
  const end = (ref: string) => ({
    label: `${name.split("/")[0]}:${ref}`,
    ref,
    sha: repository.git.branches[ref] ?? repository.git.branches["main"] ?? "",
    user: userJson(root, name.split("/")[0] ?? ""),
    repo: repositoryJson(named),
  });
  const mergedAt = issue.pull?.mergedAt ?? null;
  const lines = files.map(countOf);
  const links = {
    self: url,
    html: shared.html_url,
    issue: shared.url,
    comments: shared.comments_url,
    review_comments: `${url}/comments`,
    review_comment: `${url}/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${url}/statuses`,
  };
  return {
    ...shared,
    url,
    issue_url: shared.url,
    diff_url: `${shared.html_url}.diff`,
    patch_url: `${shared.html_url}.patch`,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    statuses_url: links.statuses,
    _links: Object.fromEntries(Object.entries(links).map(([key, href]) => [key, { href }])),
    head: end(branch),
    base: end("main"),
    merged: mergedAt !== null,
    merged_at: mergedAt,
    merge_commit_sha: null,
    merged_by: mergedAt === null ? null : userJson(root, issue.by),
    mergeable: mergedAt === null,
    mergeable_state: "clean",
    maintainer_can_modify: false,
    auto_merge: null,
    review_comments: 0,
    commits: commits.length,
    additions: lines.reduce((sum, one) => sum + one.additions, 0),
    deletions: lines.reduce((sum, one) => sum + one.deletions, 0),
    changed_files: files.length,
  };
}

function countOf({ before, after }: ChangedFile) {
  const linesIn = (text: string | null): string[] => (text === null ? [] : text.trimEnd().split("\n"));
  const [old, fresh] = [linesIn(before), linesIn(after)];
  return {
    added: fresh.filter((line) => !old.includes(line)),
    removed: old.filter((line) => !fresh.includes(line)),
    get additions() {
      return this.added.length;
    },
    get deletions() {
      return this.removed.length;
    },
  };
}

/** A changed file. Its patch contains only lines, without hunk headers. */
export function fileJson({ name, root }: Named, file: ChangedFile, sha: string) {
  const { added, removed, additions, deletions } = countOf(file);
  const at = encodeURIComponent(file.path);
  return {
    sha,
    filename: file.path,
    status: file.before === null ? "added" : file.after === null ? "removed" : "modified",
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${root}/${name}/blob/${sha}/${at}`,
    raw_url: `${root}/${name}/raw/${sha}/${at}`,
    contents_url: `${root}/repos/${name}/contents/${at}?ref=${sha}`,
    patch: ["@@ -1 +1 @@", ...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join(
      "\n",
    ),
  };
}
