/** Reads a repository: the branch head, its files and contents, and commits. */
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import { answerParser } from "../json-client.ts";
import { textOfBase64 } from "./base64-text.ts";
import type { GitHubClient } from "./client.ts";

export interface GitHubAccount {
  readonly client: GitHubClient;
  readonly repository: string;
  readonly branch: string;
  /** Workspace content by SHA-256. */
  readonly readBlob: (sha256: string) => Promise<string>;
}

interface BranchCommit {
  readonly sha: string;
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string; readonly login: string | null };
  /**
   * Whether GitHub vouches for the author: the commit was made on github.com, or has a verified signature by the author. Otherwise author
   * fields are arbitrary (docs.github.com, "About commit signature verification").
   */
  readonly isProven: boolean;
}

const parseAnswer = answerParser("github");

/** The committer GitHub uses for commits made on github.com, which it signs. */
const GITHUB_ITSELF = "web-flow";
/** How many pages (of GitHub's maximum size) of a branch's history are read. */
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

/** The branch's head commit and its tree. */
export async function headOf({ client, branch }: GitHubAccount): Promise<{ sha: string; tree: string }> {
  const ref = parseAnswer(
    refSchema,
    await client({ method: "GET", path: `/git/ref/heads/${encodeURI(branch)}` }),
  );
  const { sha } = ref.object;
  const commit = parseAnswer(commitSchema, await client({ method: "GET", path: `/git/commits/${sha}` }));
  return { sha, tree: commit.tree.sha };
}

/** The files of a tree. Throws if GitHub truncates the list, since missing files would look like deletions. */
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

/** Content as text; null if it isn't text. */
export async function contentOf({ client }: GitHubAccount, blobSha: string): Promise<string | null> {
  const blob = parseAnswer(blobSchema, await client({ method: "GET", path: `/git/blobs/${blobSha}` }));
  return textOfBase64(blob.content);
}

/** Commits up to the given one, newest first; limited to one file with `path`. */
export async function commitsOf(
  { client }: GitHubAccount,
  query: {
    readonly from: string;
    readonly path?: string;
    readonly since?: string;
    readonly limit: number;
    /** 1-based. */
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

/** Verified by GitHub and committed by the author or by GitHub itself. */
function isProven({ commit, committer }: z.output<typeof listSchema>[number]): boolean {
  return (
    commit.verification?.verified === true &&
    (committer?.login === GITHUB_ITSELF || commit.committer?.email === commit.author?.email)
  );
}

/** Whether `base` is among the newest ancestors of `head`; older or missing commits count as no. */
export async function standsOn(account: GitHubAccount, head: string, base: string): Promise<boolean> {
  for (let page = 1; page <= HISTORY_PAGES; page++) {
    const commits = await commitsOf(account, { from: head, limit: MAX_LISTED, page });
    if (commits.some(({ sha }) => sha === base)) return true;
    if (commits.length < MAX_LISTED) return false;
  }
  return false;
}
