/** GitHub's endpoints for issues, pull requests and code (docs.github.com/rest, version 2022-11-28) on a team's repositories. */
import type { SandboxContext } from "../service.ts";
import { Answer, Refused, type VendorCall } from "../vendor/define-vendor.ts";
import { APP_OPERATIONS, callerOf } from "./app.ts";
import { listed } from "./commits.ts";
import { parseQuery, type Asked } from "./search.ts";
import { changesOf, historyOf, type Saved } from "./store.ts";
import {
  commentJson,
  fileJson,
  issueJson,
  labelJson,
  pullJson,
  repositoryJson,
  shortRepositoryJson,
  type Named,
} from "./team-json.ts";
import { ASSIGNABLE, gitHubTeamStore, type Comment, type Issue, type TeamRepository } from "./team-store.ts";
import { userJson } from "./user-json.ts";

type Call = VendorCall<Saved, string>;

/** Searches per minute and token. */
const SEARCHES = { issues: 30, code: 10 };

/** Null if it isn't the team's. */
export function teamRepository(context: SandboxContext, name: string): TeamRepository | null {
  return gitHubTeamStore(context).value.repositories[name] ?? null;
}

function rootOf({ context }: Call): string {
  return `${context.url}/github`;
}

function here(call: Call): Named {
  const repository = teamRepository(call.context, call.caller);
  if (repository === null) throw new Refused(404);
  return { name: call.caller, repository, root: rootOf(call) };
}

function issueOf({ path }: Call, { repository }: Named): Issue {
  const number = Number(path["issue_number"] ?? path["pull_number"]);
  const issue = repository.issues.find((one) => one.number === number);
  if (issue === undefined) throw new Refused(404);
  return issue;
}

function paged<Item>({ query }: Call, all: readonly Item[]): Item[] {
  const size = Math.min(100, Number(query["per_page"] ?? 30));
  const from = (Number(query["page"] ?? 1) - 1) * size;
  return all.slice(from, from + size);
}

function parameter({ query }: Call, name: string, otherwise: string): string {
  const value = query[name];
  return typeof value === "string" ? value : otherwise;
}

/** GitHub's times have no milliseconds. */
function nowOf({ context }: Call): string {
  return new Date(context.now()).toISOString().replace(/\.\d+Z$/, "Z");
}

function changed(call: Call): void {
  gitHubTeamStore(call.context).save();
  call.context.recordEffect("github", call.request.method, call.request.path, call.body ?? null);
}

interface Fields {
  readonly title?: string | null;
  readonly body?: string | null;
  readonly state?: "open" | "closed";
  readonly state_reason?: Issue["reason"];
  readonly labels?: readonly (string | { readonly name?: string })[];
  readonly assignees?: readonly string[];
}

/** Like GitHub, silently ignores people who can't be assigned. */
function write(issue: Issue, fields: Fields, now: string): void {
  issue.title = fields.title ?? issue.title;
  issue.body = fields.body === undefined ? issue.body : fields.body;
  issue.labels = (fields.labels ?? issue.labels).map((one) =>
    typeof one === "string" ? one : (one.name ?? ""),
  );
  issue.assignees = [...(fields.assignees ?? issue.assignees)].filter((login) => ASSIGNABLE.includes(login));
  if (fields.state !== undefined) turn(issue, fields.state, fields.state_reason, now);
  issue.updatedAt = now;
}

function turn(issue: Issue, state: Issue["state"], reason: Issue["reason"] | undefined, now: string): void {
  const isMerged = (issue.pull?.mergedAt ?? null) !== null;
  if (state === "open" && isMerged)
    throw new Refused(422, "state cannot be changed. The pull request has been merged.");
  if (state !== issue.state) issue.closedAt = state === "closed" ? now : null;
  issue.state = state;
  issue.reason = issue.pull === null ? (reason ?? (state === "closed" ? "completed" : null)) : null;
}

/** Counts a search and enforces the rate limit. */
function searched({ context }: Call, most: number): void {
  const section = gitHubTeamStore(context);
  const nowMs = context.now();
  section.value.searched = section.value.searched.filter((at) => at > nowMs - 60_000);
  if (section.value.searched.length >= most)
    throw new Refused(
      403,
      "API rate limit exceeded",
      String(Math.ceil(((section.value.searched[0] ?? nowMs) + 60_000) / 1000)),
    );
  section.value.searched.push(nowMs);
}

function inScope(call: Call, { repositories }: Asked): Named[] {
  return repositories.flatMap((name) => {
    const repository = teamRepository(call.context, name);
    return repository === null ? [] : [{ name, repository, root: rootOf(call) }];
  });
}

