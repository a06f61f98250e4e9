import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { shortened } from "../../../agent/tools/shortened.ts";
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
    const url = `${services.page}/${key}`;
    const updatedAt = localTime(issue.updatedAt, timeZone);
    const place = { link: url, title: `${key} ${summary}`, in: "tasks", at: updatedAt };
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
          description === null
            ? null
            : passage(
                description.length > DESCRIPTION_CHARS
                  ? `${description.slice(0, DESCRIPTION_CHARS)}…`
                  : description,
                place,
              ),
        createdAt: localTime(issue.createdAt, timeZone),
        updatedAt,
        url,
        comments: comments.map(({ id, at: moment, by, text }) => {
          const at = localTime(moment, timeZone);
          const link = `${url}?focusedCommentId=${encodeURIComponent(id)}`;
          const title = `${by} on ${key} ${summary}`;
          return { at, by, text: passage(shortened(text, COMMENT_CHARS), { ...place, link, title, at }) };
        }),
      },
    };
  },
});
