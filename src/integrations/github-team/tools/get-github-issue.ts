import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { commentedPage, newerCountField } from "../../../agent/tools/commented-page.ts";
import { fromField } from "../../../agent/tools/text-page.ts";
import type { GitHubServices } from "./index.ts";
import { issueField, issueNamed } from "./named.ts";
import { filesOf, nameOf, stateOf } from "./view.ts";

export const getGithubIssue = defineTool({
  name: "get_github_issue",
  title: "Look at an issue on GitHub",
  done: "Looked at an issue on GitHub",
  description:
    "Shows one issue or pull request on GitHub whole: text, state, people, labels, link and its newest 25 comments, oldest first; of a pull request also its branches and what it changes, file by file. A long one comes in parts, the newest comments first: call again with from, then with olderThan.",
  keywords: "github bug ticket pull request pr diff review comments details merged",
  input: z.strictObject({ issue: issueField, from: fromField, olderThan: newerCountField }),
  effect: "read",
  egress: "provider",
  summarize: ({ issue }) => `Looking at ${issue} on GitHub`,
  async run({ issue: asked, from = 0, olderThan }, services: GitHubServices) {
    const issue = await issueNamed(services, asked);
    if (typeof issue === "string") return retry(issue);
    const { title, body, by, assignees, labels, createdAt, updatedAt, url } = issue;
    const newer = Number(olderThan ?? 0);
    const isLater = from > 0 || newer > 0;
    const [comments, pull] = await Promise.all([
      issue.comments === 0 ? [] : services.comments(issue, newer),
      issue.isPull && !isLater ? services.pull(issue.repository, issue.number) : null,
    ]);
    const { timeZone } = services;
    const name = nameOf(issue);
    const place = { link: url, title: `${name} ${title}`, in: "tasks", at: localTime(updatedAt, timeZone) };
    const facts = {
      issue: name,
      title,
      state: pull?.isMerged === true ? "merged" : stateOf(issue),
      by,
      assignees: [...assignees],
      labels: [...labels],
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
              ...filesOf(pull.files),
            },
    };
    const beside = isLater ? { issue: name } : facts;
    const shown = newer + comments.length;
    const older = issue.comments > shown ? String(shown) : null;
    const page = commentedPage({ text: newer > 0 ? null : body, comments, olderThan: older }, from, beside);
    if ("retry" in page) return retry(page.retry);
    return {
      kind: "ok",
      data: {
        ...beside,
        ...page.place,
        ...(newer > 0 ? {} : { text: page.text === null ? null : passage(page.text, place) }),
        comments: page.comments.map(({ at: moment, by: who, text, url: link }) => {
          const at = localTime(moment, timeZone);
          const of = { ...place, link, title: `${who} on ${place.title}`, at };
          return { at, by: who, text: passage(text, of) };
        }),
      },
    };
  },
});
