import * as z from "zod";
import { changeOf } from "../../../approvals/effects/changed-fields.ts";
import { jiraFieldsSchema, storedJiraFields, type SomeJiraFields } from "../effects/jira-fields.ts";
import { jiraIssueMove } from "../effects/jira-issue-move.ts";
import { jiraIssueUpdate } from "../effects/jira-issue-update.ts";
import type { EffectBytes, Resolution } from "../../../approvals/ports.ts";
import type { JiraIssue } from "../read.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import type { JiraServices } from "./index.ts";
import { fieldsInput, fieldsWanted } from "./issue-input.ts";
import { issueField, wordNamed } from "./named.ts";
import { jiraPlaceNamed } from "./place-named.ts";

type Place = Exclude<Awaited<ReturnType<typeof jiraPlaceNamed>>, string>["place"];

export const updateJiraIssue = defineTool({
  name: "update_jira_issue",
  title: "Change a Jira issue",
  done: "Drafted a change of a Jira issue",
  description:
    "Changes an issue in Jira, after a person has approved it: takes it to another status (get_jira_issue says where it can go), sets person, priority, due day, labels, summary or description. What is left out stays. " +
    "A change of status and one of fields are two steps of one card.",
  keywords: "jira edit change move status assign transition close done reopen reassign reschedule due ticket",
  input: z.strictObject({
    issue: issueField,
    status: z.string().trim().min(1).max(100).optional().describe("New status, such as Done"),
    summary: z.string().trim().min(1).max(255).optional().describe("New summary"),
    ...fieldsInput,
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [jiraIssueUpdate.kind, jiraIssueMove.kind],
  summarize: ({ issue }) => `Drafting a change of ${issue}`,
  async resolve({ issue: asked, status, summary, ...input }, services: JiraServices): Promise<Resolution> {
    const found = await jiraPlaceNamed(services, asked);
    if (typeof found === "string") return retry(found);
    const { issue, place } = found;
    const fields = await fieldsWanted(services, issue.project, input);
    if (typeof fields === "string") return retry(fields);
    const changed = await changedFields(
      services,
      issue,
      place,
      summary === undefined ? fields : { ...fields, summary },
    );
    if (typeof changed === "string") return retry(changed);
    const moved = await movedTo(services, issue, place, status);
    if (typeof moved === "string") return retry(moved);
    const effects = [...changed, ...moved];
    if (effects.length > 0) return resolvedTo(effects);
    return retry(`“${issue.summary}” is like that already. Nothing would change.`);
  },
});

async function changedFields(
  services: JiraServices,
  issue: JiraIssue,
  place: Place,
  wanted: SomeJiraFields,
): Promise<EffectBytes[] | string> {
  const people =
    "assignee" in wanted && issue.assignee !== null
      ? await services.people(issue.project, issue.assignee.name)
      : [];
  const change = changeOf(storedJiraFields(issue, people), wanted);
  if (change === null) return [];
  if ("description" in change.set && !(await services.isDescriptionWhole(issue)))
    return "That description holds what Markdown has no word for, such as a table or a picture, which would be lost. It can only be changed in Jira: say so, or comment on the issue.";
  if (!jiraFieldsSchema.partial().safeParse(change.was).success)
    return "That issue is longer than a card can show. It can only be changed in Jira: say so.";
  return [jiraIssueUpdate.of({ ...place, ...change })];
}

async function movedTo(
  services: JiraServices,
  issue: JiraIssue,
  place: Place,
  status: string | undefined,
): Promise<EffectBytes[] | string> {
  if (status === undefined || status.toLowerCase() === issue.status.toLowerCase()) return [];
  const ways = [...new Set((await services.transitions(issue.key)).map(({ to }) => to))];
  const word = wordNamed(ways, status, `way from ${issue.status} to`);
  return typeof word === "string"
    ? word
    : [jiraIssueMove.of({ ...place, from: issue.status, to: word.word })];
}
