/** Closes a Jira issue created by mistake, using any transition that ends in a "done" status. A closed issue counts as done. */
import type * as z from "zod";
import { findIssue, readTransitions } from "../read.ts";
import { moveIssue } from "../write.ts";
import { defineEffect, NOT_SET, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { JIRA_LEAD, jiraAsShown, jiraPlaceSchema, jiraThread, refusedByJira } from "./jira-fields.ts";

/** Preferred statuses: work that wasn't done. */
const NOT_DONE = /won.?t|cancel|reject|declin|duplicate|obsolete/i;

export const jiraIssueClose = defineEffect<typeof jiraPlaceSchema, "jira">({
  kind: "jira_issue.close",
  vendor: "jira",
  capability: "write",
  document: jiraPlaceSchema,
  words: {
    name: "Issue closing",
    plural: "issue closings",
    verb: "close",
    done: "Closed",
    irreversible: "It can be reopened in Jira.",
  },
  says: ({ issueSummary, projectName }: z.output<typeof jiraPlaceSchema>) => ({
    title: `Close issue “${issueSummary}”`,
    target: projectName,
    ask: `Close the issue “${issueSummary}” in ${projectName}?`,
    sent: `Issue closed: ${issueSummary}`,
  }),
  layout: [
    ...JIRA_LEAD,
    { path: "/projectName", label: "Project", role: "detail" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/key", label: "Key", role: "id" },
  ],
  threadKey: jiraThread,
  audience: () => "team",
  preconditions: [jiraAsShown],
  recovery: "look_up",
  async perform({ key }, account) {
    const issue = await findIssue(account, key);
    if (issue === null || issue.isDone) return { providerId: null };
    const ends = (await readTransitions(account, key)).filter(({ isDone }) => isDone);
    const end = ends.find(({ to, name }) => NOT_DONE.test(to) || NOT_DONE.test(name)) ?? ends[0];
    if (end === undefined) throw refusedByJira(`no transition leads from ${issue.status} to a done status`);
    await moveIssue(account, key, end.id);
    return { providerId: null };
  },
  lookUp({ key }, account) {
    return unlessUnanswered(async () => {
      const issue = await findIssue(account, key);
      return issue === null || issue.isDone ? { kind: "found", done: { providerId: null } } : NOT_SET;
    });
  },
});
