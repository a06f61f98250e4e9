import * as z from "zod";
import { localTime } from "../../kernel/local-time.ts";
import { defineTool } from "../define-tool.ts";
import { shortened } from "../shortened.ts";
import type { JiraServices } from "./index.ts";
import { issueField, jiraIssueNamed, projectName } from "./named.ts";

const COMMENT_CHARS = 600;
const DESCRIPTION_CHARS = 5_000;

/** One issue whole. */
export const getJiraIssue = defineTool({
  name: "get_jira_issue",
  title: "Look at a Jira issue",
  done: "Looked at a Jira issue",
  description:
    "Shows one issue of Jira whole: description, status and where it can go from there, people, priority, due day, labels, link, and its newest 25 comments, oldest first.",
  keywords: "jira ticket details comments progress transitions",
  input: z.strictObject({ issue: issueField }),
  effect: "read",
  egress: "provider",
  summarize: ({ issue }) => `Looking at ${issue} in Jira`,
  async run({ issue: asked }, services: JiraServices) {
    const issue = await jiraIssueNamed(services, asked);
    if (typeof issue === "string") return { kind: "retry", message: issue };
    const { key, summary, description, type, status, priority, assignee, reporter, labels, due, parent } =
      issue;
    const [comments, transitions] = await Promise.all([services.comments(key), services.transitions(key)]);
    const { timeZone } = services;
    return {
      kind: "ok",
      data: {
        key,
        summary,
        project: projectName(services, issue.project),
        type,
        status,
        canGoTo: [...new Set(transitions.map(({ to }) => to))],
        assignee: assignee?.name ?? null,
        reporter,
        priority,
        due,
        labels: [...labels],
        parent,
        description:
          description !== null && description.length > DESCRIPTION_CHARS
            ? `${description.slice(0, DESCRIPTION_CHARS)}…`
            : description,
        createdAt: localTime(issue.createdAt, timeZone),
        updatedAt: localTime(issue.updatedAt, timeZone),
        url: `${services.page}/${key}`,
        comments: comments.map(({ at, by, text }) => ({
          at: localTime(at, timeZone),
          by,
          text: shortened(text, COMMENT_CHARS),
        })),
      },
    };
  },
});
