/** Jira Cloud: the company's issues, validated against the official specification. */
import { join } from "node:path";
import { json } from "../service.ts";
import { Answer, defineVendor, Refused, type VendorCall } from "../vendor/define-vendor.ts";
import { openOpenApi } from "../vendor/openapi.ts";
import { JIRA_PROJECTS } from "../world/jira.ts";
import { whoseAccess } from "../vendor/consent-server.ts";
import { jiraConsents } from "./consent.ts";
import { applyDeltas } from "./deltas.ts";
import { readJql, type Clause } from "./jql.ts";
import {
  JIRA,
  jiraStore,
  nextKey,
  PRIORITIES,
  STATUSES,
  TYPES,
  USERS,
  type Comment,
  type Issue,
  type Property,
  type Saved,
} from "./store.ts";

/** The calling account. */
type Call = VendorCall<Saved, string>;

const MESSAGES: Readonly<Record<number, string>> = {
  401: "Client must be authenticated to access this resource.",
  404: "Issue does not exist or you do not have permission to see it.",
  429: "Rate limit exceeded.",
};

function refuse(status: number, said = MESSAGES[status] ?? "Error"): Response {
  const headers: Record<string, string> = status === 429 ? { "retry-after": "5" } : {};
  return json({ errorMessages: [said], errors: {} }, status, headers);
}

export const createJira = defineVendor<Saved, string>({
  name: "jira",
  prefix: "/jira",
  judge: () => openOpenApi(join(import.meta.dirname, "../specs/jira.openapi.json"), applyDeltas),
  world: jiraStore,
  refuse,
  admit({ headers }, _operation, _state, context) {
    const given = headers.get("authorization") ?? "";
    const known = `Basic ${Buffer.from(`${JIRA.settings.email}:${JIRA.token}`).toString("base64")}`;
    if (given === known) return USERS[0]?.accountId ?? "";
    const consented = whoseAccess(jiraConsents(context).value, given.replace(/^Bearer /, ""), context.now());
    if (consented === null) throw new Refused(401);
    return consented;
  },
  operations: {
    getCurrentUser: (call) => userJson(call, call.caller),
    searchProjects: (call) => ({
      self: rootOf(call),
      startAt: 0,
      maxResults: 100,
      total: JIRA_PROJECTS.length,
      isLast: true,
      values: JIRA_PROJECTS.map((project, index) => projectJson(call, project, index)),
    }),
    getAllStatuses: (call) => {
      projectOf(call.path["projectIdOrKey"]);
      return TYPES.map((name, index) => ({
        id: String(10_000 + index),
        name,
        self: `${rootOf(call)}/issuetype/${10_000 + index}`,
        subtask: false,
        statuses: STATUSES.map(({ name: status }) => statusJson(call, status)),
      }));
    },
    searchPriorities: (call) => ({
      startAt: 0,
      maxResults: 100,
      total: PRIORITIES.length,
      isLast: true,
      values: PRIORITIES.map((name, index) => ({
        id: String(index + 1),
        name,
        self: `${rootOf(call)}/priority/${index + 1}`,
      })),
    }),
    findAssignableUsers: (call) => {
      const { key } = projectOf(call.query["project"] as string | undefined);
      const begins = (call.query["query"] as string | undefined)?.toLowerCase() ?? "";
      const isNamed = (one: string): boolean => one.toLowerCase().startsWith(begins);
      return USERS.filter(({ notIn }) => !notIn.includes(key))
        .filter((user) => [user.displayName, user.emailAddress].some(isNamed))
        .map((user) => userJson(call, user.accountId));
    },
    searchAndReconsileIssuesUsingJql: search,
    getIssue: (call) => issueJson(call, issueOf(call)),
    createIssue: create,
    editIssue: (call) => {
      const issue = issueOf(call);
      write(issue, fieldsOf(call));
      return changed(call, issue);
    },
    getTransitions: (call) => ({
      transitions: waysFrom(issueOf(call)).map(({ id, name }) => ({
        id: `${id}1`,
        name,
        to: statusJson(call, name),
        hasScreen: false,
        isGlobal: false,
        isInitial: false,
        isConditional: false,
        isAvailable: true,
      })),
    }),
    doTransition: (call) => {
      const issue = issueOf(call);
      const { transition } = call.body as { readonly transition?: { readonly id?: string } };
      const way = waysFrom(issue).find(({ id }) => `${id}1` === transition?.id);
      if (way === undefined)
        throw new Refused(400, "It is not possible to go there from the issue's current status.");
      issue.status = way.name;
      return changed(call, issue);
    },
    getComments: (call) => {
      const { key } = issueOf(call);
      const all = call.state.comments.filter((one) => one.key === key);
      const size = Number(call.query["maxResults"] ?? 100);
      const sorted = call.query["orderBy"] === "-created" ? all.toReversed() : all;
      const withProperties = call.query["expand"] === "properties";
      const startAt = Number(call.query["startAt"] ?? 0);
      return {
        startAt,
        maxResults: size,
        total: all.length,
        comments: sorted.slice(startAt, startAt + size).map((one) => commentJson(call, one, withProperties)),
      };
    },
    getComment: (call) => commentJson(call, commentOf(call), false),
    addComment: (call) => {
      const { key } = issueOf(call);
      const { body, properties = [] } = call.body as {
        readonly body: unknown;
        readonly properties?: Property[];
      };
      const [by] = USERS;
      const id = String(call.state.next++);
      const comment = { id, key, by: by?.accountId ?? "", body, at: call.context.now(), properties };
      call.state.comments.push(comment);
      recorded(call);
      return new Answer(201, commentJson(call, comment, true));
    },
    deleteComment: (call) => {
      call.state.comments.splice(call.state.comments.indexOf(commentOf(call)), 1);
      recorded(call);
      return new Answer(204, null);
    },
  },
});

