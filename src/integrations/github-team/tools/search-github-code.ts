import * as z from "zod";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { GitHubServices } from "./index.ts";
import { pageField, repositoriesNamed, repositoryField } from "./named.ts";

export const searchGithubCode = defineTool({
  name: "search_github_code",
  title: "Search code",
  done: "Searched the code",
  description:
    "Finds files of the team's repositories on GitHub that hold a text, such as validatePostcode, on their default branches. It gives paths; read_github_file reads one. 30 a page, counted from 1.",
  keywords: "github source function file where is it implemented grep",
  input: z.strictObject({
    text: z.string().trim().min(2).max(150).describe("Words or a phrase that stand in the file"),
    repository: repositoryField.optional().describe("All of the team's if left out"),
    path: z.string().trim().min(1).max(200).optional().describe("Only below this folder, or files named so"),
    language: z.string().trim().min(1).max(50).optional().describe("Such as javascript"),
    page: pageField,
  }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ text }) => `Searching the code for ${text}`,
  async run({ repository, page = 1, ...asked }, services: GitHubServices) {
    const repositories = repositoriesNamed(services, repository);
    if (typeof repositories === "string") return retry(repositories);
    const { items, more } = await services.code(repositories, asked, page);
    return { kind: "list", items: items.map((hit) => ({ ...hit })), more, keep: "first" };
  },
});
