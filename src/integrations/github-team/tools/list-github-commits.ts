import * as z from "zod";
import { momentOf } from "../../../kernel/local-time.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { GitHubServices } from "./index.ts";
import { pageField, repositoryField, repositoryNamed } from "./named.ts";
import { commitLine } from "./view.ts";

export const listGithubCommits = defineTool({
  name: "list_github_commits",
  title: "List commits",
  done: "Listed commits",
  description:
    "Lists commits of one of the team's repositories on GitHub, newest first: of a branch, of one file (src/quote.js), by one author, since or until a day. 30 a page, counted from 1.",
  keywords: "github recent commits history of a file changes who changed when deployed log release",
  input: z.strictObject({
    repository: repositoryField.optional().describe("May be left out where there is one"),
    ref: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Branch, tag or commit; the default branch if left out"),
    path: z.string().trim().min(1).max(500).optional().describe("Only what changed this file or folder"),
    author: z.string().trim().min(1).max(100).optional().describe("A login or an e-mail address"),
    since: z.iso.date().optional().describe("On this day or later, as 2026-11-23"),
    until: z.iso.date().optional().describe("Before this day"),
    page: pageField,
  }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ path }) => `Listing commits${path === undefined ? "" : ` of ${path}`}`,
  async run({ repository: wanted, since, until, page = 1, ...filter }, services: GitHubServices) {
    const repository = repositoryNamed(services, wanted);
    if (typeof repository === "string") return retry(repository);
    const startOf = (day: string | undefined): string | undefined =>
      day === undefined ? undefined : new Date(momentOf(day, services.timeZone)).toISOString();
    const asked = { ...filter, since: startOf(since), until: startOf(until) };
    const { items, more } = await services.commits(repository.name, asked, page);
    return {
      kind: "list",
      items: items.map((commit) => commitLine(commit, services.timeZone)),
      more,
      keep: "first",
      beside: { repository: repository.name },
    };
  },
});
