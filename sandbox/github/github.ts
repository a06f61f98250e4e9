/**
 * GitHub: one private repository per company with Git data and commits, and the repositories a team works in (`team.ts`).
 * `/control/github` edits a file of the former like a colleague.
 */
import * as z from "zod";
import { join } from "node:path";
import { json, parseBody, type SandboxContext } from "../service.ts";
import { defineVendor, Refused, type VendorCall } from "../vendor/define-vendor.ts";
import { openOpenApi } from "../vendor/openapi.ts";
import { whoseAccess } from "../vendor/consent-server.ts";
import { APP_OPERATIONS } from "./app.ts";
import { GITHUB_APP, gitHubConsents } from "./consent.ts";
import { listCommits } from "./commits.ts";
import { editFile, GIT_DATA, type RepositoryCall } from "./git-data.ts";
import { refusal } from "./refusal.ts";
import { gitHubStore, historyOf, REPOSITORIES, type Repository, type Saved } from "./store.ts";
import { isTeamOperation, TEAM_OPERATIONS, teamRepository } from "./team.ts";
import { GITHUB_TEAM } from "./team-store.ts";

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
  /** Committed on github.com; otherwise pushed, with arbitrary author fields. */
  onGitHub: z.boolean().default(true),
});
/** Resets a branch, like a force push. */
const setBackSchema = z.strictObject({
  repository: z.string(),
  branch: z.string().default("main"),
  setBackTo: z.string(),
});

const COMMITS = "repos/list-commits";

export const createGitHub = defineVendor<Saved, string>({
  name: "github",
  prefix: "/github",
  judge: () => openOpenApi(join(import.meta.dirname, "../specs/github.openapi.json")),
  world: gitHubStore,
  invalid: 422,
  refuse: refusal,
  /** Returns the repository's name; empty if the call concerns none. A token grants its repositories and permissions only. */
  admit({ headers, path }, { id }, _state, context) {
    const name = decodeURIComponent(/^\/repos\/([^/]+\/[^/]+)(?:\/|$)/.exec(path)?.[1] ?? "");
    const authorization = headers.get("authorization") ?? "";
    if (id === "apps/delete-token") return admitApp(authorization);
    const grant = grantOf(/^Bearer (\S+)$/.exec(authorization)?.[1], context);
    if ((headers.get("user-agent") ?? "") === "")
      throw new Refused(403, "Please make sure your request has a User-Agent header");
    if (name !== "" && !grant.opens(name)) throw new Refused(404);
    if (!grant.may(id)) throw new Refused(403);
    return name;
  },
  operations: {
    ...APP_OPERATIONS,
    ...TEAM_OPERATIONS,
    [COMMITS]: (call) => listCommits(callOn(call)),
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

/** An app authenticates with its ID and secret. */
function admitApp(authorization: string): string {
  const { id, secret } = GITHUB_APP;
  const known = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  if (authorization !== known) throw new Refused(401);
  return "";
}

/** A token's grant. Throws Refused 401 for an unknown token. */
function grantOf(token: string | undefined, context: SandboxContext) {
  const isConsented = whoseAccess(gitHubConsents(context).value, token ?? "", context.now()) !== null;
  if (token === GITHUB_TEAM.token || isConsented)
    return {
      opens: (name: string) => teamRepository(context, name) !== null,
      may: isTeamOperation,
    };
  const own = REPOSITORIES.filter((one) => one.token === token);
  if (own.length === 0) throw new Refused(401);
  return {
    opens: (name: string) => own.some((one) => one.name === name),
    may: (id: string) => id in GIT_DATA || id === COMMITS,
  };
}

type GitHubCall = VendorCall<Saved, string>;

function callOn({ context, state, caller: name, request, path }: GitHubCall): RepositoryCall {
  const repository = state.repositories[name] ?? teamRepository(context, name)?.git;
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

/** A repository for the console: files with contents, and commits, newest first. */
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
