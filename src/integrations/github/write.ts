/**
 * Creates one commit on the branch. Trees and commits alone have no visible effect; moving the branch is the only effect, and it only
 * fast-forwards from the commit the changes were based on.
 */
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import { headOf, type GitHubAccount } from "./read.ts";

/** Files per tree call. */
const FILES_PER_BATCH = 50;
const madeSchema = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) });

/** A commit to create; null content deletes the file. */
interface NewCommit {
  readonly parent: string;
  readonly message: string;
  readonly files: readonly { readonly path: string; readonly content: string | null }[];
}

/** Returns the new commit's SHA. Throws IntegrationError: `not_applied` for any failure before the branch update. */
export async function commitFiles(account: GitHubAccount, commit: NewCommit): Promise<string> {
  const { client, branch } = account;
  const sha = await unapplied(async () => {
    const head = await headOf(account);
    if (head.sha !== commit.parent)
      throw new IntegrationError("github", "the branch has moved in the meantime", {
        outcome: "not_applied",
        status: 422,
      });
    let tree = head.tree;
    for (let at = 0; at < commit.files.length; at += FILES_PER_BATCH) {
      const entries = commit.files.slice(at, at + FILES_PER_BATCH).map(({ path, content }) => ({
        path,
        mode: "100644",
        type: "blob",
        ...(content === null ? { sha: null } : { content }),
      }));
      tree = createdSha(
        await client({ method: "POST", path: "/git/trees", body: { base_tree: tree, tree: entries } }),
      );
    }
    const body = { message: commit.message, tree, parents: [commit.parent] };
    return createdSha(await client({ method: "POST", path: "/git/commits", body }));
  });
  await client({
    method: "PATCH",
    path: `/git/refs/heads/${encodeURI(branch)}`,
    body: { sha, force: false },
  });
  return sha;
}

function createdSha(body: unknown): string {
  return madeSchema.parse(body).sha;
}

/** Failures in here had no visible effect. */
async function unapplied<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IntegrationError && error.outcome === "not_applied") throw error;
    const status = error instanceof IntegrationError ? error.status : undefined;
    throw new IntegrationError("github", "github did not accept the files", {
      outcome: "not_applied",
      cause: error,
      ...(status === undefined ? {} : { status }),
    });
  }
}
