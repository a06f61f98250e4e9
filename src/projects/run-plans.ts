/**
 * Runs plans as one batch. Invariants are checked within it; the reason for an abort is determined
 * afterwards.
 */
import { eq, sql, type SQL } from "drizzle-orm";
import { projectChanges } from "./tables/projects.ts";
import { type Statement, type TenantDb } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { ProjectDeps } from "./ports.ts";
import { isMineOf, type Plan, type Written } from "./record-kind.ts";

/**
 * Runs plans and accompanying statements as one batch, all or none. Throws `changed` if a record has another
 * version by now, `conflict` if a check fails.
 */
export async function runPlans(
  deps: ProjectDeps,
  plans: readonly Plan[],
  along: readonly Statement[] = [],
): Promise<Written[]> {
  const { db } = deps;
  try {
    await db.batch([
      ...plans.flatMap((one) => [
        ...one.statements,
        ...[...one.checks.map(({ bad }) => bad), sql`not ${isMineOf(one)}`].map((bad) => endIf(db, one, bad)),
      ]),
      ...along,
    ]);
  } catch (error) {
    throw await whyEnded(db, plans, error);
  }
  await deps.announce({
    projectIds: [...new Set(plans.flatMap(({ projectId }) => (projectId === null ? [] : [projectId])))],
    taskIds: plans.filter(({ kind }) => kind.entity === "task").map(({ row }) => row.id),
    entities: [...new Set(plans.map(({ kind }) => kind.entity))].filter((entity) => entity !== "task"),
  });
  return plans.map(({ row, changeId }) => ({ row, changeId }));
}

/** Throws `changed` if it was written since it was read. */
export function refuseOther(row: { readonly version: number }, version: number): void {
  if (row.version !== version) throw changedSince(row.version);
}

function changedSince(version: number): AppError {
  return new AppError("changed", "Someone else changed this since you read it.", { details: { version } });
}

/**
 * Statement that aborts its batch with an error if a condition is true: D1 batches have no other rollback.
 */
function endIf(db: TenantDb, { kind, row }: Pick<Plan, "kind" | "row">, bad: SQL): Statement {
  // The aggregate guarantees a row.
  const held = sql<number>`case when ${bad} then json(${NOT_HELD}) else count(*) end`;
  return db.pick(
    { held: held.as("held") },
    projectChanges,
    eq(projectChanges.id, `${kind.entity}:${row.id}`),
  );
}

/** Invalid JSON: parsing it raises the error. */
const NOT_HELD = "a condition does not hold";

/** Why a batch was aborted. */
async function whyEnded(db: TenantDb, plans: readonly Plan[], error: unknown): Promise<unknown> {
  const said = `${String(error)} ${String((error as { cause?: unknown }).cause)}`;
  if (/UNIQUE constraint failed/i.test(said))
    return new AppError("exists", "A record with this ID or name already exists.");
  if (!/malformed JSON/i.test(said)) return error;
  // The first write of each record; later ones build on it.
  const firsts = plans.filter(
    ({ kind, row }, at) => plans.findIndex((one) => one.kind === kind && one.row.id === row.id) === at,
  );
  for (const { kind, row } of firsts) {
    const [now] = await db.rows(kind.table, eq(kind.table.id, row.id)).limit(1);
    const version = Number((now as { version?: number } | undefined)?.version ?? 0);
    if (version !== row.version - 1) return changedSince(version);
  }
  return new AppError("conflict", await whatFails(db, plans));
}

async function whatFails(db: TenantDb, plans: readonly Plan[]): Promise<string> {
  const checks = plans.flatMap((one) => one.checks);
  for (const { bad, message } of checks) {
    const isBad = sql<number>`case when ${bad} then 1 + count(*) else 0 end`;
    const [row] = await db.pick({ bad: isBad.as("bad") }, projectChanges, eq(projectChanges.id, ""));
    if (Number(row?.["bad"] ?? 0) > 0) return message;
  }
  return checks[0]?.message ?? "This can’t be saved in the current state.";
}