function isMeant({ words, qualifiers }: Asked, issue: Issue, comments: readonly Comment[]): boolean {
  const text = [issue.title, issue.body ?? "", ...comments.map(({ body }) => body)].join(" ").toLowerCase();
  const has = (name: string, test: (value: string) => boolean): boolean =>
    (qualifiers.get(name) ?? []).every(test);
  const is: Readonly<Record<string, boolean>> = {
    issue: issue.pull === null,
    "pull-request": issue.pull !== null,
    open: issue.state === "open",
    closed: issue.state === "closed",
  };
  return (
    words.every((word) => text.includes(word)) &&
    has("is", (value) => is[value] === true) &&
    has("assignee", (login) => issue.assignees.includes(login)) &&
    has("author", (login) => issue.by === login) &&
    has("label", (label) => issue.labels.includes(label)) &&
    has("updated", (value) => Date.parse(issue.updatedAt) >= Date.parse(value.replace(">=", "")))
  );
}

function searchIssues(call: Call) {
  searched(call, SEARCHES.issues);
  const asked = parseQuery(parameter(call, "q", ""));
  const kinds = asked.qualifiers.get("is") ?? [];
  if (!kinds.includes("issue") && !kinds.includes("pull-request"))
    throw new Refused(422, "Query must include 'is:issue' or 'is:pull-request'");
  if (asked.repositories.length > 1 && !/\(.* OR .*\)/.test(parameter(call, "q", "")))
    throw new Refused(422, "Side by side, repositories are all of them at once");
  const found = inScope(call, asked)
    .flatMap((named) =>
      named.repository.issues
        .filter((issue) =>
          isMeant(
            asked,
            issue,
            named.repository.comments.filter(({ number }) => number === issue.number),
          ),
        )
        .map((issue) => ({ ...issueJson(named, issue), score: 1 })),
    )
    .toSorted((left, right) => (left.updated_at < right.updated_at ? 1 : -1));
  return {
    total_count: found.length,
    incomplete_results: false,
    search_type: "lexical",
    items: paged(call, found),
  };
}

function searchCode(call: Call) {
  searched(call, SEARCHES.code);
  const asked = parseQuery(parameter(call, "q", ""));
  if (asked.words.length === 0) throw new Refused(422, "A search for code needs words");
  const [path] = asked.qualifiers.get("path") ?? [];
  const found = inScope(call, asked).flatMap((named) => {
    const { git } = named.repository;
    const head = git.branches["main"] ?? "";
    return (git.trees[git.commits[head]?.tree ?? ""] ?? [])
      .filter((entry) => path === undefined || entry.path.includes(path))
      .filter(({ sha }) => asked.words.every((word) => (git.blobs[sha] ?? "").toLowerCase().includes(word)))
      .map((entry) => ({
        name: entry.path.split("/").at(-1) ?? "",
        path: entry.path,
        sha: entry.sha,
        url: `${named.root}/repos/${named.name}/contents/${entry.path}?ref=${head}`,
        git_url: `${named.root}/repos/${named.name}/git/blobs/${entry.sha}`,
        html_url: `${named.root}/${named.name}/blob/${head}/${entry.path}`,
        repository: shortRepositoryJson(named),
        score: 1,
      }));
  });
  return { total_count: found.length, incomplete_results: false, items: paged(call, found) };
}

/** A commit by SHA, SHA prefix or branch. */
function commitNamed({ repository: { git } }: Named, ref: string) {
  const sha =
    git.branches[ref] ?? Object.keys(git.commits).find((one) => ref.length >= 7 && one.startsWith(ref));
  const commit = git.commits[sha ?? ""];
  if (commit === undefined) throw new Refused(422, `No commit found for SHA: ${ref}`);
  return commit;
}

function readContent(call: Call) {
  const named = here(call);
  const { git } = named.repository;
  const path = call.path["path"] ?? "";
  const ref = parameter(call, "ref", "main");
  const known = git.branches[ref] ?? Object.keys(git.commits).find((one) => one === ref);
  const tree = git.trees[git.commits[known ?? ""]?.tree ?? ""];
  if (tree === undefined) throw new Refused(404, `No commit found for the ref ${ref}`);
  const about = (at: string, type: string, sha: string, size: number) => {
    const url = `${named.root}/repos/${named.name}/contents/${at}?ref=${ref}`;
    const page = `${named.root}/${named.name}/${type === "dir" ? "tree" : "blob"}/${ref}/${at}`;
    return {
      type,
      name: at.split("/").at(-1) ?? "",
      path: at,
      sha,
      size,
      url,
      git_url: null,
      html_url: page,
      download_url: null,
      _links: { self: url, git: null, html: page },
    };
  };
  const file = tree.find((entry) => entry.path === path);
  if (file !== undefined) {
    const bytes = Buffer.from(git.blobs[file.sha] ?? "", "utf8");
    return {
      ...about(path, "file", file.sha, bytes.length),
      encoding: "base64",
      content: bytes.toString("base64").replace(/(.{60})/g, "$1\n"),
    };
  }
  const below = tree.filter((entry) => path === "" || entry.path.startsWith(`${path}/`));
  if (below.length === 0) throw new Refused(404);
  const inside = (entry: string): string => entry.slice(path === "" ? 0 : path.length + 1);
  const names = [...new Set(below.map((entry) => inside(entry.path).split("/")[0] ?? ""))];
  return names.map((name) => {
    const at = path === "" ? name : `${path}/${name}`;
    const entry = below.find((one) => one.path === at);
    return about(at, entry === undefined ? "dir" : "file", entry?.sha ?? at, 0);
  });
}

