/** Git repositories: content-addressed blobs, trees and commits, and branches. One per company. */
import { createHash } from "node:crypto";
import { worldOf } from "../vendor/define-vendor.ts";

/** Each company's repository and token. Fictitious. */
export const REPOSITORIES: readonly {
  readonly tenantId: string;
  readonly name: string;
  readonly token: string;
}[] = [
  { tenantId: "tenant_alder", name: "alderfinch/knowledge", token: "github_pat_sandbox_alderfinch" },
  { tenantId: "tenant_harbor", name: "harborlight/knowledge", token: "github_pat_sandbox_harborlight" },
];

/** A tree entry. Trees are flat: full paths with blobs. */
export interface TreeEntry {
  readonly path: string;
  readonly sha: string;
}

/** A Git author or committer; `login` if GitHub knows them. */
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
  /** Whether GitHub has verified its signature. */
  readonly isSigned?: boolean;
}

/** Contents are UTF-8. */
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

/** Stores content under its Git hash. */
export function addBlob(repository: Repository, content: string): string {
  const sha = hash("blob", content);
  repository.blobs[sha] = content;
  return sha;
}

export function addTree(repository: Repository, entries: readonly TreeEntry[]): string {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const sha = hash("tree", JSON.stringify(sorted));
  repository.trees[sha] = sorted;
  return sha;
}

export function addCommit(repository: Repository, commit: Omit<GitCommit, "sha">): GitCommit {
  const sha = hash("commit", JSON.stringify(commit));
  const kept = { sha, ...commit };
  repository.commits[sha] = kept;
  return kept;
}

/** GitHub's verification of a commit's signature. */
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

/** A repository with one commit on `main` containing a README. */
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

/** First-parent history, newest first. */
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

/** Whether a commit changed a path relative to its first parent. */
export function touches(repository: Repository, commit: GitCommit, path: string): boolean {
  const blobIn = (tree: string | undefined): string | undefined =>
    repository.trees[tree ?? ""]?.find((entry) => entry.path === path)?.sha;
  const parent = repository.commits[commit.parents[0] ?? ""];
  return blobIn(commit.tree) !== blobIn(parent?.tree);
}

export interface Saved {
  readonly repositories: Record<string, Repository>;
}

/** The sandbox's repositories by name, for GitHub and the console. */
export const gitHubStore = worldOf<Saved>("github", (context) => {
  const at = new Date(context.now()).toISOString();
  return {
    repositories: Object.fromEntries(REPOSITORIES.map(({ name }) => [name, newRepository(name, at)])),
  };
});

/** A file changed relative to the first parent; null where it doesn't exist. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Changes of a commit by path. */
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
