/** Reading from Jira: issues and comments of the projects that the connection names, and of no other. Changes nothing. */
import type * as z from "zod";
import type { JiraSettings } from "./connection.ts";
import type { OpenConnection } from "../connections/index.ts";
import { orNull, type JsonCall } from "../json-client.ts";
import type { JiraClient } from "./client.ts";
import { jqlOf, type JiraFilter } from "./jql.ts";
import {
  commentSchema,
  commentsSchema,
  foundSchema,
  issueSchema,
  MARK,
  parseAnswer,
  prioritiesSchema,
  statusesSchema,
  transitionsSchema,
  usersSchema,
  type JiraComment,
  type JiraIssue,
  type JiraUser,
} from "./parse.ts";

export type { JiraFilter } from "./jql.ts";
export type { JiraComment, JiraIssue, JiraUser } from "./parse.ts";

/** A connection to Jira with its client: what reads and writes are given. */
export interface JiraAccount {
  readonly connection: OpenConnection<JiraSettings>;
  readonly client: JiraClient;
  /** Where people look at an issue: `{site}/browse/{key}`. */
  readonly page: string;
}

/** What an issue may be, and be in, by the kinds of issues of its project. */
export interface JiraType {
  readonly name: string;
  readonly statuses: readonly string[];
}

const FIELDS =
  "project,summary,description,issuetype,status,priority,assignee,reporter,labels,duedate,parent,created,updated".split(
    ",",
  );
const PAGE = 50;
const MOST_NAMED = 100;
/** So many of the newest comments are read. */
export const COMMENTS_READ = 25;

async function get<Schema extends z.ZodType>(
  { client }: JiraAccount,
  path: string,
  schema: Schema,
  query: JsonCall["query"] = {},
): Promise<z.output<Schema>> {
  return parseAnswer(schema, await client({ method: "GET", path, query }));
}

/** Keys of the projects in scope. */
export function keysOf({ connection }: JiraAccount): string[] {
  return connection.settings.projects.map(({ key }) => key);
}

/** The path of an issue. */
export function issuePath(key: string): string {
  return `/issue/${encodeURIComponent(key)}`;
}

/** A page of issues, those changed last first; `cursor` is of the page before. */
export async function searchIssues(
  account: JiraAccount,
  projects: readonly string[],
  filter: JiraFilter,
  cursor?: string,
): Promise<{ readonly issues: readonly JiraIssue[]; readonly next: string | null }> {
  const scope = projects.filter((key) => keysOf(account).includes(key));
  if (scope.length === 0) return { issues: [], next: null };
  const found = await get(account, "/search/jql", foundSchema, {
    jql: jqlOf(scope, filter),
    fields: FIELDS,
    properties: [MARK],
    maxResults: PAGE,
    nextPageToken: cursor,
  });
  return {
    issues: (found.issues ?? []).filter(({ project }) => scope.includes(project)),
    next: found.nextPageToken ?? null,
  };
}

/** An issue by its key; null where there is none in the projects in scope. */
export async function findIssue(account: JiraAccount, key: string): Promise<JiraIssue | null> {
  const issue = await orNull(
    get(account, issuePath(key), issueSchema, { fields: FIELDS, properties: [MARK] }),
  );
  return issue !== null && keysOf(account).includes(issue.project) ? issue : null;
}

/** The newest comments on an issue, oldest first. */
export async function readComments(account: JiraAccount, key: string): Promise<JiraComment[]> {
  const query = { orderBy: "-created", maxResults: COMMENTS_READ, expand: "properties" };
  const { comments } = await get(account, `${issuePath(key)}/comment`, commentsSchema, query);
  return comments.toReversed();
}

/** A comment by its id; null where there is none. */
export function findComment(
  account: JiraAccount,
  key: string,
  commentId: string,
): Promise<JiraComment | null> {
  return orNull(get(account, `${issuePath(key)}/comment/${encodeURIComponent(commentId)}`, commentSchema));
}

/** Where an issue can go from where it is: the transition to each status. */
export async function readTransitions(
  account: JiraAccount,
  key: string,
): Promise<{ readonly id: string; readonly name: string; readonly to: string; readonly isDone: boolean }[]> {
  const { transitions } = await get(account, `${issuePath(key)}/transitions`, transitionsSchema);
  return transitions
    .filter(({ isAvailable }) => isAvailable !== false)
    .map(({ id, name, to }) => ({ id, name, to: to.name, isDone: to.statusCategory?.key === "done" }));
}

/** What issues of a project may be, and be in. */
export async function readTypes(account: JiraAccount, project: string): Promise<JiraType[]> {
  const types = await get(account, `/project/${encodeURIComponent(project)}/statuses`, statusesSchema);
  return types.map(({ name, statuses }) => ({ name, statuses: statuses.map((status) => status.name) }));
}

/**
 * Who issues of a project can be assigned to, a hundred at most: those whose name or address begins with `named` where any does, else the first
 * (developer.atlassian.com, "Find users assignable to issues": `query` is matched against the beginnings of displayName and emailAddress; read 2026-11-24).
 */
export async function readAssignable(
  account: JiraAccount,
  project: string,
  named?: string,
): Promise<JiraUser[]> {
  const found = named === undefined ? [] : await assignable(account, project, named);
  return found.length > 0 ? found : assignable(account, project);
}

async function assignable(account: JiraAccount, project: string, query?: string): Promise<JiraUser[]> {
  const asked = { project, query, maxResults: MOST_NAMED };
  const users = await get(account, "/user/assignable/search", usersSchema, asked);
  return users.filter(({ isPerson }) => isPerson).map(({ id, name, email }) => ({ id, name, email }));
}

/** The site's priorities, the most urgent first. */
export async function readPriorities(account: JiraAccount): Promise<string[]> {
  const { values } = await get(account, "/priority/search", prioritiesSchema, { maxResults: MOST_NAMED });
  return values.map(({ name }) => name);
}
