/** Issue fields shared by Jira effects: people by name, descriptions in Markdown. */
import * as z from "zod";
import {
  findIssue,
  keysOf,
  readAssignable,
  type JiraAccount,
  type JiraIssue,
  type JiraUser,
} from "../read.ts";
import type { JiraFields } from "../write.ts";
import { IntegrationError } from "../../../kernel/errors.ts";
import { hasFields } from "../../../approvals/effects/changed-fields.ts";
import { definePrecondition, type LayoutRule } from "../../../approvals/effects/define-effect.ts";

/** Fields people edit; status changes are separate. */
export const jiraFieldsSchema = z.strictObject({
  summary: z.string().min(1).max(255),
  /** Markdown. */
  description: z.string().max(8000).nullable(),
  /** A label as `jiraLabelOf` builds it. */
  assignee: z.string().min(1).nullable(),
  priority: z.string().min(1).max(60).nullable(),
  labels: z.array(z.string().regex(/^\S{1,255}$/)).max(20),
  /** `2026-11-24`. */
  due: z.iso.date().nullable(),
});
type Fields = z.output<typeof jiraFieldsSchema>;
export type SomeJiraFields = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** The issue as the card names it. */
export const jiraPlaceSchema = z.strictObject({
  connectionId: z.string(),
  key: z.string().regex(/^[A-Z][A-Z0-9_]+-\d+$/),
  projectName: z.string(),
  /** The summary before any change. */
  issueSummary: z.string(),
  /** Link for people; absent in documents from earlier releases. */
  page: z.url({ protocol: /^https?$/ }).optional(),
});

/** The card's first line. */
export const JIRA_LEAD: readonly LayoutRule[] = [
  { path: "/issueSummary", label: "Issue", role: "recipient" },
  { path: "/page", label: "Issue", role: "recipient", format: "link", implied: true },
];

/** Groups drafts about the same issue. */
export function jiraThread({ connectionId, key }: { readonly connectionId: string; readonly key: string }) {
  return `jira:${connectionId}:${key}`;
}

/** How comment effects describe issues. */
export const COMMENTED_JIRA = {
  noun: "issue",
  name: "issueSummary",
  place: "projectName",
  placeLabel: "Project",
  lead: JIRA_LEAD,
  ids: [["key", "Key"]],
} as const;

/** A user's name, with the address if the name isn't unique. */
export function jiraLabelOf(user: JiraUser, all: readonly JiraUser[]): string {
  const isShared = all.some(({ id, name }) => id !== user.id && name === user.name);
  return isShared && user.email !== null ? `${user.name} (${user.email})` : user.name;
}

/** The address suffix of `jiraLabelOf`. */
const ADDRESS_BEHIND = / \([^()\s]+@[^()\s]+\)$/;

/** An issue's fields in document form. */
export function storedJiraFields(issue: JiraIssue, people: readonly JiraUser[]): Fields {
  const { summary, description, assignee, priority, labels, due } = issue;
  return {
    summary,
    description,
    assignee: assignee === null ? null : jiraLabelOf(assignee, people),
    priority,
    labels: [...labels],
    due,
  };
}

/** Converts fields to Jira's API. Throws IntegrationError `not_applied` for an unknown assignee. */
export async function jiraApiFields(
  account: JiraAccount,
  project: string,
  fields: SomeJiraFields,
): Promise<JiraFields> {
  const { assignee, ...rest } = fields;
  if (assignee === undefined || assignee === null)
    return assignee === null ? { ...rest, assigneeId: null } : rest;
  const people = await readAssignable(account, project, assignee.replace(ADDRESS_BEHIND, ""));
  const [user, ...others] = people.filter((one) => jiraLabelOf(one, people) === assignee);
  if (user === undefined || others.length > 0)
    throw refusedByJira(`no single member of the project is called ${assignee}`);
  return { ...rest, assigneeId: user.id };
}

export function refusedByJira(why: string): IntegrationError {
  return new IntegrationError("jira", why, { outcome: "not_applied", status: 400 });
}

/** Throws IntegrationError `not_applied` if the issue is gone. */
export async function jiraIssueThere(account: JiraAccount, key: string): Promise<JiraIssue> {
  const issue = await findIssue(account, key);
  if (issue === null) throw refusedByJira("the issue is gone, or not in a connected project");
  return issue;
}

/** Throws IntegrationError `not_applied` for a project outside the scope. */
export function inJiraScope(account: JiraAccount, project: string): void {
  if (!keysOf(account).includes(project)) throw refusedByJira("the project was not selected by an admin");
}

/** Users with the assignee's name; fetched only if a field names an assignee. */
export async function peopleFor(
  account: JiraAccount,
  { project, assignee }: Pick<JiraIssue, "project" | "assignee">,
  fields: object,
): Promise<readonly JiraUser[]> {
  return "assignee" in fields && assignee !== null ? readAssignable(account, project, assignee.name) : [];
}

type Place = Pick<z.output<typeof jiraPlaceSchema>, "connectionId" | "key">;
const { connectionId, key, issueSummary } = jiraPlaceSchema.shape;
const observedPlace = z.object({ connectionId, key });

/** Precondition: the fields to change still have the values the card shows. */
export const jiraUnchanged = definePrecondition({
  kind: "jira_issue_unchanged",
  observed: observedPlace.extend({ was: jiraFieldsSchema.partial() }),
  about: ({ key }) => key,
  of: ({ connectionId, key, was }: Place & { was: SomeJiraFields }) => ({
    connectionId,
    key,
    was: was as Partial<Fields>,
  }),
  async check({ connectionId, key, was }, world) {
    const account = await world.account("jira", connectionId);
    const issue = await findIssue(account, key);
    if (issue === null) return { holds: false, reason: "The issue is gone." };
    if (hasFields(storedJiraFields(issue, await peopleFor(account, issue, was)), was)) return { holds: true };
    return { holds: false, reason: "The issue was changed in Jira since this was drafted." };
  },
});

/** Precondition: the issue still has the status the card shows. */
export const jiraStatusUnchanged = definePrecondition({
  kind: "jira_status_unchanged",
  observed: observedPlace.extend({ from: z.string() }),
  about: ({ key }) => key,
  of: ({ connectionId, key, from }: Place & { from: string }) => ({ connectionId, key, from }),
  async check({ connectionId, key, from }, world) {
    const issue = await findIssue(await world.account("jira", connectionId), key);
    if (issue === null) return { holds: false, reason: "The issue is gone." };
    if (issue.status === from) return { holds: true };
    return {
      holds: false,
      reason: `The issue was moved since this was drafted: it is now in “${issue.status}”.`,
    };
  },
});

/** Precondition: the issue still has the summary the card shows. */
export const jiraAsShown = definePrecondition({
  kind: "jira_issue_as_shown",
  observed: observedPlace.extend({ issueSummary }),
  about: ({ key }) => key,
  of: ({ connectionId, key, issueSummary }: Place & { issueSummary: string }) => ({
    connectionId,
    key,
    issueSummary,
  }),
  async check({ connectionId, key, issueSummary }, world) {
    const issue = await findIssue(await world.account("jira", connectionId), key);
    if (issue === null) return { holds: false, reason: "The issue is gone." };
    if (issue.summary === issueSummary) return { holds: true };
    return {
      holds: false,
      reason: `The issue was renamed since this was drafted: it is now “${issue.summary}”.`,
    };
  },
});
