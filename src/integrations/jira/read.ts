/** Reads issues and comments, only from the connection's projects. Changes nothing. */
import type * as z from "zod";
import type { JiraSettings } from "./connection.ts";
import type { Formats } from "../../platform/code-readers.ts";
import { isSame } from "./adf.ts";
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

/** An opened connection for reads and writes. */
export interface JiraAccount {
  readonly connection: OpenConnection<JiraSettings>;
  readonly client: JiraClient;
  readonly formats: Pick<Formats, "toAdf">;
  /** Base of issue links: `{site}/browse/{key}`. */
  readonly page: string;
}

/** An issue type of a project, with its statuses. */
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
/** Number of newest comments read. */
export const COMMENTS_READ = 25;

async function get<Schema extends z.ZodType>(
  { client }: JiraAccount,
  path: string,
  schema: Schema,
  query: JsonCall["query"] = {},
): Promise<z.output<Schema>> {
  return parseAnswer(schema, await client({ method: "GET", path, query }));
}

/** Project keys in scope. */
export function keysOf({ connection }: JiraAccount): string[] {
  return connection.settings.projects.map(({ key }) => key);
}

export function issuePath(key: string): string {
  return `/issue/${encodeURIComponent(key)}`;
}

/** A page of issues, most recently changed first; `cursor` comes from the previous page. */
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

/** An issue by key; null if it isn't in the projects in scope. */
export async function findIssue(account: JiraAccount, key: string): Promise<JiraIssue | null> {
  const issue = await orNull(
    get(account, issuePath(key), issueSchema, { fields: FIELDS, properties: [MARK] }),
  );
  return issue !== null && keysOf(account).includes(issue.project) ? issue : null;
}

/** The newest comments after skipping `newer` of them, oldest first. */
export async function readComments(account: JiraAccount, key: string, newer = 0): Promise<JiraComment[]> {
  const query = {
    orderBy: "-created",
    startAt: newer,
    maxResults: COMMENTS_READ,
    expand: "properties",
  };
  const { comments } = await get(account, `${issuePath(key)}/comment`, commentsSchema, query);
  return comments.toReversed();
}

/** A comment by ID; null if not found. */
export function findComment(
  account: JiraAccount,
  key: string,
  commentId: string,
): Promise<JiraComment | null> {
  return orNull(get(account, `${issuePath(key)}/comment/${encodeURIComponent(commentId)}`, commentSchema));
}

/** Available transitions, keyed by target status. */
export async function readTransitions(
  account: JiraAccount,
  key: string,
): Promise<{ readonly id: string; readonly name: string; readonly to: string; readonly isDone: boolean }[]> {
  const { transitions } = await get(account, `${issuePath(key)}/transitions`, transitionsSchema);
  return transitions
    .filter(({ isAvailable }) => isAvailable !== false)
    .map(({ id, name, to }) => ({ id, name, to: to.name, isDone: to.statusCategory?.key === "done" }));
}

/** A project's issue types and their statuses. */
export async function readTypes(account: JiraAccount, project: string): Promise<JiraType[]> {
  const types = await get(account, `/project/${encodeURIComponent(project)}/statuses`, statusesSchema);
  return types.map(({ name, statuses }) => ({ name, statuses: statuses.map((status) => status.name) }));
}

/**
 * Assignable users of a project, at most a hundred: those whose name or address begins with `named`, else the first ones
 * (developer.atlassian.com, "Find users assignable to issues": `query` matches prefixes of displayName and emailAddress; read
 * 2026-11-24).
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

/** The site's priorities, most urgent first. */
export async function readPriorities(account: JiraAccount): Promise<string[]> {
  const { values } = await get(account, "/priority/search", prioritiesSchema, { maxResults: MOST_NAMED });
  return values.map(({ name }) => name);
}

/** Whether an issue's description as Markdown lost nothing. */
export async function isDescriptionWhole(
  { formats }: JiraAccount,
  { document, description }: JiraIssue,
): Promise<boolean> {
  return isSame(document, await formats.toAdf(description ?? ""));
}
