import * as z from "zod";
import { jiraIssueCreate } from "../effects/jira-issue-create.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import type { JiraServices } from "./index.ts";
import { fieldsInput, fieldsWanted } from "./issue-input.ts";
import { projectField, projectNamed, wordNamed } from "./named.ts";

export const createJiraIssue = defineTool({
  name: "create_jira_issue",
  title: "Create a Jira issue",
  done: "Drafted a Jira issue",
  description:
    "Creates an issue in one of the team's Jira projects, after a person has approved it: project Claims, type Task, summary 'Ask Pier 9 for photos of the dock', assignee Ben Abara, due 2026-11-27. " +
    "Look first whether there is one already (search_jira). Assign and date only what you were told or what follows from the request.",
  keywords: "jira add new ticket bug story task report make",
  input: z.strictObject({
    project: projectField.optional().describe("May be left out where there is one"),
    summary: z.string().trim().min(1).max(255).describe("What is to be done, short"),
    type: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe("Such as Bug; Task, or else the project's first, if left out"),
    ...fieldsInput,
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [jiraIssueCreate.kind],
  summarize: ({ summary }) => `Drafting a Jira issue: ${summary}`,
  async resolve({ project: wanted, summary, type, ...input }, services: JiraServices): Promise<Resolution> {
    const project = projectNamed(services, wanted);
    if (typeof project === "string") return retry(project);
    const types = (await services.types(project.key)).map(({ name }) => name);
    const usual = types.find((name) => name === "Task") ?? types[0] ?? "Task";
    const word = wordNamed(types, type ?? usual, "type of issue");
    if (typeof word === "string") return retry(word);
    const fields = await fieldsWanted(services, project.key, input);
    if (typeof fields === "string") return retry(fields);
    const { description = null, assignee = null, priority = null, labels = [], due = null } = fields;
    const effect = jiraIssueCreate.of({
      connectionId: services.connectionId,
      project: project.key,
      projectName: project.name,
      type: word.word,
      summary,
      description,
      assignee,
      priority,
      labels,
      due,
    });
    return resolvedTo([effect]);
  },
});
