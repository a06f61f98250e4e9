/**
 * Creates a Jira issue with the effect's mark, by which it is found after a crash. Jira can't restore deleted issues, so it is undone by
 * closing it.
 */
import * as z from "zod";
import { searchIssues } from "../read.ts";
import { createIssue } from "../write.ts";
import {
  defineEffect,
  notFound,
  sinceClaim,
  unlessUnanswered,
} from "../../../approvals/effects/define-effect.ts";
import { inJiraScope, jiraApiFields, jiraFieldsSchema } from "./jira-fields.ts";
import { jiraIssueClose } from "./jira-issue-close.ts";
import { MINUTE_MS } from "../../../kernel/clock.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  project: z.string(),
  projectName: z.string(),
  type: z.string().min(1).max(100),
  ...jiraFieldsSchema.shape,
});

export const jiraIssueCreate = defineEffect({
  kind: "jira_issue.create",
  vendor: "jira",
  capability: "write",
  document: documentSchema,
  words: { name: "New issue", plural: "new issues", verb: "create", done: "Created" },
  says: ({ summary, projectName, assignee }) => ({
    title: `New issue “${summary}”`,
    target: [summary, projectName, ...(assignee === null ? [] : [assignee])].join(", "),
    ask: `Create the issue “${summary}” in ${projectName}?`,
    sent: `Issue created in ${projectName}: ${summary}`,
  }),
  layout: [
    { path: "/projectName", label: "Project", role: "recipient" },
    { path: "/summary", label: "Issue", role: "subject" },
    { path: "/type", label: "Type", role: "detail" },
    { path: "/assignee", label: "Assigned to", role: "detail" },
    { path: "/priority", label: "Priority", role: "detail" },
    { path: "/due", label: "Due", role: "detail", format: "local_time" },
    { path: "/labels/*", label: "Label", role: "detail" },
    { path: "/description", label: "Description", role: "body" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/project", label: "Project", role: "id" },
  ],
  audience: () => "team",
  recovery: "look_up",
  async perform(document, account, idempotencyKey) {
    const { project, type, summary, description, assignee, priority, labels, due } = document;
    const fields = { summary, description, assignee, priority, labels, due };
    inJiraScope(account, project);
    const set = await jiraApiFields(account, project, fields);
    const { key } = await createIssue(account, {
      ...set,
      summary,
      project,
      type,
      mark: idempotencyKey,
    });
    return { providerId: key, link: `${account.page}/${key}` };
  },
  lookUp({ project }, account, options) {
    return unlessUnanswered(async () => {
      const createdWithinMin = (options.now - Date.parse(sinceClaim(options))) / MINUTE_MS + 1;
      const { issues, next } = await searchIssues(account, [project], { createdWithinMin, isOwn: true });
      const found = issues.find(({ mark }) => mark === options.idempotencyKey);
      if (found !== undefined)
        return { kind: "found", done: { providerId: found.key, link: `${account.page}/${found.key}` } };
      return next === null ? notFound(options) : { kind: "unknown" };
    });
  },
  compensate({ connectionId, projectName, summary }, providerId) {
    if (providerId === null) return null;
    return {
      label: "Close the issue",
      effect: jiraIssueClose.of({ connectionId, key: providerId, projectName, issueSummary: summary }),
    };
  },
});
