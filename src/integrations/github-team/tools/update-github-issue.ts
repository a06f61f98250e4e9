import * as z from "zod";
import { changeOf } from "../../../approvals/effects/changed-fields.ts";
import {
  githubIssueFieldsSchema,
  storedIssueFields,
  type SomeIssueFields,
} from "../effects/github-issue-fields.ts";
import { githubIssueUpdate } from "../effects/github-issue-update.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { IssueState, StoredIssue } from "../read.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import type { GitHubServices } from "./index.ts";
import { assigneesField, bodyField, labelsField, titleField } from "./issue-input.ts";
import { issueField, labelsNamed, peopleNamed } from "./named.ts";
import { placeNamed } from "./place-of.ts";
import { definedFields } from "../../../kernel/defined-fields.ts";

const inputSchema = z.strictObject({
  issue: issueField,
  state: z
    .enum(["open", "closed", "not_planned"])
    .optional()
    .describe("closed: done; not_planned: closed without doing it; open: reopened"),
  title: titleField.optional().describe("New title"),
  body: bodyField.optional().describe("The whole new text: it replaces the old one"),
  labels: labelsField.optional().describe("All its labels from now on; empty for none"),
  assignees: assigneesField
    .optional()
    .describe("Logins of everybody it is assigned to from now on; empty for nobody"),
});
type Input = z.output<typeof inputSchema>;

export const updateGithubIssue = defineTool({
  name: "update_github_issue",
  title: "Change an issue on GitHub",
  done: "Drafted a change of an issue on GitHub",
  description:
    "Changes an issue or pull request on GitHub, after a person has approved it: closes or reopens it, sets labels, people, title or text. What is left out stays. It merges nothing.",
  keywords: "github assign close finish done reopen reassign label rename edit bug ticket pull request",
  input: inputSchema,
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [githubIssueUpdate.kind],
  summarize: ({ issue }) => `Drafting a change of ${issue}`,
  async resolve(input, services: GitHubServices): Promise<Resolution> {
    const found = await placeNamed(services, input.issue);
    if (typeof found === "string") return retry(found);
    const { issue, place } = found;
    const wanted = await wantedOf(input, issue, services);
    if (typeof wanted === "string") return retry(wanted);
    const change = changeOf(storedIssueFields(issue), wanted);
    if (change === null) return retry(`“${issue.title}” is like that already. Nothing would change.`);
    if (!githubIssueFieldsSchema.partial().safeParse(change.was).success)
      return retry("That issue is longer than a card can show. It can only be changed on GitHub: say so.");
    return resolvedTo([githubIssueUpdate.of({ ...place, ...change })]);
  },
});

/** The requested fields; a string is an error for the model. */
async function wantedOf(
  input: Input,
  issue: StoredIssue,
  services: GitHubServices,
): Promise<SomeIssueFields | string> {
  const { repository } = issue;
  const labels = input.labels === undefined ? null : await labelsNamed(services, repository, input.labels);
  if (typeof labels === "string") return labels;
  const assignees =
    input.assignees === undefined ? null : await peopleNamed(services, repository, input.assignees);
  if (typeof assignees === "string") return assignees;
  const state = await stateWanted(input, issue, services);
  if (state !== undefined && "problem" in state) return state.problem;
  const { title, body } = input;
  return definedFields({
    title,
    body: body === "" ? null : body,
    state: state?.state,
    labels: labels === null ? undefined : [...labels],
    assignees: assignees === null ? undefined : [...assignees],
  });
}

/** A pull request is only open or closed, and a merged one stays closed. */
async function stateWanted(
  { state: wanted }: Input,
  { repository, number, isPull, state }: StoredIssue,
  services: GitHubServices,
): Promise<{ readonly state: IssueState } | { readonly problem: string } | undefined> {
  if (wanted === undefined) return undefined;
  if (!isPull) return { state: wanted };
  if (wanted !== "open") return { state: "closed" };
  const isMerged = state !== "open" && (await services.pull(repository, number)).isMerged;
  return isMerged ? { problem: "That pull request is merged: it can't be reopened." } : { state: "open" };
}
