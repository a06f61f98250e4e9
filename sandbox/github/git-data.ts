/** GitHub's Git data endpoints for one repository (docs.github.com/rest/git, version 2022-11-28): refs, trees, blobs, commits. */
import * as z from "zod";
import { parseBody, type SandboxRequest } from "../service.ts";
import { Answer, Refused } from "../vendor/define-vendor.ts";
import { addBlob, addCommit, addTree, verificationOf, type Repository, type TreeEntry } from "./store.ts";

export interface RepositoryCall {
  readonly repository: Repository;
  /** Path parameters: `ref`, `tree_sha`, … */
  readonly path: Readonly<Record<string, string>>;
  readonly request: SandboxRequest;
  readonly now: string;
  /** The repository's URL, for links. */
  readonly page: string;
  /** Records a branch update, the only visible effect. */
  readonly moved: (body: unknown) => void;
}

const treeSchema = z.strictObject({
  base_tree: z.string().optional(),
  tree: z.array(
    z.strictObject({
      path: z.string().regex(/^[^/].*[^/]$|^[^/]$/),
      mode: z.enum(["100644"]),
      type: z.literal("blob"),
      content: z.string().optional(),
      sha: z.string().nullable().optional(),
    }),
  ),
});
const personSchema = z.strictObject({
  name: z.string().min(1),
  email: z.email(),
  date: z.string().optional(),
});
const commitSchema = z.strictObject({
  message: z.string().min(1),
  tree: z.string(),
  parents: z.array(z.string()),
  author: personSchema.optional(),
});
const refSchema = z.strictObject({ sha: z.string(), force: z.boolean().optional() });

/** Git data endpoints by operation ID. */
export const GIT_DATA: Readonly<Record<string, (call: RepositoryCall) => unknown>> = {
  "git/get-ref": readRef,
  "git/update-ref": moveRef,
  "git/get-tree": ({ repository, page, path: { tree_sha: sha = "" } }) =>
    treeJson(repository, page, sha, found(repository.trees[sha])),
  "git/create-tree": makeTree,
  "git/get-commit": ({ repository, page, path: { commit_sha: sha = "" } }) =>
    commitJson(page, found(repository.commits[sha])),
  "git/create-commit": makeCommit,
  "git/get-blob": readBlob,
};

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Refused(404);
  return value;
}

function branchOf({ path: { ref = "" } }: RepositoryCall): string {
  return ref.replace(/^heads\//, "");
}

function readRef(call: RepositoryCall): unknown {
  const branch = branchOf(call);
  return refJson(call.page, branch, found(call.repository.branches[branch]));
}

function refJson(page: string, branch: string, sha: string) {
  const url = `${page}/git/refs/heads/${branch}`;
  return {
    ref: `refs/heads/${branch}`,
    node_id: sha.slice(0, 12),
    url,
    object: { type: "commit", sha, url: `${page}/git/commits/${sha}` },
  };
}

/** Fast-forward only, like GitHub without `force`. */
function moveRef(call: RepositoryCall): unknown {
  const { repository, request, page } = call;
  const branch = branchOf(call);
  const { sha, force } = parseBody(refSchema, request);
  const now = repository.branches[branch];
  if (now === undefined) throw new Refused(422, "Reference does not exist");
  const commit = repository.commits[sha];
  if (commit === undefined) throw new Refused(422, "Object does not exist");
  if (force !== true && !standsOn(repository, sha, now))
    throw new Refused(422, "Update is not a fast forward");
  repository.branches[branch] = sha;
  call.moved({ branch, sha, message: commit.message });
  return refJson(page, branch, sha);
}

function standsOn(repository: Repository, sha: string, base: string): boolean {
  const waiting = [sha];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === base) return true;
    waiting.push(...(repository.commits[next]?.parents ?? []));
  }
  return false;
}

