/** The mirror's functions for people, the clock and workspace events. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { ApprovalDeps } from "../../approvals/index.ts";
import type { WorkResult } from "../../platform/work/index.ts";
import { mirrors } from "../tables/mirror.ts";
import { users, type TenantDb } from "../../platform/db/index.ts";
import type { Consumer } from "../../platform/events/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Logger } from "../../kernel/log.ts";
import type { Notifier } from "../../platform/notifier.ts";
import type { Mirror, MirrorInput } from "../api/mirror.ts";
import type { FileAuthor } from "../../platform/api/workspace-change.ts";
import { ensureSystemSchedule } from "../../agent/schedules/index.ts";
import type { WorkspaceDeps } from "../index.ts";
import { commitThroughLedger, type CommitEffect } from "./commit.ts";
import { listConflicts } from "./conflicts.ts";
import { settleConflicts, tellOfMirror } from "./news.ts";
import type { Remote } from "./ports.ts";
import { setUpMirror } from "./set-up.ts";
import { findMirror, hasNews, syncMirror, type MirrorRow, type Synced } from "./sync.ts";
import { listUnreadable } from "./unreadable.ts";
import { userActor } from "../../platform/audit/index.ts";

/** The job's name. Persisted. */
export const MIRROR_JOB = "mirror.pull";

/** Dependencies of one tenant's mirror. */
export interface MirrorWorld {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly notifier: Notifier;
  readonly approvals: () => Promise<ApprovalDeps>;
  readonly commitOf: CommitEffect;
  /** The branch of a connection; null if it is no longer connected. Throws `not_configured`. */
  readonly branchOf: (
    connectionId: string,
  ) => Promise<{ readonly repository: string; readonly branch: string; readonly remote: Remote } | null>;
  readonly files: () => Promise<{ readonly files: WorkspaceDeps; readonly today: string }>;
  /** Stores the token and returns the connection's ID. Throws `invalid_request` if there is none yet. */
  readonly saveConnection: (input: MirrorInput) => Promise<string>;
  readonly removeConnection: () => Promise<void>;
}

export async function mirrorView({ db }: Pick<MirrorWorld, "db">): Promise<Mirror> {
  const [row, conflicts, unreadable] = await Promise.all([
    findMirror(db),
    listConflicts({ db }),
    listUnreadable(db),
  ]);
  if (row === null) return { ...NOT_SET_UP, conflicts, unreadable: [] };
  const { enabled, withSources, repository, branch, headSha, syncedAt, enabledBy } = row;
  return {
    connected: true,
    enabled,
    withSources,
    repository,
    branch,
    headSha,
    syncedAt,
    enabledBy,
    problem: problemOf(row),
    conflicts,
    unreadable,
  };
}

const NOT_SET_UP = {
  connected: false,
  enabled: false,
  withSources: false,
  repository: null,
  branch: null,
  headSha: null,
  syncedAt: null,
  enabledBy: null,
  problem: null,
} as const;

function problemOf(row: MirrorRow): Mirror["problem"] {
  if (row.problem === null || row.problemAt === null) return null;
  return { message: row.problem, at: row.problemAt };
}

/** Configures the mirror and syncs once. Throws `invalid_request` if there is no token yet. */
export async function setMirror(
  world: MirrorWorld,
  input: MirrorInput,
  by: { readonly id: string; readonly name: string },
): Promise<Mirror> {
  const connectionId = await world.saveConnection(input);
  const { repository, branch, enabled, withSources } = input;
  const settings = { connectionId, repository, branch, enabled, withSources };
  await setUpMirror(world, settings, { kind: "user", ...by });
  await ensureJob(world.db, enabled);
  return syncNow(world);
}

/** Turns the mirror off and deletes its token. */
export async function removeMirror(world: MirrorWorld): Promise<void> {
  await world.db.batch([world.db.remove(mirrors, sql`true`)]);
  await world.removeConnection();
  await ensureJob(world.db, false);
  await tellOfMirror(world);
}

function ensureJob(db: TenantDb, enabled: boolean): Promise<void> {
  return ensureSystemSchedule(db, {
    name: MIRROR_JOB,
    title: "Sync files with GitHub",
    cadence: { type: "every", minutes: 15 },
    enabled,
  });
}

/** Syncs now; the result includes any problem. */
export async function syncNow(world: MirrorWorld): Promise<Mirror> {
  await syncBoth(world).catch((error: unknown) => {
    world.logger.info("mirror.sync_failed", { tenantId: world.db.tenantId, error });
  });
  return mirrorView(world);
}

/** For the schedule. Throws `upstream_failed` with the problem. */
export async function pullMirror(world: MirrorWorld): Promise<{ summary: string }> {
  return { summary: (await syncBoth(world))?.said ?? "The mirror is off, or another sync is running." };
}

/** Called after files changed: syncs if there is something to commit, or the previous sync was incomplete. */
export async function mirrorChanges(world: MirrorWorld): Promise<WorkResult> {
  const mirror = await findMirror(world.db);
  if (mirror?.enabled !== true || !(await hasNews(world.db, mirror))) return "done";
  return (await syncBoth(world))?.isWhole === false ? "more" : "done";
}

/** Syncs the mirror after files changed. `wake` schedules the sync. */
export function mirrorConsumer(
  world: Pick<MirrorWorld, "db" | "notifier">,
  wake: () => Promise<void>,
): Consumer {
  return {
    name: "mirror",
    takes: ["workspace.file."],
    async take() {
      const mirror = await findMirror(world.db);
      if (mirror === null) return;
      await settleConflicts(world);
      if (mirror.enabled) await wake();
    },
  };
}

/** Syncs both sides, and sends notifications. */
async function syncBoth(world: MirrorWorld): Promise<Synced | null> {
  try {
    const { files, today } = await world.files();
    const { rules: _, ...unchecked } = files;
    return await syncMirror(world.db, world.clock, today, async (mirror) => ({
      files: unchecked,
      repository: mirror.repository,
      withSources: mirror.withSources,
      remote: await remoteOf(world, mirror),
      member: (email) => findMember(world.db, email),
      commit: async (plan) => commitThroughLedger(await world.approvals(), world.commitOf, mirror, plan),
    }));
  } finally {
    await tellOfMirror(world);
  }
}

async function remoteOf({ branchOf }: MirrorWorld, mirror: MirrorRow): Promise<Remote> {
  const found = await branchOf(mirror.connectionId);
  if (found === null) throw new AppError("not_configured", "GitHub isn’t connected anymore.");
  if (found.repository !== mirror.repository || found.branch !== mirror.branch)
    throw new AppError("conflict", "GitHub sync is being set up again. It will continue with the next sync.");
  return found.remote;
}

async function findMember(db: TenantDb, email: string): Promise<FileAuthor | null> {
  const where = and(eq(users.email, email), isNull(users.removedAt)) ?? sql`false`;
  const user = await db.find(users, where);
  return user === null ? null : userActor(user);
}
