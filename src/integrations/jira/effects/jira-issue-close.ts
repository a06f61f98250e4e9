/** Closes an issue in Jira that was created by mistake: by whichever of its transitions ends in a status that means done. Closing what is closed is done. */
import type * as z from "zod";
import { findIssue, readTransitions } from "../read.ts";
import { moveIssue } from "../write.ts";
import { defineEffect, notFound, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { JIRA_LEAD, jiraAsShown, jiraPlaceSchema, jiraThread, refusedByJira } from "./jira-fields.ts";

/** Said of work that was not done, where there is such a status. */
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
    message: null,
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
    if (end === undefined)
      throw refusedByJira(`nothing leads from ${issue.status} to a status that means done`);
    await moveIssue(account, key, end.id);
    return { providerId: null };
  },
  lookUp({ key }, account, options) {
    return unlessUnanswered(async () => {
      const issue = await findIssue(account, key);
      return issue === null || issue.isDone
        ? { kind: "found", done: { providerId: null } }
        : notFound(options);
    });
  },
});
