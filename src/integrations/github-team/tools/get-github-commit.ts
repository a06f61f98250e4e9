import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { commentedPage } from "../../../agent/tools/commented-page.ts";
import { fromField } from "../../../agent/tools/text-page.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { GitHubServices } from "./index.ts";
import { repositoryField, repositoryNamed } from "./named.ts";
import { filesOf, SHA_CHARS } from "./view.ts";

export const getGithubCommit = defineTool({
  name: "get_github_commit",
  title: "Look at a commit",
  done: "Looked at a commit",
  description:
    "Shows one commit of the team's repositories on GitHub: its whole message, who made it and when, and what it changes, file by file, as far as there is room. A long message comes in parts: call again with from.",
  keywords: "github diff change patch what changed revision",
  input: z.strictObject({
    repository: repositoryField.optional().describe("May be left out where there is one"),
    commit: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("Its id as list_github_commits gives it, or a branch for the newest there"),
    from: fromField,
  }),
  effect: "read",
  egress: "provider",
  summarize: () => "Looking at a commit",
  async run({ repository: wanted, commit: ref, from = 0 }, services: GitHubServices) {
    const repository = repositoryNamed(services, wanted);
    if (typeof repository === "string") return retry(repository);
    const commit = await services.commit(repository.name, ref);
    if (commit === null)
      return retry(`There is no commit "${ref}" in ${repository.name}. list_github_commits gives them.`);
    const { sha, message, by, at, url, files } = commit;
    const madeAt = localTime(at, services.timeZone);
    const title = `${repository.name} ${sha.slice(0, SHA_CHARS)}`;
    const beside = {
      repository: repository.name,
      commit: sha,
      ...(from > 0 ? {} : { by, at: madeAt, url, ...filesOf(files) }),
    };
    const page = commentedPage({ text: message, comments: [], olderThan: null }, from, beside);
    if ("retry" in page) return retry(page.retry);
    return {
      kind: "ok",
      data: {
        ...beside,
        ...page.place,
        message: passage(page.text ?? "", { link: url, title, in: "tasks", at: madeAt }),
      },
    };
  },
});
