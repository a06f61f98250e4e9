/** Repositories as Git keeps them: blobs, trees and commits by the hash of what they hold, branches that point at commits. One a company. */
import { createHash } from "node:crypto";
import { worldOf } from "../vendor/define-vendor.ts";

/** Each company's repository, and the token that opens it. Plainly made up. */
export const REPOSITORIES: readonly {
  readonly tenantId: string;
  readonly name: string;
  readonly token: string;
}[] = [
  { tenantId: "tenant_alder", name: "alderfinch/knowledge", token: "github_pat_sandbox_alderfinch" },
  { tenantId: "tenant_harbor", name: "harborlight/knowledge", token: "github_pat_sandbox_harborlight" },
];

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
  /** Whether it carries a signature that GitHub has verified. */
  readonly isSigned?: boolean;
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

/** What GitHub says of a commit's signature. */
export function verificationOf({ isSigned = false, committer }: GitCommit) {
  return isSigned
    ? {
        verified: true,
        reason: "valid",
        payload: "made up",
        signature: "made up",
        verified_at: committer.date,
      }
    : { verified: false, reason: "unsigned", payload: null, signature: null, verified_at: null };
}

/** A repository with one commit on `main` that holds a README. */
function newRepository(name: string, at: string): Repository {
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

/** What is kept of GitHub. */
export interface Saved {
  readonly repositories: Record<string, Repository>;
}

/** The repositories of one sandbox, by their names, for GitHub itself and for the console. */
export const gitHubStore = worldOf<Saved>("github", (context) => {
  const at = new Date(context.now()).toISOString();
  return {
    repositories: Object.fromEntries(REPOSITORIES.map(({ name }) => [name, newRepository(name, at)])),
  };
});

/** One file a commit changed against its first parent; null where it was not there, or is not any more. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a commit changed, by path. */
export function changesOf(repository: Repository, commit: GitCommit): ChangedFile[] {
  const treeOf = (sha: string | undefined): ReadonlyMap<string, string> =>
    new Map((repository.trees[sha ?? ""] ?? []).map((entry) => [entry.path, entry.sha]));
  const [old, fresh] = [treeOf(repository.commits[commit.parents[0] ?? ""]?.tree), treeOf(commit.tree)];
  const words = (sha: string | undefined): string | null =>
    sha === undefined ? null : (repository.blobs[sha] ?? null);
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((path) => old.get(path) !== fresh.get(path))
    .toSorted()
    .map((path) => ({ path, before: words(old.get(path)), after: words(fresh.get(path)) }));
}
