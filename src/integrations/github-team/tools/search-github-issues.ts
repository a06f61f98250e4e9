import * as z from "zod";
import { momentOf } from "../../../kernel/local-time.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { GitHubServices } from "./index.ts";
import { pageField, repositoriesNamed, repositoryField } from "./named.ts";
import { lineOf } from "./view.ts";

const nameField = z.string().trim().min(1).max(100);

export const searchGithubIssues = defineTool({
  name: "search_github_issues",
  title: "Search issues on GitHub",
  done: "Searched the issues on GitHub",
  description:
    "Finds issues, or pull requests, of the team's repositories on GitHub, those changed last first: by words (quote form postcode; all must stand in title, text or comments), repository, state, person, label or last change. " +
    "30 a page, counted from 1. GitHub's index can be a minute behind.",
  keywords:
    "github bugs tickets pull requests prs merged review open closed assigned label backlog what is left to do",
  input: z.strictObject({
    query: z.string().trim().min(2).max(200).optional().describe("Plain words, no search syntax"),
    repository: repositoryField.optional().describe("All of the team's if left out"),
    kind: z.enum(["issue", "pull_request"]).optional().describe("Issues if left out"),
    state: z.enum(["open", "closed"]).optional().describe("Both if left out"),
    assignee: nameField
      .optional()
      .describe("A login, such as ben-abara; list_github_repositories gives them"),
    author: nameField.optional().describe("The login of whoever wrote it"),
    label: nameField.optional().describe("Such as bug"),
    updatedSince: z.iso.date().optional().describe("Changed on this day or later, as 2026-11-23"),
    page: pageField,
  }),
  effect: "read",
  lists: true,
  whenEmpty: "Nothing fits. All words must stand in it: try one of them, or only state or label.",
  egress: "provider",
  summarize: ({ query, kind }) =>
    `Searching the ${kind === "pull_request" ? "pull requests" : "issues"} on GitHub${query === undefined ? "" : ` for ${query}`}`,
  async run(input, services: GitHubServices) {
    const { query: words, repository, kind = "issue", updatedSince, page = 1, ...filter } = input;
    const repositories = repositoriesNamed(services, repository);
    if (typeof repositories === "string") return retry(repositories);
    const since =
      updatedSince === undefined
        ? undefined
        : new Date(momentOf(updatedSince, services.timeZone)).toISOString().replace(".000", "");
    const found = await services.issues(repositories, { ...filter, words, kind, updatedSince: since }, page);
    return {
      kind: "list",
      items: found.items.map((issue) => lineOf(issue, services.timeZone)),
      more: found.more,
      keep: "first",
      ...(found.total === undefined ? {} : { beside: { found: found.total } }),
    };
  },
});
