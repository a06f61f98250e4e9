/** Composition of the GitHub mirror: reads through the integration, commits through the ledger by the admin's standing rule. */
import { eq, isNull, and, sql } from "drizzle-orm";
import { githubCommit } from "../actions/github-commit.ts";
import { actByRule } from "../approvals/index.ts";
import { removeGitHubConnection, saveGitHubConnection } from "../connections/index.ts";
import { dbFor, mirrors, users, type TenantDb } from "../db/index.ts";
import { commitsOf, contentOf, filesOf, headOf, standsOn } from "../integrations/github/read.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { systemIds } from "../kernel/ids.ts";
import {
  findMirror,
  hasNews,
  listConflicts,
  listUnreadable,
  setUpMirror,
  syncMirror,
  type CommitPlan,
  type Committed,
  type MirrorRow,
  type Sides,
} from "../mirror/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { Approval } from "../protocol/approval.ts";
import type { Mirror } from "../protocol/mirror.ts";
import type { FileAuthor } from "../protocol/workspace.ts";
import { ensureSystemSchedule } from "../schedules/index.ts";
import { dayOf } from "../usage/index.ts";
import { approvalDeps } from "./approvals.ts";
import { findAccount } from "./accounts.ts";
import { tellOfMirror } from "./mirror-news.ts";
import { teamFiles } from "./workspace.ts";

/** The job's name. Persisted. */
export const MIRROR_JOB = "mirror.pull";
/** The rule an admin turns on with the mirror. Persisted with approvals. */
const RULE = "standing.github_mirror";

/** A person who sets the mirror. */
interface Admin {
  readonly id: string;
  readonly name: string;
}

/** The mirror as pages see it. */
export async function mirrorView(env: Env, tenantId: string): Promise<Mirror> {
  const db = dbFor(env.DB, tenantId);
  const [row, conflicts, unreadable] = await Promise.all([
    findMirror(db),
    listConflicts({ db }),
    listUnreadable(db),
  ]);
  return {
    connected: row !== null,
    enabled: row?.enabled ?? false,
    repository: row?.repository ?? null,
    branch: row?.branch ?? null,
    headSha: row?.headSha ?? null,
    syncedAt: row?.syncedAt ?? null,
    problem: problemOf(row),
    conflicts,
    unreadable: row === null ? [] : unreadable,
    enabledBy: row?.enabledBy ?? null,
  };
}

/** What setting the mirror takes: the settings, and who sets them. */
export type MirrorInput = readonly [
  input: {
    readonly repository: string;
    readonly branch: string;
    readonly token?: string | undefined;
    readonly enabled: boolean;
  },
  by: Admin,
];

function problemOf(row: MirrorRow | null): Mirror["problem"] {
  if (row === null || row.problem === null || row.problemAt === null) return null;
  return { message: row.problem, at: row.problemAt };
}

/** Sets the mirror and looks once. Throws `invalid_request` where there is no token yet. */
export async function setMirror(env: Env, tenantId: string, ...[input, by]: MirrorInput): Promise<Mirror> {
  const db = dbFor(env.DB, tenantId);
  const { repository, branch, enabled } = input;
  const connectionId = await saveGitHubConnection(db, env.MASTER_KEYS, input, isoTime(systemClock.now()));
  const deps = { db, clock: systemClock, ids: systemIds };
  await setUpMirror(deps, { connectionId, repository, branch, enabled }, { kind: "user", ...by });
  await ensureJob(db, enabled);
  return lookNow(env, tenantId);
}

/** Turns the mirror off and forgets its token. */
export async function removeMirror(env: Env, tenantId: string): Promise<void> {
  const db = dbFor(env.DB, tenantId);
  await db.batch([db.remove(mirrors, sql`true`)]);
  await removeGitHubConnection(db);
  await ensureJob(db, false);
  await tellOfMirror(env, tenantId);
}

function ensureJob(db: TenantDb, enabled: boolean): Promise<void> {
  return ensureSystemSchedule(db, {
    name: MIRROR_JOB,
    title: "Bring the files and GitHub together",
    cadence: { type: "every", minutes: 15 },
    enabled,
  });
}

