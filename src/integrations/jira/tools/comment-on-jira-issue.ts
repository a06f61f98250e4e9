import * as z from "zod";
import { jiraIssueComment } from "../effects/jira-issue-comment.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import type { JiraServices } from "./index.ts";
import { issueField } from "./named.ts";
import { jiraPlaceNamed } from "./place-named.ts";

export const commentOnJiraIssue = defineTool({
  name: "comment_on_jira_issue",
  title: "Comment on a Jira issue",
  done: "Drafted a comment on a Jira issue",
  description:
    "Posts a comment on an issue in Jira, after a person has approved it: what was found out, what a client answered. In a service project it is internal: whoever asked there doesn't see it.",
  keywords: "jira note reply add information progress ticket",
  input: z.strictObject({
    issue: issueField,
    text: z.string().trim().min(1).max(4000).describe("The comment, Markdown"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [jiraIssueComment.kind],
  summarize: ({ issue }) => `Drafting a comment on ${issue}`,
  async resolve({ issue: asked, text }, services: JiraServices): Promise<Resolution> {
    const found = await jiraPlaceNamed(services, asked);
    if (typeof found === "string") return retry(found);
    return resolvedTo([jiraIssueComment.of({ ...found.place, text })]);
  },
});