function readBlob({ repository, page, path: { file_sha: sha = "" } }: RepositoryCall): unknown {
  const bytes = Buffer.from(found(repository.blobs[sha]), "utf8");
  return {
    sha,
    node_id: sha,
    size: bytes.length,
    url: `${page}/git/blobs/${sha}`,
    content: bytes.toString("base64"),
    encoding: "base64",
  };
}

function treeJson(repository: Repository, page: string, sha: string, tree: readonly TreeEntry[]) {
  return {
    sha,
    url: `${page}/git/trees/${sha}`,
    truncated: false,
    tree: tree.map((entry) => ({
      path: entry.path,
      mode: "100644",
      type: "blob",
      sha: entry.sha,
      size: Buffer.byteLength(repository.blobs[entry.sha] ?? ""),
      url: `${page}/git/blobs/${entry.sha}`,
    })),
  };
}

function makeTree({ repository, request, page }: RepositoryCall): Answer {
  const { base_tree: base, tree } = parseBody(treeSchema, request);
  const before = base === undefined ? [] : repository.trees[base];
  if (before === undefined) throw new Refused(422, "base_tree is not a valid tree oid");
  const entries = new Map(before.map(({ path, sha }) => [path, sha]));
  for (const { path, content, sha } of tree) {
    if (content !== undefined) entries.set(path, addBlob(repository, content));
    else if (sha === null) entries.delete(path);
    else if (sha !== undefined && repository.blobs[sha] !== undefined) entries.set(path, sha);
    else throw new Refused(422, "tree.sha is not a valid blob oid");
  }
  const made = addTree(
    repository,
    [...entries].map(([path, sha]) => ({ path, sha })),
  );
  return new Answer(201, treeJson(repository, page, made, repository.trees[made] ?? []));
}

function makeCommit({ repository, request, now, page }: RepositoryCall): Answer {
  const { message, tree, parents, author } = parseBody(commitSchema, request);
  if (repository.trees[tree] === undefined) throw new Refused(422, "Tree SHA does not exist");
  if (parents.some((parent) => repository.commits[parent] === undefined))
    throw new Refused(422, "Parent SHA does not exist or is not a commit object");
  const bot = {
    name: "steward-sandbox",
    email: "steward@users.noreply.github.example",
    date: now,
    login: "steward-sandbox",
  };
  const by =
    author === undefined ? bot : { name: author.name, email: author.email, date: author.date ?? now };
  const commit = addCommit(repository, { tree, parents, message, author: by, committer: bot });
  return new Answer(201, commitJson(page, commit));
}

function commitJson(page: string, commit: Repository["commits"][string]) {
  const person = ({ name, email, date }: typeof commit.author) => ({ name, email, date });
  return {
    sha: commit.sha,
    node_id: commit.sha,
    url: `${page}/git/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    tree: { sha: commit.tree, url: `${page}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${page}/git/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
    verification: verificationOf(commit),
  };
}

/** Like the contents endpoint: one commit that writes or deletes one file. */
export function editFile(
  repository: Repository,
  edit: {
    path: string;
    content: string | null;
    branch: string;
    message: string;
    author: { name: string; email: string; login?: string | undefined };
    /** Committed on github.com, which signs it, by default; otherwise pushed under any name. */
    onGitHub?: boolean;
    at: string;
  },
): string {
  const head = repository.branches[edit.branch] ?? "";
  const before = repository.trees[repository.commits[head]?.tree ?? ""] ?? [];
  const rest = before.filter(({ path }) => path !== edit.path);
  const entries =
    edit.content === null ? rest : [...rest, { path: edit.path, sha: addBlob(repository, edit.content) }];
  const author = { ...edit.author, date: edit.at };
  const { sha } = addCommit(repository, {
    tree: addTree(repository, entries),
    parents: head === "" ? [] : [head],
    message: edit.message,
    author,
    ...(edit.onGitHub !== false
      ? {
          committer: { name: "GitHub", email: "noreply@github.com", date: edit.at, login: "web-flow" },
          isSigned: true,
        }
      : { committer: author }),
  });
  repository.branches[edit.branch] = sha;
  return sha;
}
