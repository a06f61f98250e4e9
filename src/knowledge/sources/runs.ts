/**
 * Syncs: what someone had Steward read in one call, or Steward's own daily pass. A sync has a run for each of its sources. A run that
 * fails is tried again by itself, and says until then what is wrong.
 */
import { and, desc, eq, lt, sql, type SQL } from "drizzle-orm";
import type { Statement, TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { KnowledgeSync } from "../api/knowledge.ts";
import { knowledgeRuns } from "../tables/knowledge.ts";
import type { SourceRow } from "./sync.ts";

export type RunRow = typeof knowledgeRuns.$inferSelect;

const KEPT_MS = 30 * 24 * 3_600_000;
const SHOWN = 100;

/** The pass of a source that a run is about. */
type Pass = Pick<SourceRow, "id" | "vendor" | "kind" | "person" | "windowDays" | "pass">;

/** A run as asked for, before its pass begins. */
export function askedRun(
  db: TenantDb,
  pass: Pass,
  asked: { readonly syncId: string; readonly byName: string; readonly now: string },
): Statement {
  return db
    .insert(knowledgeRuns, { ...newRun(pass, asked.now), syncId: asked.syncId, byName: asked.byName })
    .onConflictDoNothing();
}

/** Records where a pass stands. A pass no one asked for is a sync of its own. */
export function runStands(
  db: TenantDb,
  pass: Pass,
  now: string,
  set: Pick<RunRow, "status" | "items" | "problem" | "finishedAt">,
): Statement {
  const row = newRun(pass, now);
  return db
    .insert(knowledgeRuns, { ...row, syncId: row.id, byName: null, ...set })
    .onConflictDoUpdate({ target: [knowledgeRuns.tenantId, knowledgeRuns.id], set });
}

/** Closes the failed run of a pass that found only changes; others have none. */
export function runRecovered(db: TenantDb, pass: Pass, now: string, items: number): Statement {
  const set = { status: "completed" as const, items, problem: null, finishedAt: now };
  return db.update(knowledgeRuns, set, eq(knowledgeRuns.id, idOf(pass)));
}

export function oldRuns(sourceId: string, nowMs: number): SQL {
  const old = and(
    eq(knowledgeRuns.sourceId, sourceId),
    lt(knowledgeRuns.startedAt, isoTime(nowMs - KEPT_MS)),
  );
  return old ?? sql`false`;
}

function newRun(pass: Pass, now: string) {
  const { id: sourceId, vendor, kind, person, windowDays } = pass;
  const source = { sourceId, vendor, kind, person, windowDays };
  const stands = { status: "running" as const, items: 0, problem: null, startedAt: now, finishedAt: null };
  return { id: idOf(pass), ...source, ...stands };
}

function idOf({ id, pass }: Pass): string {
  return `${id}:${pass}`;
}

interface SyncDeps {
  readonly db: TenantDb;
  readonly titleOf: (vendor: string) => string;
}

/** The newest syncs, newest first. */
export async function listSyncs({ db, titleOf }: SyncDeps): Promise<KnowledgeSync[]> {
  const rows = await db
    .rows(knowledgeRuns)
    .orderBy(desc(knowledgeRuns.startedAt), desc(knowledgeRuns.id))
    .limit(SHOWN);
  return [...Map.groupBy(rows, ({ syncId }) => syncId).values()].map((runs) => viewOf(runs, titleOf));
}

/** Throws AppError `not_found`. */
export async function getSync({ db, titleOf }: SyncDeps, id: string): Promise<KnowledgeSync> {
  const rows = await db.rows(knowledgeRuns, eq(knowledgeRuns.syncId, id)).limit(SHOWN);
  if (rows.length === 0) throw new AppError("not_found", "That sync doesn’t exist.");
  return viewOf(rows, titleOf);
}

/** A sync has failed if one of its runs has, and is completed once all are. */
function viewOf(runs: readonly RunRow[], titleOf: SyncDeps["titleOf"]): KnowledgeSync {
  const has = (status: RunRow["status"]): boolean => runs.some((run) => run.status === status);
  const status = has("running") ? "running" : has("failed") ? "failed" : "completed";
  const ends = runs.flatMap(({ finishedAt }) => finishedAt ?? []).toSorted();
  const starts = runs.map(({ startedAt }) => startedAt).toSorted();
  return {
    id: runs[0]?.syncId ?? "",
    status,
    by: runs[0]?.byName ?? null,
    startedAt: starts[0] ?? "",
    finishedAt: status === "completed" ? (ends.at(-1) ?? null) : null,
    sources: runs.map(
      ({ sourceId, vendor, kind, person, windowDays, status: of, items, problem, finishedAt }) => ({
        id: sourceId,
        service: titleOf(vendor),
        kind,
        person,
        windowDays,
        status: of,
        items,
        problem,
        finishedAt,
      }),
    ),
  };
}
