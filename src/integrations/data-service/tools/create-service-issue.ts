import * as z from "zod";
import { serviceIssueCreate } from "../effects/service-issue-create.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import type { ServiceServices } from "./index.ts";
import { placeOf, userField } from "./place.ts";

const line = (maxChars: number) => z.string().trim().min(1).max(maxChars);

export const createServiceIssue = defineTool({
  name: "create_service_issue",
  title: "Create an issue in your data service",
  done: "Drafted an issue",
  description:
    "Creates an issue in the team's own data service, after a person has approved it: project MNT, type task, summary 'Replace the pump seal at Birch House'. " +
    "Look first whether there is one already (retrieve_context). Keys of issues that were read begin with the project's key.",
  keywords: "data service own system maintenance report add new",
  input: z.strictObject({
    user: userField,
    project: line(100).describe("Key of the project, such as MNT"),
    type: line(100).describe("Such as task, bug, story or epic"),
    summary: line(255).describe("What is to be done, short"),
    description: z.string().trim().max(10_000).optional().describe("What there is to do; plain text"),
    priority: line(100).optional().describe("Such as high; medium if left out"),
    assignee: line(200).optional().describe("As the service names people"),
    labels: z.array(line(100)).max(20).optional(),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [serviceIssueCreate.kind],
  summarize: ({ summary }) => `Drafting an issue: ${summary}`,
  async resolve(input, services: ServiceServices): Promise<Resolution> {
    const place = placeOf(services, input.user);
    if (typeof place === "string") return retry(place);
    const { project, type, summary, description, priority = "medium", assignee = null, labels = [] } = input;
    const effect = serviceIssueCreate.of({
      ...place,
      projectKey: project,
      type,
      summary,
      description: description || null,
      priority,
      assignee,
      labels,
    });
    return resolvedTo([effect]);
  },
});