function pullOf(call: Call) {
  const named = here(call);
  const issue = issueOf(call, named);
  if (issue.pull === null) throw new Refused(404);
  const { git } = named.repository;
  const head = git.branches[issue.pull.branch];
  const main = new Set(historyOf(git, git.branches["main"] ?? "").map(({ sha }) => sha));
  const commits = head === undefined ? [] : historyOf(git, head).filter(({ sha }) => !main.has(sha));
  const files = commits.flatMap((commit) =>
    changesOf(git, commit).map(({ path, before, after }) => ({ path, before, after })),
  );
  return { named, issue, commits, files, head: head ?? "" };
}

/** Endpoints by operation ID. */
export const TEAM_OPERATIONS: Readonly<Record<string, (call: Call) => unknown>> = {
  "repos/list-for-authenticated-user": (call) => {
    const { repositories } = gitHubTeamStore(call.context).value;
    const all = Object.entries(repositories).map(([name, repository]) => ({
      name,
      repository,
      root: rootOf(call),
    }));
    return paged(call, all).map(repositoryJson);
  },
  "repos/get": (call) => repositoryJson(here(call)),
  "issues/list-assignees": (call) => paged(call, ASSIGNABLE).map((login) => userJson(rootOf(call), login)),
  "issues/list-labels-for-repo": (call) => {
    const named = here(call);
    return paged(call, named.repository.labels).map((label) => labelJson(named, label));
  },
  "issues/list-for-repo": (call) => {
    const named = here(call);
    const state = parameter(call, "state", "open");
    const wanted = named.repository.issues.filter((one) => state === "all" || one.state === state);
    return paged(call, wanted.toReversed()).map((issue) => issueJson(named, issue));
  },
  "issues/get": (call) => {
    const named = here(call);
    return issueJson(named, issueOf(call, named));
  },
  "issues/create": (call) => {
    const named = here(call);
    const now = nowOf(call);
    const issue: Issue = {
      number: named.repository.issues.length + 1,
      title: "",
      body: null,
      by: callerOf(call),
      state: "open",
      reason: null,
      labels: [],
      assignees: [],
      createdAt: now,
      updatedAt: now,
      closedAt: null,
      pull: null,
    };
    write(issue, call.body as Fields, now);
    named.repository.issues.push(issue);
    changed(call);
    return new Answer(201, issueJson(named, issue));
  },
  "issues/update": (call) => {
    const named = here(call);
    const issue = issueOf(call, named);
    write(issue, call.body as Fields, nowOf(call));
    changed(call);
    return issueJson(named, issue);
  },
  "issues/list-comments": (call) => {
    const named = here(call);
    const { number } = issueOf(call, named);
    const since = Date.parse(parameter(call, "since", "1970-01-01"));
    const all = named.repository.comments.filter(
      (one) => one.number === number && Date.parse(one.at) >= since,
    );
    return paged(call, all).map((comment) => commentJson(named, comment));
  },
  "issues/get-comment": (call) => {
    const named = here(call);
    const comment = named.repository.comments.find(({ id }) => String(id) === call.path["comment_id"]);
    if (comment === undefined) throw new Refused(404);
    return commentJson(named, comment);
  },
  "issues/create-comment": (call) => {
    const named = here(call);
    const issue = issueOf(call, named);
    const saved = gitHubTeamStore(call.context).value;
    const { body } = call.body as { readonly body: string };
    const at = nowOf(call);
    const comment: Comment = { id: saved.next++, number: issue.number, by: callerOf(call), body, at };
    named.repository.comments.push(comment);
    issue.updatedAt = at;
    changed(call);
    return new Answer(201, commentJson(named, comment));
  },
  "issues/delete-comment": (call) => {
    const { comments } = here(call).repository;
    const index = comments.findIndex(({ id }) => String(id) === call.path["comment_id"]);
    if (index < 0) throw new Refused(404);
    comments.splice(index, 1);
    changed(call);
    return new Answer(204, null);
  },
  "pulls/get": (call) => {
    const { named, issue, commits, files } = pullOf(call);
    return pullJson(named, issue, commits, files);
  },
  "pulls/list-files": (call) => {
    const { named, files, head } = pullOf(call);
    return paged(call, files).map((file) => fileJson(named, file, head));
  },
  "repos/get-commit": (call) => {
    const named = here(call);
    const commit = commitNamed(named, call.path["ref"] ?? "");
    const page = `${named.root}/repos/${named.name}`;
    const files = changesOf(named.repository.git, commit).map((file) => fileJson(named, file, commit.sha));
    return { ...listed(page, commit), files };
  },
  "repos/get-content": readContent,
  "search/issues-and-pull-requests": searchIssues,
  "search/code": searchCode,
};

/** Whether a team's token may call it: its own endpoints, and reading commits. */
export function isTeamOperation(id: string): boolean {
  return id in TEAM_OPERATIONS || id in APP_OPERATIONS || id === "repos/list-commits";
}
