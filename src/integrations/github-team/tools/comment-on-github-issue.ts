import * as z from "zod";
import { githubIssueComment } from "../effects/github-issue-comment.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import type { GitHubServices } from "./index.ts";
import { issueField } from "./named.ts";
import { placeNamed } from "./place-of.ts";

export const commentOnGithubIssue = defineTool({
  name: "comment_on_github_issue",
  title: "Comment on GitHub",
  done: "Drafted a comment on GitHub",
  description:
    "Posts a comment on an issue or pull request on GitHub, after a person has approved it: what was found out, what a client answered. GitHub notifies everybody who follows it.",
  keywords: "github reply answer note pull request review pr bug ticket",
  input: z.strictObject({
    issue: issueField,
    text: z.string().trim().min(1).max(4000).describe("The comment, Markdown. An @name notifies that person"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [githubIssueComment.kind],
  summarize: ({ issue }) => `Drafting a comment on ${issue}`,
  async resolve({ issue: asked, text }, services: GitHubServices): Promise<Resolution> {
    const found = await placeNamed(services, asked);
    if (typeof found === "string") return retry(found);
    return resolvedTo([githubIssueComment.of({ ...found.place, text })]);
  },
});
