/** Repositories as Git keeps them: blobs, trees and commits by the hash of what they hold, branches that point at commits. */
import { createHash } from "node:crypto";

/** One file of a tree. Trees are kept flat: every path with its blob. */
export interface TreeEntry {
  readonly path: string;
  readonly sha: string;
}

/** Who committed, as Git says it; `login` where GitHub knows them. */
export interface GitPerson {
  readonly name: string;
  readonly email: string;
  readonly date: string;
  readonly login?: string | undefined;
}

export interface GitCommit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: GitPerson;
  readonly committer: GitPerson;
}

/** One repository; contents are UTF-8. */
export interface Repository {
  readonly blobs: Record<string, string>;
  readonly trees: Record<string, TreeEntry[]>;
  readonly commits: Record<string, GitCommit>;
  readonly branches: Record<string, string>;
}

const hash = (kind: string, content: string): string => {
  const bytes = Buffer.from(content, "utf8");
  return createHash("sha1").update(`${kind} ${bytes.length}\0`).update(bytes).digest("hex");
};

/** Keeps a content; its name is Git's own. */
export function addBlob(repository: Repository, content: string): string {
  const sha = hash("blob", content);
  repository.blobs[sha] = content;
  return sha;
}

/** Keeps a tree. */
export function addTree(repository: Repository, entries: readonly TreeEntry[]): string {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const sha = hash("tree", JSON.stringify(sorted));
  repository.trees[sha] = sorted;
  return sha;
}

/** Keeps a commit. */
export function addCommit(repository: Repository, commit: Omit<GitCommit, "sha">): GitCommit {
  const sha = hash("commit", JSON.stringify(commit));
  const kept = { sha, ...commit };
  repository.commits[sha] = kept;
  return kept;
}

/** A repository with one commit on `main` that holds a README. */
export function newRepository(name: string, at: string): Repository {
  const repository: Repository = { blobs: {}, trees: {}, commits: {}, branches: {} };
  const readme = addBlob(repository, `# ${name}\n\nWhat the team knows, mirrored by Steward.\n`);
  const tree = addTree(repository, [{ path: "README.md", sha: readme }]);
  const author = {
    name: "Dana Whitfield",
    email: "dana@alderfinch.example",
    date: at,
    login: "dana-whitfield",
  };
  const { sha } = addCommit(repository, { tree, parents: [], message: "Begin", author, committer: author });
  repository.branches["main"] = sha;
  return repository;
}

/** Commits from one back to the first, newest first, along the first parents. */
export function historyOf(repository: Repository, from: string): GitCommit[] {
  const list: GitCommit[] = [];
  for (let sha: string | undefined = from; sha !== undefined;) {
    const commit: GitCommit | undefined = repository.commits[sha];
    if (commit === undefined) break;
    list.push(commit);
    sha = commit.parents[0];
  }
  return list;
}

/** Whether a commit changed a path against its first parent. */
export function touches(repository: Repository, commit: GitCommit, path: string): boolean {
  const blobIn = (tree: string | undefined): string | undefined =>
    repository.trees[tree ?? ""]?.find((entry) => entry.path === path)?.sha;
  const parent = repository.commits[commit.parents[0] ?? ""];
  return blobIn(commit.tree) !== blobIn(parent?.tree);
}
