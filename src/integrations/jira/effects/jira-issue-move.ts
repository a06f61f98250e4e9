/** Moves a Jira issue to another status by the available transition. Undone by moving it back, if a transition allows it. */
import * as z from "zod";
import type { EffectBytes } from "../../../approvals/ports.ts";
import { findIssue, readTransitions } from "../read.ts";
import { moveIssue } from "../write.ts";
import { defineEffect, notFound, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import {
  JIRA_LEAD,
  jiraIssueThere,
  jiraPlaceSchema,
  jiraStatusUnchanged,
  jiraThread,
  refusedByJira,
} from "./jira-fields.ts";

const documentSchema = jiraPlaceSchema.extend({ from: z.string().min(1), to: z.string().min(1) });

export const jiraIssueMove = defineEffect({
  kind: "jira_issue.move",
  vendor: "jira",
  capability: "write",
  document: documentSchema,
  words: { name: "Issue move", plural: "issue moves", verb: "move", done: "Moved" },
  says: ({ issueSummary, key, projectName, to }) => ({
    title: `Move issue “${issueSummary}” to ${to}`,
    target: `${key}, ${projectName}`,
    ask: `Move the issue “${issueSummary}” to ${to}?`,
    sent: `Issue moved to ${to}: ${issueSummary}`,
  }),
  layout: [
    ...JIRA_LEAD,
    { path: "/projectName", label: "Project", role: "detail" },
    { path: "/to", label: "Status, new", role: "detail" },
    { path: "/from", label: "Status, until now", role: "detail" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/key", label: "Key", role: "id" },
  ],
  threadKey: jiraThread,
  audience: () => "team",
  preconditions: [jiraStatusUnchanged],
  recovery: "look_up",
  async perform({ key, to }, account) {
    const { status } = await jiraIssueThere(account, key);
    const transition = (await readTransitions(account, key)).find((one) => one.to === to);
    if (transition === undefined) throw refusedByJira(`no transition leads from ${status} to ${to}`);
    await moveIssue(account, key, transition.id);
    return { providerId: null };
  },
  lookUp({ key, from, to }, account, options) {
    return unlessUnanswered(async () => {
      const issue = await findIssue(account, key);
      if (issue?.status === to)
        return { kind: "found", done: { providerId: null, link: `${account.page}/${key}` } };
      return issue?.status === from ? notFound(options) : { kind: "unknown" };
    });
  },
  compensate({ from, to, ...place }): { label: string; effect: EffectBytes } {
    return { label: "Move it back", effect: jiraIssueMove.of({ ...place, from: to, to: from }) };
  },
});
