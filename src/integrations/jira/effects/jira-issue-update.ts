/** Updates fields of a Jira issue. Undone by restoring them; refused if someone changed them since. */
import type { EffectBytes } from "../../../approvals/ports.ts";
import { findIssue } from "../read.ts";
import { updateIssue } from "../write.ts";
import { changedLayout, hasFields } from "../../../approvals/effects/changed-fields.ts";
import { defineEffect, NOT_SET, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import {
  JIRA_LEAD,
  jiraApiFields,
  jiraFieldsSchema,
  jiraIssueThere,
  jiraPlaceSchema,
  jiraThread,
  jiraUnchanged,
  peopleFor,
  storedJiraFields,
} from "./jira-fields.ts";

const documentSchema = jiraPlaceSchema.extend({
  /** Only the fields that change. */
  set: jiraFieldsSchema.partial(),
  was: jiraFieldsSchema.partial(),
});

export const jiraIssueUpdate = defineEffect({
  kind: "jira_issue.update",
  vendor: "jira",
  capability: "write",
  document: documentSchema,
  words: { name: "Issue change", plural: "issue changes", verb: "change", done: "Changed" },
  says: ({ issueSummary, key, projectName }) => ({
    title: `Change issue “${issueSummary}”`,
    target: `${key}, ${projectName}`,
    ask: `Change the issue “${issueSummary}” in ${projectName}?`,
    sent: `Issue changed: ${issueSummary}`,
  }),
  layout: [
    ...JIRA_LEAD,
    { path: "/projectName", label: "Project", role: "detail" },
    ...changedLayout("summary", "Summary"),
    ...changedLayout("assignee", "Assigned to"),
    ...changedLayout("priority", "Priority"),
    ...changedLayout("due", "Due", { format: "local_time" }),
    ...changedLayout("labels/*", "Label"),
    ...changedLayout("description", "Description"),
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/key", label: "Key", role: "id" },
  ],
  threadKey: jiraThread,
  audience: () => "team",
  preconditions: [jiraUnchanged],
  recovery: "look_up",
  async perform({ key, set }, account) {
    const { project } = await jiraIssueThere(account, key);
    await updateIssue(account, key, await jiraApiFields(account, project, set));
    // An issue can be changed many times: its key doesn't identify one change.
    return { providerId: null };
  },
  lookUp({ key, set, was }, account) {
    return unlessUnanswered(async () => {
      const issue = await findIssue(account, key);
      if (issue === null) return { kind: "unknown" };
      const now = storedJiraFields(issue, await peopleFor(account, issue, set));
      if (hasFields(now, set))
        return { kind: "found", done: { providerId: null, link: `${account.page}/${key}` } };
      return hasFields(now, was) ? NOT_SET : { kind: "unknown" };
    });
  },
  /** A priority can't be cleared. */
  compensate({ set, was, ...place }): { label: string; effect: EffectBytes } | null {
    if (was.priority === null) return null;
    const issueSummary = set.summary ?? place.issueSummary;
    return {
      label: "Restore the previous values",
      effect: jiraIssueUpdate.of({ ...place, issueSummary, set: was, was: set }),
    };
  },
});
