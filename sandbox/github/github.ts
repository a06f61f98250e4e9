/** GitHub: one private repository a company, its Git data, and its commits. `/control/github` edits a file there as a colleague would. */
import * as z from "zod";
import { join } from "node:path";
import { json, parseBody } from "../service.ts";
import { defineVendor, Refused, type VendorCall } from "../vendor/define-vendor.ts";
import { openOpenApi } from "../vendor/openapi.ts";
import { editFile, GIT_DATA, type RepositoryCall } from "./git-data.ts";
import { refusal } from "./refusal.ts";
import {
  gitHubStore,
  historyOf,
  REPOSITORIES,
  touches,
  verificationOf,
  type GitCommit,
  type Repository,
  type Saved,
} from "./store.ts";

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

/** Registers GitHub in the sandbox. */
export const createGitHub = defineVendor<Saved, string>({
  name: "github",
  prefix: "/github",
  judge: () => openOpenApi(join(import.meta.dirname, "../specs/github.openapi.json")),
  world: gitHubStore,
  invalid: 422,
  refuse: refusal,
  /** Answers with the repository's name. */
  admit({ headers, path }, _operation, { repositories }) {
    const [, owner = "", repo = ""] = /^\/repos\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
    const name = decodeURIComponent(`${owner}/${repo}`);
    const token = /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];
    if (!REPOSITORIES.some((one) => one.token === token)) throw new Refused(401);
    if ((headers.get("user-agent") ?? "") === "")
      throw new Refused(403, "Please make sure your request has a User-Agent header");
    const opens = REPOSITORIES.some((one) => one.name === name && one.token === token);
    if (!opens || repositories[name] === undefined) throw new Refused(404);
    return name;
  },
  operations: {
    "repos/list-commits": (call) => listCommits(callOn(call)),
    ...Object.fromEntries(
      Object.entries(GIT_DATA).map(([id, perform]) => [id, (call: GitHubCall) => perform(callOn(call))]),
    ),
  },
  more: (context) => ({
    control(request) {
      const section = gitHubStore(context);
      if (request.method === "GET")
        return json({ items: Object.entries(section.value.repositories).map(summaryOf) });
      const order = parseBody(z.union([setBackSchema, editSchema]), request);
      const repository = section.value.repositories[order.repository];
      if (repository === undefined) return refusal(404);
      const isSetBack = "setBackTo" in order;
      const at = new Date(context.now()).toISOString();
      const sha = isSetBack ? order.setBackTo : editFile(repository, { ...order, at });
      if (isSetBack) repository.branches[order.branch] = sha;
      section.save();
      return json({ sha });
    },
  }),
});

type GitHubCall = VendorCall<Saved, string>;

function callOn({ context, state, caller: name, request, path }: GitHubCall): RepositoryCall {
  const repository = state.repositories[name];
  if (repository === undefined) throw new Refused(404);
  return {
    repository,
    path,
    request,
    now: new Date(context.now()).toISOString(),
    page: `${context.url}/github/repos/${name}`,
    moved: (body) => context.recordEffect("github", "PATCH", request.path, body),
  };
}

function listCommits({ request, repository, page }: RepositoryCall): unknown {
  const query = request.url.searchParams;
  const from = query.get("sha") ?? "main";
  const path = query.get("path");
  const [since, until] = [query.get("since"), query.get("until")].map((at) => (at ? Date.parse(at) : null));
  const size = Math.min(100, Number(query.get("per_page") ?? 30));
  const begin = (Number(query.get("page") ?? 1) - 1) * size;
  const isBy = ({ email, login }: GitCommit["author"], who: string | null): boolean =>
    who === null || email === who || login === who;
  return historyOf(repository, repository.branches[from] ?? from)
    .filter((commit) => path === null || touches(repository, commit, path))
    .filter((commit) => isBy(commit.author, query.get("author")))
    .filter((commit) => isBy(commit.committer, query.get("committer")))
    .filter(({ committer: { date } }) => Date.parse(date) >= (since ?? -Infinity))
    .filter(({ committer: { date } }) => Date.parse(date) <= (until ?? Infinity))
    .slice(begin, begin + size)
    .map((commit) => listed(page, commit));
}

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

/** The account GitHub knows a commit's author by; null where their address is no one's. */
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
