/** A team's GitHub repositories with Git data, issues, pull requests and comments. */
import { HARBOR } from "../world/company.ts";
import {
  daysBefore,
  LOGINS,
  WORLD_REPOSITORIES,
  type WorldIssue,
  type WorldRepository,
} from "../world/repositories.ts";
import { worldOf } from "../vendor/define-vendor.ts";
import { addBlob, addCommit, addTree, type Repository, type TreeEntry } from "./store.ts";

/** The demo connection's settings. Fictitious. */
export const GITHUB_TEAM = {
  tenantId: HARBOR.id,
  connectionId: "conn_harbor_github_team",
  token: "github_pat_sandbox_harborlight_team",
  settings: { repositories: WORLD_REPOSITORIES.map(({ name }) => name) },
} as const;

/** The token's account. */
export const TOKEN_LOGIN = LOGINS.ruth.login;

/** Possible assignees. */
export const ASSIGNABLE: readonly string[] = [LOGINS.ben.login, LOGINS.ruth.login, LOGINS.theo.login];

export interface Comment {
  readonly id: number;
  readonly number: number;
  readonly by: string;
  readonly body: string;
  readonly at: string;
}

export interface Pull {
  readonly branch: string;
  readonly isDraft: boolean;
  readonly mergedAt: string | null;
}

export interface Issue {
  readonly number: number;
  title: string;
  body: string | null;
  readonly by: string;
  state: "open" | "closed";
  reason: "completed" | "not_planned" | "duplicate" | "reopened" | null;
  labels: string[];
  assignees: string[];
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  readonly pull: Pull | null;
}

export interface TeamRepository {
  readonly about: string;
  readonly isPublic: boolean;
  readonly language: string;
  readonly labels: readonly string[];
  readonly git: Repository;
  readonly issues: Issue[];
  readonly comments: Comment[];
}

export interface TeamSaved {
  readonly repositories: Record<string, TeamRepository>;
  /** Next comment ID. */
  next: number;
  /** Times of the last minute's searches, in ms. */
  searched: number[];
}

export const gitHubTeamStore = worldOf<TeamSaved>("github-team", (context) => {
  const saved: TeamSaved = { repositories: {}, next: 2_900_000_001, searched: [] };
  if (context.world === "demo")
    for (const repository of WORLD_REPOSITORIES) keep(saved, repository, context.now());
  return saved;
});

function keep(saved: TeamSaved, world: WorldRepository, nowMs: number): void {
  const { name, about, isPublic, language, labels } = world;
  const git: Repository = { blobs: {}, trees: {}, commits: {}, branches: {} };
  for (const { by, daysAgo, message, files } of world.commits)
    commit(git, "main", { by, at: daysBefore(nowMs, daysAgo), message, files });
  const repository: TeamRepository = { about, isPublic, language, labels, git, issues: [], comments: [] };
  saved.repositories[name] = repository;
  for (const issue of world.issues) keepIssue(saved, repository, issue, nowMs);
}

function commit(
  git: Repository,
  branch: string,
  made: {
    readonly by: keyof typeof LOGINS;
    readonly at: string;
    readonly message: string;
    readonly files: WorldRepository["commits"][number]["files"];
  },
): void {
  const parent = git.branches[branch] ?? git.branches["main"];
  const before: readonly TreeEntry[] = git.trees[git.commits[parent ?? ""]?.tree ?? ""] ?? [];
  const entries = new Map(before.map(({ path, sha }) => [path, sha]));
  for (const [path, content] of Object.entries(made.files))
    if (content === null) entries.delete(path);
    else entries.set(path, addBlob(git, content));
  const { login, name, email } = LOGINS[made.by];
  const author = { login, name, email, date: made.at };
  const tree = addTree(
    git,
    [...entries].map(([path, sha]) => ({ path, sha })),
  );
  const parents = parent === undefined ? [] : [parent];
  git.branches[branch] = addCommit(git, {
    tree,
    parents,
    message: made.message,
    author,
    committer: author,
  }).sha;
}

function keepIssue(saved: TeamSaved, repository: TeamRepository, world: WorldIssue, nowMs: number): void {
  const { title, body, by, daysAgo, labels = [], assignees = [], comments = [], pull } = world;
  const number = repository.issues.length + 1;
  const createdAt = daysBefore(nowMs, daysAgo);
  const closed = closedOf(world, nowMs);
  const { closedAt } = closed;
  const written = comments.map(([who, age, text]): Comment => ({
    id: saved.next++,
    number,
    by: LOGINS[who].login,
    body: text,
    at: daysBefore(nowMs, age),
  }));
  repository.comments.push(...written);
  if (pull?.isMerged === false)
    commit(repository.git, pull.branch, { by, at: createdAt, message: title, files: pull.files });
  const times = [createdAt, ...written.map(({ at }) => at), closedAt ?? createdAt];
  repository.issues.push({
    number,
    title,
    body,
    by: LOGINS[by].login,
    ...closed,
    labels: [...labels],
    assignees: assignees.map((who) => LOGINS[who].login),
    createdAt,
    updatedAt: times.toSorted().at(-1) ?? createdAt,
    pull: pull === undefined ? null : pullOf(pull, closedAt),
  });
}

function closedOf({ closed }: WorldIssue, nowMs: number): Pick<Issue, "state" | "reason" | "closedAt"> {
  if (closed === undefined) return { state: "open", reason: null, closedAt: null };
  return { state: "closed", reason: closed.reason, closedAt: daysBefore(nowMs, closed.daysAgo) };
}

function pullOf(
  { branch, isMerged, isDraft = false }: NonNullable<WorldIssue["pull"]>,
  closedAt: string | null,
): Pull {
  return { branch, isDraft, mergedAt: isMerged ? closedAt : null };
}
