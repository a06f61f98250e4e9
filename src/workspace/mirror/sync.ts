/** One sync: imports changes from GitHub, then commits ours. One at a time; an outage loses nothing. */
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { mirrors } from "../tables/mirror.ts";
import { workspaceVersions } from "../tables/workspace.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, msOf, type Clock } from "../../kernel/clock.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import { startOver } from "./base.ts";
import type { MirrorDeps, Sides } from "./ports.ts";
import { pull, type Pulled } from "./pull.ts";
import { push } from "./push.ts";

const LEASE_MS = 3 * 60_000;
/** Leaves time to finish what was started, at most one full commit. */
const WORK_MS = 90_000;

/** Commits per sync; the next sync continues. */
const COMMITS = 5;
const ALL_IN: Pulled = { conflicts: 0, isWhole: true };
const FINE = { problem: null, problemAt: null } as const;

export type MirrorRow = typeof mirrors.$inferSelect;

/** Null if none was set up. */
export function findMirror(db: TenantDb): Promise<MirrorRow | null> {
  return db.find(mirrors, eq(mirrors.tenantId, db.tenantId));
}

/** Whether files changed since the last sync. */
export async function hasNews(db: TenantDb, mirror: MirrorRow): Promise<boolean> {
  if (mirror.lookedAt === null || mirror.problem !== null) return true;
  const newer = await db.find(workspaceVersions, gt(workspaceVersions.at, mirror.lookedAt));
  return newer !== null;
}

export interface Synced {
  /** What was done, as a sentence. */
  readonly said: string;
  /** Whether nothing is left for the next sync. */
  readonly isWhole: boolean;
}

/**
 * Syncs once. Null if another sync is running or the mirror is off. Problems are stored with the mirror and
 * thrown as `upstream_failed`.
 */
export async function syncMirror(
  db: TenantDb,
  clock: Clock,
  today: string,
  open: (mirror: MirrorRow) => Promise<Sides>,
): Promise<Synced | null> {
  const mirror = await lease(db, clock);
  if (mirror === null) return null;
  const lookedAt = isoTime(clock.now());
  try {
    const untilMs = msOf(lookedAt) + WORK_MS;
    const deps = { ...(await open(mirror)), lease: mirror.leasedUntil, untilMs };
    const head = await deps.remote.head();
    const isMoved = head.sha !== mirror.headSha;
    // A branch that was reset or recreated is missing files nobody deleted, so both sides are compared as on
    // setup.
    if (isMoved && mirror.headSha !== null && !(await deps.remote.standsOn(head.sha, mirror.headSha)))
      await startOver({ db, lease: mirror.leasedUntil });
    const pulled = isMoved ? await pull(deps, head, today) : ALL_IN;
    if (!pulled.isWhole) {
      await release(mirror, { db, clock }, FINE);
      return { said: saying(pulled, { isMoved, isPushed: false }), isWhole: false };
    }
    const pushed = await pushAll(deps, head.sha);
    if (pushed === null) {
      // Its Workflow finishes the commit; the next sync sees the result on the branch.
      await release(mirror, { db, clock }, {});
      return { said: "Changes made here are being committed.", isWhole: true };
    }
    const { headSha, hasMore } = pushed;
    const looked = hasMore ? {} : { lookedAt };
    await release(mirror, { db, clock }, { ...FINE, headSha, syncedAt: isoTime(clock.now()), ...looked });
    return { said: saying(pulled, { isMoved, isPushed: headSha !== head.sha }), isWhole: !hasMore };
  } catch (error) {
    const problem = problemOf(error);
    const problemAt = mirror.problemAt ?? isoTime(clock.now());
    await release(mirror, { db, clock }, { problem, problemAt });
    throw new AppError("upstream_failed", problem, { cause: error });
  }
}

/**
 * Makes the pending commits. Returns the branch's last one and whether more are pending; null if one is still
 * in progress.
 */
async function pushAll(
  deps: MirrorDeps,
  from: string,
): Promise<{ readonly headSha: string; readonly hasMore: boolean } | null> {
  let head = from;
  let hasMore = false;
  for (let made = 0; made < COMMITS; made++) {
    const pushed = await push(deps, head);
    if ("isUnderWay" in pushed) return null;
    if ("problem" in pushed) throw new AppError("upstream_failed", pushed.problem);
    head = pushed.sha ?? head;
    hasMore = pushed.hasMore;
    if (!hasMore || deps.files.clock.now() >= deps.untilMs) break;
  }
  return { headSha: head, hasMore };
}

async function lease(db: TenantDb, clock: Clock): Promise<MirrorRow | null> {
  const nowMs = clock.now();
  const free = and(eq(mirrors.enabled, true), lt(mirrors.leasedUntil, isoTime(nowMs))) ?? sql`false`;
  const rows = await db.update(mirrors, { leasedUntil: isoTime(nowMs + LEASE_MS) }, free).returning();
  return (rows[0] as MirrorRow | undefined) ?? null;
}

/** Records the sync's result, unless the lease was lost. */
async function release(
  { leasedUntil }: MirrorRow,
  { db, clock }: { readonly db: TenantDb; readonly clock: Clock },
  set: Partial<Omit<MirrorRow, "tenantId">>,
): Promise<void> {
  const nowIso = isoTime(clock.now());
  await db.update(
    mirrors,
    { ...set, leasedUntil: "", updatedAt: nowIso },
    eq(mirrors.leasedUntil, leasedUntil),
  );
}

/** The problem in our own words, because GitHub's message is untrusted. */
function problemOf(error: unknown): string {
  if (error instanceof IntegrationError) {
    return error.status === undefined
      ? "GitHub isn’t responding."
      : `${error.message.replace(/^github/, "GitHub")}.`;
  }
  if (error instanceof AppError) return error.message;
  return "The sync with GitHub failed.";
}

function saying(
  { conflicts, isWhole }: Pulled,
  { isMoved, isPushed }: { readonly isMoved: boolean; readonly isPushed: boolean },
): string {
  const parts = [
    ...(isMoved && isWhole ? ["brought in what changed on GitHub"] : []),
    ...(isWhole ? [] : ["brought in some of what's on GitHub; the rest follows"]),
    ...(isPushed ? ["committed what changed here"] : []),
    ...(conflicts > 0 ? [`${conflicts} files differed on both sides and were kept twice`] : []),
  ];
  return parts.length === 0 ? "Both sides are the same." : `${parts.join("; ")}.`;
}