/** Looks at both sides now; what is wrong is in the answer. */
export async function lookNow(env: Env, tenantId: string): Promise<Mirror> {
  await look(env, tenantId).catch((error: unknown) => {
    systemLogger.info("mirror.not_synced", { tenantId, error });
  });
  return mirrorView(env, tenantId);
}

/** The schedule's part. Throws `upstream_failed` with what is wrong. */
export async function pullMirror(env: Env, tenantId: string): Promise<{ summary: string }> {
  return { summary: (await look(env, tenantId)) ?? "The mirror is off, or another look is under way." };
}

/** After a turn: a commit where files have changed. Never throws. */
export async function mirrorAfterTurn(env: Env, tenantId: string): Promise<void> {
  try {
    const db = dbFor(env.DB, tenantId);
    const mirror = await findMirror(db);
    if (mirror?.enabled === true && (await hasNews(db, mirror))) await look(env, tenantId);
  } catch (error) {
    systemLogger.warn("mirror.not_synced", { tenantId, error });
  }
}

/** Looks at both sides, and tells the team what it should know of it. */
async function look(env: Env, tenantId: string): Promise<string | null> {
  try {
    return await lookAtBoth(env, tenantId);
  } finally {
    await tellOfMirror(env, tenantId);
  }
}

async function lookAtBoth(env: Env, tenantId: string): Promise<string | null> {
  const db = dbFor(env.DB, tenantId);
  const { deps: files, timeZone } = await teamFiles(env, tenantId);
  const { rules: _, ...unchecked } = files;
  const today = dayOf(systemClock.now(), timeZone);
  return syncMirror(db, systemClock, today, async (mirror): Promise<Sides> => {
    const account = await findAccount(env, tenantId, "github", mirror.connectionId);
    if (account === null) throw new AppError("not_configured", "GitHub is not connected any more.");
    if (account.repository !== mirror.repository || account.branch !== mirror.branch)
      throw new AppError("conflict", "The mirror is being set anew. The next look goes on.");
    return {
      files: unchecked,
      repository: mirror.repository,
      remote: {
        head: () => headOf(account),
        files: (tree) => filesOf(account, tree),
        content: (blobSha) => contentOf(account, blobSha),
        standsOn: (head, base) => standsOn(account, head, base),
        lastChange: async (path, from) => (await commitsOf(account, { from, path, limit: 1 }))[0] ?? null,
      },
      member: (email) => findMember(db, email),
      commit: (plan) => commitThroughLedger(env, tenantId, mirror, plan),
    };
  });
}

async function findMember(db: TenantDb, email: string): Promise<FileAuthor | null> {
  const where = and(eq(users.email, email), isNull(users.removedAt)) ?? sql`false`;
  const user = await db.find(users, where);
  return user === null ? null : { kind: "user", id: user.id, name: user.name };
}

/** A system effect: approved at birth by the admin's rule, performed once, with a receipt like any other. */
async function commitThroughLedger(
  env: Env,
  tenantId: string,
  { connectionId, repository, branch }: MirrorRow,
  plan: CommitPlan,
): Promise<Committed> {
  const id = `mirror:${systemIds.newId()}`;
  const document = {
    connectionId,
    repository,
    branch,
    ...plan,
    files: plan.files.map((file) => ({ ...file })),
  };
  const approval = await actByRule(await approvalDeps(env, tenantId), {
    id,
    tool: "mirror.commit",
    conversationTitle: "GitHub mirror",
    rule: RULE,
    effect: githubCommit.of(document),
  });
  return committed(approval);
}

/** The approval's Workflow may be at it already: then the commit is under way, which is no problem. */
export function committed({ status, effects }: Pick<Approval, "status" | "effects">): Committed {
  const [effect] = effects;
  const sha = effect?.receipt?.providerId ?? null;
  if (status === "done" && sha !== null) return { sha };
  const problem = effect?.problem ?? null;
  if (problem === null && (status === "approved" || status === "executing")) return { isUnderWay: true };
  return { problem: problem ?? "The commit was not made." };
}
