import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { shortened } from "../../../agent/tools/shortened.ts";
import type { GitHubServices } from "./index.ts";
import { issueField, issueNamed } from "./named.ts";
import { filesOf, nameOf, stateOf } from "./view.ts";

const BODY_CHARS = 4_000;
const COMMENT_CHARS = 600;

/** One issue or pull request whole. */
export const getGithubIssue = defineTool({
  name: "get_github_issue",
  title: "Look at an issue on GitHub",
  done: "Looked at an issue on GitHub",
  description:
    "Shows one issue or pull request on GitHub whole: text, state, people, labels, link and its newest 25 comments, oldest first; of a pull request also its branches and what it changes, file by file.",
  keywords: "github bug ticket pull request pr diff review comments details merged",
  input: z.strictObject({ issue: issueField }),
  effect: "read",
  egress: "provider",
  summarize: ({ issue }) => `Looking at ${issue} on GitHub`,
  async run({ issue: asked }, services: GitHubServices) {
    const issue = await issueNamed(services, asked);
    if (typeof issue === "string") return { kind: "retry", message: issue };
    const { title, body, by, assignees, labels, createdAt, updatedAt, url } = issue;
    const [comments, pull] = await Promise.all([
      issue.comments === 0 ? [] : services.comments(issue),
      issue.isPull ? services.pull(issue.repository, issue.number) : null,
    ]);
    const { timeZone } = services;
    const name = nameOf(issue);
    const place = { link: url, title: `${name} ${title}`, in: "tasks", at: localTime(updatedAt, timeZone) };
    return {
      kind: "ok",
      data: {
        issue: name,
        title,
        state: pull?.isMerged === true ? "merged" : stateOf(issue),
        by,
        assignees: [...assignees],
        labels: [...labels],
        text:
          body === null
            ? null
            : passage(body.length <= BODY_CHARS ? body : `${body.slice(0, BODY_CHARS)}…`, place),
        createdAt: localTime(createdAt, timeZone),
        updatedAt: place.at,
        url,
        pullRequest:
          pull === null
            ? null
            : {
                from: pull.from,
                into: pull.into,
                commits: pull.commits,
                lines: `+${pull.additions} -${pull.deletions}`,
                changedFiles: pull.changedFiles,
                files: filesOf(pull.files),
              },
        comments: comments.map(({ at: moment, by: who, text, url: link }) => {
          const at = localTime(moment, timeZone);
          const of = { ...place, link, title: `${who} on ${place.title}`, at };
          return { at, by: who, text: passage(shortened(text, COMMENT_CHARS), of) };
        }),
      },
    };
  },
});
