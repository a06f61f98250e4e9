import * as z from "zod";
import { commitsOf } from "../integrations/github/read.ts";
import { commitFiles } from "../integrations/github/write.ts";
import { defineAction, notFound, sinceClaim, unlessUnanswered } from "./action.ts";

const documentSchema = z.strictObject({
  connectionId: z.string().min(1),
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  branch: z.string().min(1),
  /** The commit the changes were worked out against. */
  parent: z.string().regex(/^[0-9a-f]{40}$/),
  /** Ends in a line that no other commit has. */
  message: z.string().min(1),
  /** Contents by their SHA-256; null removes the file. */
  files: z.array(z.strictObject({ path: z.string().min(1), sha256: z.string().nullable() })).min(1),
});

/** One commit of the mirror. Found again by its message, which holds a line of its own. */
export const githubCommit = defineAction({
  kind: "github.commit",
  vendor: "github",
  document: documentSchema,
  recovery: "look_up",
  async perform({ parent, message, files, repository }, account) {
    const contents = await Promise.all(
      files.map(async ({ path, sha256 }) => ({
        path,
        content: sha256 === null ? null : await account.readBlob(sha256),
      })),
    );
    const sha = await commitFiles(account, { parent, message, files: contents });
    return performed(repository, sha, files.length);
  },
  lookUp: ({ message, branch, repository, files }, account, options) =>
    unlessUnanswered(async () => {
      const commits = await commitsOf(account, { from: branch, since: sinceClaim(options), limit: 100 });
      const found = commits.find((commit) => commit.message.trim() === message.trim());
      return found === undefined
        ? notFound(options)
        : { kind: "found", performed: performed(repository, found.sha, files.length) };
    }),
  compensate: () => null,
});

function performed(repository: string, sha: string, files: number) {
  return {
    providerId: sha,
    summary: `Committed ${files} files to ${repository}`,
    link: `https://github.com/${repository}/commit/${sha}`,
  };
}