function rootOf({ context }: Pick<Call, "context">): string {
  return `${context.url}/jira/rest/api/3`;
}

function projectOf(key: string | undefined) {
  const project = JIRA_PROJECTS.find((one) => one.key === key);
  if (project === undefined) throw new Refused(404, `No project could be found with key '${key ?? ""}'.`);
  return project;
}

function projectJson(call: Call, project: (typeof JIRA_PROJECTS)[number], index = 0) {
  return {
    ...project,
    id: String(10_000 + index),
    self: `${rootOf(call)}/project/${project.key}`,
    simplified: false,
    isPrivate: false,
  };
}

function statusJson(call: Call, name: string) {
  const { id, category } = STATUSES.find((one) => one.name === name) ?? STATUSES[0];
  const self = `${rootOf(call)}/status/${id}`;
  return {
    self,
    id,
    name,
    statusCategory: {
      self: `${rootOf(call)}/statuscategory/${category}`,
      id: 2,
      key: category,
      name: category,
    },
  };
}

function userJson(call: Call, accountId: string) {
  const user = USERS.find((one) => one.accountId === accountId);
  return {
    self: `${rootOf(call)}/user?accountId=${accountId}`,
    ...user,
    accountId,
    accountType: "atlassian",
    active: true,
    timeZone: "America/Chicago",
  };
}

/** Jira writes zones without a colon. */
function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+0000");
}

function issueJson(call: Call, issue: Issue) {
  const project = projectOf(issue.project);
  return {
    id: issue.id,
    key: issue.key,
    self: `${rootOf(call)}/issue/${issue.id}`,
    properties: Object.fromEntries(issue.properties.map(({ key, value }) => [key, value])),
    fields: {
      project: projectJson(call, project),
      summary: issue.summary,
      description: issue.description,
      issuetype: { id: "10000", name: issue.type, subtask: false },
      status: statusJson(call, issue.status),
      priority: { id: "3", name: issue.priority },
      assignee: issue.assignee === null ? null : userJson(call, issue.assignee),
      reporter: userJson(call, issue.reporter),
      labels: issue.labels,
      duedate: issue.due,
      created: timeOf(issue.createdAt),
      updated: timeOf(issue.updatedAt),
    },
  };
}

function commentJson(call: Call, comment: Comment, withProperties: boolean) {
  return {
    self: `${rootOf(call)}/issue/${comment.key}/comment/${comment.id}`,
    id: comment.id,
    author: userJson(call, comment.by),
    body: comment.body,
    created: timeOf(comment.at),
    updated: timeOf(comment.at),
    ...(withProperties ? { properties: comment.properties } : {}),
  };
}

function issueOf({ state, path }: Call): Issue {
  const issue = state.issues.find(({ key }) => key === path["issueIdOrKey"]);
  if (issue === undefined) throw new Refused(404);
  return issue;
}

function commentOf(call: Call): Comment {
  const { key } = issueOf(call);
  const comment = call.state.comments.find((one) => one.key === key && one.id === call.path["id"]);
  if (comment === undefined) throw new Refused(404, "Can not find a comment for the id.");
  return comment;
}

function waysFrom({ status }: Issue) {
  const ways: readonly string[] = STATUSES.find((one) => one.name === status)?.leadsTo ?? [];
  return STATUSES.filter(({ name }) => ways.includes(name));
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf({ body }: Call): Fields {
  return (body as { readonly fields?: Fields }).fields ?? {};
}

function named(value: unknown): string {
  return String((value as { readonly name?: string } | null)?.name ?? "");
}

const WRITERS: Readonly<Record<string, (issue: Issue, value: unknown) => void>> = {
  summary: (issue, value) => void (issue.summary = value as string),
  description: (issue, value) => {
    if (value !== null && (value as { type?: string }).type !== "doc")
      throw new Refused(400, "Operation value must be an Atlassian Document");
    issue.description = value;
  },
  priority: (issue, value) => {
    if (!PRIORITIES.some((one) => one === named(value)))
      throw new Refused(400, "The priority selected is invalid.");
    issue.priority = named(value);
  },
  assignee: (issue, value) => {
    const id = (value as { readonly id?: string } | null)?.id ?? null;
    if (
      id !== null &&
      !USERS.some(({ accountId, notIn }) => accountId === id && !notIn.includes(issue.project))
    )
      throw new Refused(400, "User cannot be assigned issues.");
    issue.assignee = id;
  },
  labels: (issue, value) => void (issue.labels = [...(value as string[])]),
  duedate: (issue, value) => void (issue.due = value as string | null),
};

function write(issue: Issue, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    const set = WRITERS[name];
    if (set === undefined) throw new Refused(400, `Field '${name}' cannot be set.`);
    set(issue, value);
  }
}

