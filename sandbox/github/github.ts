/** GitHub: one private repository a company, its Git data, and its commits. `/control/github` edits a file there as a colleague would. */
import * as z from "zod";
import {
  json,
  parseBody,
  readJson,
  type CreateService,
  type SandboxRequest,
  type Violation,
} from "../service.ts";
import { editFile, gitData } from "./git-data.ts";
import { refusal } from "./refusal.ts";
import { openSpec, type Operation } from "./spec.ts";
import {
  gitHubStore,
  historyOf,
  REPOSITORIES,
  touches,
  verificationOf,
  type GitCommit,
  type Repository,
} from "./store.ts";

let spec: ReturnType<typeof openSpec> | undefined;

const editSchema = z.strictObject({
  repository: z.string(),
  path: z.string().min(1),
  /** Null deletes the file. */
  content: z.string().nullable(),
  branch: z.string().default("main"),
  message: z.string().min(1).default("Edit on GitHub"),
  author: z
    .strictObject({ name: z.string(), email: z.email(), login: z.string().optional() })
    .default({ name: "Priya Raman", email: "priya@alderfinch.example", login: "priya-raman" }),
  /** Whether it is made on github.com; else it is pushed, and says of its author what it likes. */
  onGitHub: z.boolean().default(true),
});
/** Sets a branch back, as a forced push does. */
const setBackSchema = z.strictObject({
  repository: z.string(),
  branch: z.string().default("main"),
  setBackTo: z.string(),
});

/** The service. */
export const createGitHub: CreateService = (context) => {
  const iso = (): string => new Date(context.now()).toISOString();
  const state = gitHubStore(context);
  const violations: Violation[] = [];

  const listCommits = (request: SandboxRequest, name: string, repository: Repository): Response => {
    const query = request.url.searchParams;
    const from = query.get("sha") ?? "main";
    const path = query.get("path");
    const [since, until] = [query.get("since"), query.get("until")].map((at) => (at ? Date.parse(at) : null));
    const size = Math.min(100, Number(query.get("per_page") ?? 30));
    const begin = (Number(query.get("page") ?? 1) - 1) * size;
    const isBy = ({ email, login }: GitCommit["author"], who: string | null): boolean =>
      who === null || email === who || login === who;
    const list = historyOf(repository, repository.branches[from] ?? from)
      .filter((commit) => path === null || touches(repository, commit, path))
      .filter((commit) => isBy(commit.author, query.get("author")))
      .filter((commit) => isBy(commit.committer, query.get("committer")))
      .filter(({ committer: { date } }) => Date.parse(date) >= (since ?? -Infinity))
      .filter(({ committer: { date } }) => Date.parse(date) <= (until ?? Infinity))
      .slice(begin, begin + size);
    return json(list.map((commit) => listed(`${context.url}/github/repos/${name}`, commit)));
  };

  /** Answers as GitHub would, and holds the answer to GitHub's own description. */
  const judged = async (operation: Operation, response: Response): Promise<Response> => {
    const issues = operation.answer(response.status, await response.clone().json());
    if (issues.length > 0) violations.push({ service: "github", operation: operation.id, issues, at: iso() });
    return response;
  };

  return {
    name: "github",
    prefix: "/github",
    async handle(request) {
      const place = /^\/repos\/([^/]+\/[^/]+)(\/.*)$/.exec(request.path);
      const name = decodeURIComponent(place?.[1] ?? "");
      const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
      if (token === undefined || !REPOSITORIES.some((one) => one.token === token)) return refusal(401);
      if ((request.headers.get("user-agent") ?? "") === "")
        return refusal(403, "Please make sure your request has a User-Agent header");
      const repository = state.value.repositories[name];
      const opens = REPOSITORIES.some((one) => one.name === name && one.token === token);
      if (repository === undefined || !opens) return refusal(404);
      const path = place?.[2] ?? "";
      const operation = (spec ??= openSpec()).find(request.method, path);
      if (operation === null) return refusal(404);
      const body = request.method === "GET" ? undefined : readJson(request);
      const issues = operation.request(request.url.searchParams, body);
      if (issues.length > 0) return refusal(422, `Invalid request. ${issues.join("; ")}`);
      if (path === "/commits") return judged(operation, listCommits(request, name, repository));
      const answer = gitData({
        request,
        repository,
        path,
        now: iso(),
        page: `${context.url}/github/repos/${name}`,
        moved: (body) => context.recordEffect("github", "PATCH", `/repos/${name}${path}`, body),
      });
      state.save();
      return judged(operation, answer ?? refusal(404));
    },
    reset: () => state.reset(),
    faultAnswer: (status) => refusal(status),
    violations: () => violations,
    control(request) {
      if (request.method === "GET")
        return json({ items: Object.entries(state.value.repositories).map(summaryOf) });
      const order = parseBody(z.union([setBackSchema, editSchema]), request);
      const repository = state.value.repositories[order.repository];
      if (repository === undefined) return refusal(404);
      const isSetBack = "setBackTo" in order;
      const sha = isSetBack ? order.setBackTo : editFile(repository, { ...order, at: iso() });
      if (isSetBack) repository.branches[order.branch] = sha;
      state.save();
      return json({ sha });
    },
  };
};

/** What the console shows of a repository: its files with their contents, and its commits, newest first. */
function summaryOf([name, repository]: readonly [string, Repository]) {
  const head = repository.branches["main"] ?? "";
  const files = repository.trees[repository.commits[head]?.tree ?? ""] ?? [];
  return {
    repository: name,
    head,
    files: files.map(({ path, sha }) => ({ path, content: repository.blobs[sha] ?? "" })),
    commits: historyOf(repository, head)
      .slice(0, 50)
      .map(({ sha, message, author }) => ({ sha, message, author: author.name, at: author.date })),
  };
}

function listed(page: string, commit: GitCommit) {
  const { sha, message, tree, parents, author, committer } = commit;
  const person = ({ name, email, date }: GitCommit["author"]) => ({ name, email, date });
  return {
    url: `${page}/commits/${sha}`,
    sha,
    node_id: sha,
    html_url: `${page}/commit/${sha}`,
    comments_url: `${page}/commits/${sha}/comments`,
    commit: {
      url: `${page}/git/commits/${sha}`,
      author: person(author),
      committer: person(committer),
      message,
      comment_count: 0,
      tree: { sha: tree, url: `${page}/tree/${tree}` },
      verification: verificationOf(commit),
    },
    author: accountOf(page, author),
    committer: accountOf(page, committer),
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${page}/commits/${parent}`,
      html_url: `${page}/commit/${parent}`,
    })),
  };
}

/** The account GitHub knows a commit's author by; null where their address is nobody's. */
function accountOf(page: string, { login }: GitCommit["author"]) {
  if (login === undefined) return null;
  const url = `${new URL(page).origin}/github/users/${login}`;
  return {
    login,
    id: login.length,
    node_id: login,
    avatar_url: `${url}.png`,
    gravatar_id: "",
    url,
    html_url: url,
    followers_url: `${url}/followers`,
    following_url: `${url}/following`,
    gists_url: `${url}/gists`,
    starred_url: `${url}/starred`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    received_events_url: `${url}/received_events`,
    type: "User",
    site_admin: false,
  };
}
