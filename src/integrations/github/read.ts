/** What is read of a repository: where its branch stands, the files there, their contents and who changed them. */
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import { answerParser } from "../json-client.ts";
import { textOfBase64 } from "./base64-text.ts";
import type { GitHubClient } from "./client.ts";

/** A connected repository. */
export interface GitHubAccount {
  readonly client: GitHubClient;
  readonly repository: string;
  readonly branch: string;
  /** A content of the workspace by its SHA-256. */
  readonly readBlob: (sha256: string) => Promise<string>;
}

/** One commit of the branch. */
export interface BranchCommit {
  readonly sha: string;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string; readonly login: string | null };
  /**
   * Whether GitHub vouches for the author: the commit was made on github.com, or carries a verified signature of the author's own. Anything else about
   * an author is what whoever made the commit wrote there (docs.github.com, "About commit signature verification").
   */
  readonly isProven: boolean;
}

const parseAnswer = answerParser("github");

/** The committer of what is done on github.com; GitHub signs it. */
const GITHUB_ITSELF = "web-flow";
/** How far back a branch is followed, in pages of the most commits GitHub lists at once. */
const HISTORY_PAGES = 5;
const MAX_LISTED = 100;

const shaSchema = z.string().regex(/^[0-9a-f]{40}$/);
const refSchema = z.object({ object: z.object({ sha: shaSchema }) });
const commitSchema = z.object({ tree: z.object({ sha: shaSchema }) });
const treeSchema = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({
      path: z.string(),
      type: z.string(),
      mode: z.string(),
      sha: shaSchema,
      size: z.number().optional(),
    }),
  ),
});
const blobSchema = z.object({ content: z.string(), encoding: z.literal("base64") });
const listSchema = z.array(
  z.object({
    sha: shaSchema,
    commit: z.object({
      message: z.string(),
      author: z.object({ name: z.string(), email: z.string() }).nullable(),
      committer: z.object({ email: z.string().optional() }).nullish(),
      verification: z.object({ verified: z.boolean() }).optional(),
    }),
    author: z.object({ login: z.string().optional() }).nullish(),
    committer: z.object({ login: z.string().optional() }).nullish(),
  }),
);

/** The commit the branch stands at, with its tree. */
export async function headOf({ client, branch }: GitHubAccount): Promise<{ sha: string; tree: string }> {
  const ref = parseAnswer(
    refSchema,
    await client({ method: "GET", path: `/git/ref/heads/${encodeURI(branch)}` }),
  );
  const { sha } = ref.object;
  const commit = parseAnswer(commitSchema, await client({ method: "GET", path: `/git/commits/${sha}` }));
  return { sha, tree: commit.tree.sha };
}

/** The files of a tree. Throws where GitHub cuts the list: an incomplete one would look like deletions. */
export async function filesOf(
  { client }: GitHubAccount,
  tree: string,
): Promise<{ path: string; blobSha: string; sizeBytes: number }[]> {
  const found = parseAnswer(
    treeSchema,
    await client({ method: "GET", path: `/git/trees/${tree}`, query: { recursive: 1 } }),
  );
  if (found.truncated)
    throw new IntegrationError("github", "the repository has too many files", { outcome: "not_applied" });
  return found.tree
    .filter(({ type, mode }) => type === "blob" && mode !== "120000")
    .map(({ path, sha, size = 0 }) => ({ path, blobSha: sha, sizeBytes: size }));
}

/** A content as text; null where it is none. */
export async function contentOf({ client }: GitHubAccount, blobSha: string): Promise<string | null> {
  const blob = parseAnswer(blobSchema, await client({ method: "GET", path: `/git/blobs/${blobSha}` }));
  return textOfBase64(blob.content);
}

/** Commits up to one, newest first; of one file where `path` is given. */
export async function commitsOf(
  { client }: GitHubAccount,
  query: {
    readonly from: string;
    readonly path?: string;
    readonly since?: string;
    readonly limit: number;
    /** From 1. */
    readonly page?: number;
  },
): Promise<BranchCommit[]> {
  const { from, path, since, limit, page } = query;
  const list = parseAnswer(
    listSchema,
    await client({
      method: "GET",
      path: "/commits",
      query: {
        sha: from,
        per_page: limit,
        ...(path === undefined ? {} : { path }),
        ...(since === undefined ? {} : { since }),
        ...(page === undefined ? {} : { page }),
      },
    }),
  );
  return list.map((listed) => {
    const { sha, commit, author } = listed;
    return {
      sha,
      isProven: isProven(listed),
      message: commit.message,
      author: {
        name: commit.author?.name ?? "Somebody",
        email: commit.author?.email ?? "",
        login: author?.login ?? null,
      },
    };
  });
}

/** GitHub has verified the signature, and the commit was made by its author or by GitHub itself. */
function isProven({ commit, committer }: z.output<typeof listSchema>[number]): boolean {
  return (
    commit.verification?.verified === true &&
    (committer?.login === GITHUB_ITSELF || commit.committer?.email === commit.author?.email)
  );
}

/** Whether a commit is among the newest ones another stands on: what is further back, or gone, counts as not. */
export async function standsOn(account: GitHubAccount, head: string, base: string): Promise<boolean> {
  for (let page = 1; page <= HISTORY_PAGES; page++) {
    const commits = await commitsOf(account, { from: head, limit: MAX_LISTED, page });
    if (commits.some(({ sha }) => sha === base)) return true;
    if (commits.length < MAX_LISTED) return false;
  }
  return false;
}
