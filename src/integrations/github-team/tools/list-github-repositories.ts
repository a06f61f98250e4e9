import * as z from "zod";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { GitHubServices } from "./index.ts";
import { repositoryField, repositoryNamed } from "./named.ts";

export const listGithubRepositories = defineTool({
  name: "list_github_repositories",
  title: "List the repositories",
  done: "Listed the repositories",
  description:
    "Lists the team's repositories on GitHub that an admin chose, with what each is, its default branch, whether it is public, and how many issues and pull requests are open. " +
    "With repository it gives that one's labels and who issues can be assigned to.",
  keywords: "github repos projects code labels assignees who can be assigned branches",
  input: z.strictObject({ repository: repositoryField.optional() }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ repository }) =>
    repository === undefined ? "Listing the repositories" : `Looking at the repository ${repository}`,
  async run({ repository: wanted }, services: GitHubServices) {
    if (wanted !== undefined) {
      const repository = repositoryNamed(services, wanted);
      if (typeof repository === "string") return retry(repository);
      const [one, labels, people] = await Promise.all([
        services.repository(repository.name),
        services.labels(repository.name),
        services.people(repository.name),
      ]);
      return { kind: "ok", data: { ...one, labels: [...labels], people: [...people] } };
    }
    const all = await services.repositories();
    return { kind: "list", items: all.map((one) => ({ ...one })), total: all.length, keep: "first" };
  },
});
