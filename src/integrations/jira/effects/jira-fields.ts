/** What issues in Jira are made of, in the kinds of effects that write them: people by their names, descriptions in Markdown. */
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

/** The fields that people write; a status is reached by a move of its own. */
export const jiraFieldsSchema = z.strictObject({
  summary: z.string().min(1).max(255),
  /** Markdown. */
  description: z.string().max(8000).nullable(),
  /** As `jiraLabelOf` names people. */
  assignee: z.string().min(1).nullable(),
  priority: z.string().min(1).max(60).nullable(),
  labels: z.array(z.string().regex(/^\S{1,255}$/)).max(20),
  /** `2026-11-24`. */
  due: z.iso.date().nullable(),
});
type Fields = z.output<typeof jiraFieldsSchema>;
/** Some of them. */
export type SomeJiraFields = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** Which issue, as the card names it. */
export const jiraPlaceSchema = z.strictObject({
  connectionId: z.string(),
  key: z.string().regex(/^[A-Z][A-Z0-9_]+-\d+$/),
  projectName: z.string(),
  /** As it is called before anything is changed. */
  issueSummary: z.string(),
  /** Where people look at it; documents of earlier releases don't say. */
  page: z.url({ protocol: /^https?$/ }).optional(),
});

/** The issue itself, first on its card. */
export const JIRA_LEAD: readonly LayoutRule[] = [
  { path: "/issueSummary", label: "Issue", role: "recipient" },
  { path: "/page", label: "Issue", role: "recipient", format: "link", implied: true },
];

/** What drafts about the same issue have in common. */
export function jiraThread({ connectionId, key }: { readonly connectionId: string; readonly key: string }) {
  return `jira:${connectionId}:${key}`;
}

/** Issues, as comments on them are told. */
export const COMMENTED_JIRA = {
  noun: "issue",
  name: "issueSummary",
  place: "projectName",
  placeLabel: "Project",
  lead: JIRA_LEAD,
  ids: [["key", "Key"]],
} as const;

/** Somebody by what tells them apart: their name, with the address where several bear it. */
export function jiraLabelOf(user: JiraUser, all: readonly JiraUser[]): string {
  const isShared = all.some(({ id, name }) => id !== user.id && name === user.name);
  return isShared && user.email !== null ? `${user.name} (${user.email})` : user.name;
}

/** What `jiraLabelOf` puts behind a name that several bear. */
const ADDRESS_BEHIND = / \([^()\s]+@[^()\s]+\)$/;

/** An issue's fields as documents hold them. */
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

/** Some fields as Jira takes them. Throws IntegrationError `not_applied` where the assignee is nobody. */
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
    throw refusedByJira(`nobody in the project is called ${assignee}, or several are`);
  return { ...rest, assigneeId: user.id };
}

/** Why nothing was changed. */
export function refusedByJira(why: string): IntegrationError {
  return new IntegrationError("jira", why, { outcome: "not_applied", status: 400 });
}

/** The issue still there. Throws IntegrationError `not_applied` where it is gone. */
export async function jiraIssueThere(account: JiraAccount, key: string): Promise<JiraIssue> {
  const issue = await findIssue(account, key);
  if (issue === null) throw refusedByJira("the issue is gone, or not in a project that is set up");
  return issue;
}

/** Throws IntegrationError `not_applied` for a project that is not in scope. */
export function inJiraScope(account: JiraAccount, project: string): void {
  if (!keysOf(account).includes(project)) throw refusedByJira("the project is not one an admin chose");
}

/** Who bears the name of an issue's assignee; people are read only where a field names one. */
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

/** The fields that are about to change still are what the card says they are. */
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

/** The issue still is in the status the card says. */
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

/** The issue still is the one the card names. */
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
