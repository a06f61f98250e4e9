import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { commentedPage, newerCountField } from "../../../agent/tools/commented-page.ts";
import { fromField } from "../../../agent/tools/text-page.ts";
import { COMMENTS_READ } from "../read.ts";
import type { JiraServices } from "./index.ts";
import { issueField, jiraIssueNamed, projectName } from "./named.ts";

export const getJiraIssue = defineTool({
  name: "get_jira_issue",
  title: "Look at a Jira issue",
  done: "Looked at a Jira issue",
  description:
    "Shows one issue of Jira whole: description, status and where it can go from there, people, priority, due day, labels, link, and its newest 25 comments, oldest first. A long one comes in parts, the newest comments first: call again with from, then with olderThan.",
  keywords: "jira ticket details comments progress transitions",
  input: z.strictObject({ issue: issueField, from: fromField, olderThan: newerCountField }),
  effect: "read",
  egress: "provider",
  summarize: ({ issue }) => `Looking at ${issue} in Jira`,
  async run({ issue: asked, from = 0, olderThan }, services: JiraServices) {
    const issue = await jiraIssueNamed(services, asked);
    if (typeof issue === "string") return retry(issue);
    const { key, summary, description, type, status, priority, assignee, reporter, labels, due, parent } =
      issue;
    const newer = Number(olderThan ?? 0);
    const [comments, transitions] = await Promise.all([
      services.comments(key, newer),
      services.transitions(key),
    ]);
    const { timeZone } = services;
    const url = `${services.page}/${key}`;
    const updatedAt = localTime(issue.updatedAt, timeZone);
    const place = { link: url, title: `${key} ${summary}`, in: "tasks", at: updatedAt };
    const facts = {
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
      createdAt: localTime(issue.createdAt, timeZone),
      updatedAt,
      url,
    };
    const beside = from > 0 || newer > 0 ? { key } : facts;
    const older = comments.length < COMMENTS_READ ? null : String(newer + COMMENTS_READ);
    const text = newer > 0 ? null : description;
    const page = commentedPage({ text, comments, olderThan: older }, from, beside);
    if ("retry" in page) return retry(page.retry);
    return {
      kind: "ok",
      data: {
        ...beside,
        ...page.place,
        ...(newer > 0 ? {} : { description: page.text === null ? null : passage(page.text, place) }),
        comments: page.comments.map(({ id, at: moment, by, text }) => {
          const at = localTime(moment, timeZone);
          const link = `${url}?focusedCommentId=${encodeURIComponent(id)}`;
          const title = `${by} on ${key} ${summary}`;
          return { at, by, text: passage(text, { ...place, link, title, at }) };
        }),
      },
    };
  },
});
