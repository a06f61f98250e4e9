import * as z from "zod";
import { githubIssueCreate } from "../effects/github-issue-create.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import type { GitHubServices } from "./index.ts";
import { assigneesField, bodyField, labelsField, titleField } from "./issue-input.ts";
import { labelsNamed, peopleNamed, repositoryField, repositoryNamed } from "./named.ts";

export const createGithubIssue = defineTool({
  name: "create_github_issue",
  title: "Create an issue on GitHub",
  done: "Drafted an issue on GitHub",
  description:
    "Creates an issue in one of the team's repositories on GitHub, after a person has approved it: repository website, title 'Quote form loses the postcode on the phone', labels bug, assignees ben-abara. " +
    "Look first whether there is one already (search_github_issues). Say only what you were told or have read.",
  keywords: "github report file a bug ticket open new issue feature request",
  input: z.strictObject({
    repository: repositoryField.optional().describe("May be left out where there is one"),
    title: titleField.describe("What is wrong or wanted, short"),
    body: bodyField.optional(),
    labels: labelsField.optional(),
    assignees: assigneesField.optional(),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [githubIssueCreate.kind],
  summarize: ({ title }) => `Drafting an issue: ${title}`,
  async resolve(input, services: GitHubServices): Promise<Resolution> {
    const found = repositoryNamed(services, input.repository);
    if (typeof found === "string") return retry(found);
    const [repository, labels, assignees] = await Promise.all([
      services.repository(found.name),
      labelsNamed(services, found.name, input.labels ?? []),
      peopleNamed(services, found.name, input.assignees ?? []),
    ]);
    if (typeof labels === "string") return retry(labels);
    if (typeof assignees === "string") return retry(assignees);
    if (repository.isArchived) return retry(`${repository.name} is archived: nothing can be written there.`);
    const effect = githubIssueCreate.of({
      connectionId: services.connectionId,
      repository: repository.name,
      isPublic: repository.isPublic,
      title: input.title,
      body: input.body ?? null,
      labels: [...labels],
      assignees: [...assignees],
    });
    return resolvedTo([effect]);
  },
});