function create(call: Call): Answer {
  const { project, issuetype, ...fields } = fieldsOf(call);
  const { key: projectKey } = projectOf((project as { readonly key?: string } | undefined)?.key);
  if (!TYPES.some((one) => one === named(issuetype))) throw new Refused(400, "Specify a valid issue type");
  const now = call.context.now();
  const issue: Issue = {
    id: String(call.state.next++),
    key: nextKey(call.state, projectKey),
    project: projectKey,
    type: named(issuetype),
    summary: "",
    description: null,
    status: STATUSES[0].name,
    assignee: null,
    priority: "Medium",
    labels: [],
    due: null,
    reporter: USERS[0]?.accountId ?? "",
    createdAt: now,
    updatedAt: now,
    properties: (call.body as { readonly properties?: Property[] }).properties ?? [],
  };
  write(issue, fields);
  call.state.issues.push(issue);
  recorded(call);
  return new Answer(201, { id: issue.id, key: issue.key, self: `${rootOf(call)}/issue/${issue.id}` });
}

function recorded({ context, request, body }: Call): void {
  context.recordEffect("jira", request.method, request.path, body ?? null);
}

function changed(call: Call, issue: Issue): Answer {
  issue.updatedAt = call.context.now();
  recorded(call);
  return new Answer(204, null);
}

function search(call: Call) {
  const jql = String(call.query["jql"]);
  const clauses = readJql(jql);
  const found = call.state.issues
    .filter((issue) => clauses.every((clause) => isMeant(call, issue, clause)))
    .toSorted((left, right) => right.updatedAt - left.updatedAt);
  const from = Number(call.query["nextPageToken"] ?? 0);
  const size = Number(call.query["maxResults"] ?? 50);
  const isLast = from + size >= found.length;
  return {
    isLast,
    ...(isLast ? {} : { nextPageToken: String(from + size) }),
    issues: found.slice(from, from + size).map((issue) => issueJson(call, issue)),
  };
}

function textIn(node: unknown): string {
  if (Array.isArray(node)) return node.map(textIn).join(" ");
  if (node === null || typeof node !== "object") return "";
  const { text = "", content = [] } = node as { readonly text?: string; readonly content?: unknown[] };
  return `${text} ${textIn(content)}`;
}

type Test = (issue: Issue, values: readonly string[], call: Call) => boolean;

const isLike = (left: string, right = ""): boolean => left.toLowerCase() === right.toLowerCase();
const within = (ms: number, [value = ""]: readonly string[], { context }: Call): boolean =>
  ms >= context.now() - Number(/^-(\d+)m$/.exec(value)?.[1] ?? 0) * 60_000;

/** Evaluation of each clause. */
const TESTS: Readonly<Record<string, Test>> = {
  "project in": ({ project }, values) => values.includes(project),
  "text ~": (issue, [word = ""], { state }) => {
    const said = state.comments.filter(({ key }) => key === issue.key).map(({ body }) => textIn(body));
    const all = [issue.summary, textIn(issue.description), ...said].join(" ").toLowerCase();
    return all.includes(word.toLowerCase());
  },
  "status =": ({ status }, [value]) => isLike(status, value),
  "statusCategory !=": ({ status }) => STATUSES.find(({ name }) => name === status)?.category !== "done",
  "assignee is": ({ assignee }) => assignee === null,
  "assignee =": ({ assignee }, [value]) => assignee === value,
  "labels =": ({ labels }, [value = ""]) => labels.includes(value),
  "issuetype =": ({ type }, [value]) => isLike(type, value),
  "due <=": ({ due }, [value = ""]) => due !== null && due <= value,
  "updated >=": ({ updatedAt }, values, call) => within(updatedAt, values, call),
  "created >=": ({ createdAt }, values, call) => within(createdAt, values, call),
  "creator =": ({ reporter }) => reporter === USERS[0]?.accountId,
};

function isMeant(call: Call, issue: Issue, { field, operator, values }: Clause): boolean {
  const test = TESTS[`${field} ${operator}`];
  if (test === undefined)
    throw new Refused(400, `Error in the JQL Query: the sandbox does not know ${field} ${operator}`);
  return test(issue, values, call);
}
