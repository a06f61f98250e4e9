/** A mirror commit. After a crash it is found by a unique line in its message. */
import * as z from "zod";
import { commitsOf } from "../read.ts";
import { commitFiles } from "../write.ts";
import {
  defineEffect,
  notFound,
  sinceClaim,
  unlessUnanswered,
} from "../../../approvals/effects/define-effect.ts";

const documentSchema = z.strictObject({
  connectionId: z.string().min(1),
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  branch: z.string().min(1),
  /** The commit the changes are based on. */
  parent: z.string().regex(/^[0-9a-f]{40}$/),
  /** Ends in a unique line. */
  message: z.string().min(1),
  /** Contents by SHA-256; null deletes the file. */
  files: z.array(z.strictObject({ path: z.string().min(1), sha256: z.string().nullable() })).min(1),
});

export const githubCommit = defineEffect({
  kind: "github.commit",
  vendor: "github",
  document: documentSchema,
  words: {
    name: "Commit",
    plural: "commits",
    verb: "commit",
    done: "Committed",
    irreversible: "A commit stays in the history.",
  },
  says({ repository, branch, files }) {
    const count = files.length === 1 ? "1 file" : `${files.length} files`;
    return {
      title: `Commit ${count} to ${repository}`,
      target: `${repository}, ${branch}`,
      ask: `Commit ${count} to ${repository}?`,
      sent: `Committed ${count} to ${repository}`,
    };
  },
  layout: [
    { path: "/repository", label: "Repository", role: "recipient" },
    { path: "/branch", label: "Repository", role: "recipient" },
    { path: "/message", label: "Message", role: "body" },
    { path: "/files/*/path", label: "File", role: "detail" },
    { path: "/files/*/sha256", label: "Content", role: "id" },
    { path: "/parent", label: "Parent", role: "id" },
    { path: "/connectionId", label: "Connection", role: "id" },
  ],
  audience: () => "no_one",
  recovery: "look_up",
  async perform({ parent, message, files, repository }, account) {
    const contents = await Promise.all(
      files.map(async ({ path, sha256 }) => ({
        path,
        content: sha256 === null ? null : await account.readBlob(sha256),
      })),
    );
    return committed(repository, await commitFiles(account, { parent, message, files: contents }));
  },
  lookUp: ({ message, branch, repository }, account, options) =>
    unlessUnanswered(async () => {
      const commits = await commitsOf(account, { from: branch, since: sinceClaim(options), limit: 100 });
      const found = commits.find((commit) => commit.message.trim() === message.trim());
      return found === undefined
        ? notFound(options)
        : { kind: "found", done: committed(repository, found.sha) };
    }),
});

function committed(repository: string, sha: string) {
  return { providerId: sha, link: `https://github.com/${repository}/commit/${sha}` };
}
