/** The history of projects, and undo. */
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { projectChanges } from "./tables/projects.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { canonicalJson } from "../kernel/hash.ts";
import { KINDS } from "./all-kinds.ts";
import { afterCursor, pageOfRows, type Order } from "./page.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import { TASK } from "./task-kind.ts";
import { partsOf } from "./tasks.ts";
import { changeView } from "./views.ts";
import { type AnyRow, type Plan } from "./record-kind.ts";
import { runPlans } from "./run-plans.ts";
import { planChange } from "./records.ts";
import { findHistoryProblem, type ChangeRow } from "./seal.ts";

const PAGE = 50;
const ORDER: Order = { key: projectChanges.at, id: projectChanges.id, newestFirst: true };

/** Newest first, of a project or of one of its records. */
export async function listChanges(
  db: TenantDb,
  projectId: string,
  {
    entityId,
    cursor,
    limit = PAGE,
  }: { entityId?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
) {
  const where = and(
    eq(projectChanges.projectId, projectId),
    entityId === undefined ? undefined : eq(projectChanges.entityId, entityId),
    cursor === undefined ? undefined : afterCursor(ORDER, cursor),
  );
  const rows = await db
    .rows(projectChanges, where ?? sql`false`)
    .orderBy(desc(projectChanges.at), desc(projectChanges.id))
    .limit(limit + 1);
  const { items, nextCursor } = pageOfRows(rows, limit, ({ at }) => at);
  return { items: items.map(changeView), nextCursor };
}

/** What some runs changed and nobody reverted, newest first. */
export async function changesOfRuns(
  db: ProjectDeps["db"],
  runIds: readonly string[],
): Promise<Pick<ChangeRow, "id" | "at" | "entity" | "action" | "label">[]> {
  if (runIds.length === 0) return [];
  return db
    .rows(
      projectChanges,
      and(
        inArray(projectChanges.runId, [...runIds]),
        isNull(projectChanges.undoneBy),
        isNull(projectChanges.undoOf),
      ),
    )
    .orderBy(desc(projectChanges.at))
    .limit(50);
}

/**
 * Reverts a write. Throws `not_found`, and `changed` if what it wrote has changed since or was already
 * reverted.
 */
export async function undoChange(deps: ProjectDeps, changeId: string, by: Writer): Promise<string> {
  const [written] = await runPlans(deps, await planUndo(deps, changeId, by));
  return written?.changeId ?? "";
}

/** The writes that revert a change, starting with its own record. */
export async function planUndo(deps: ProjectDeps, changeId: string, by: Writer): Promise<Plan[]> {
  const { db } = deps;
  const change = await db.find(projectChanges, eq(projectChanges.id, changeId));
  const kind = KINDS[change?.entity ?? ""];
  if (change === null || kind === undefined) throw new AppError("not_found", "That change no longer exists.");
  if (change.undoneBy !== null) throw new AppError("changed", "This change was already undone.");
  const row = (await db.find(kind.table, eq(kind.table.id, change.entityId))) as AnyRow | null;
  if (!isAsWritten(change, row))
    throw new AppError("changed", "It has been changed again since. Change it by hand.");
  const problem = await findHistoryProblem(db, row);
  if (problem !== null)
    throw new AppError(
      "conflict",
      `The history of this ${kind.noun} was changed outside Steward, so it can’t be used to undo anything. ${problem}`,
    );
  const now = isoTime(deps.clock.now());
  const back = change.action === "created" ? { deletedAt: now } : change.before;
  const action = actionOf(change.action);
  const plans = [await planChange(deps, kind, row, back, by, { action, undoOf: changeId })];
  if (change.entity === TASK.entity && typeof change.after["deletedAt"] === "string")
    for (const part of await partsOf(db, row.id, change.after["deletedAt"]))
      plans.push(await planChange(deps, TASK, part, { deletedAt: null }, by, { action }));
  return plans.filter((plan) => plan !== null);
}

/** Whether what it wrote is still current. */
function isAsWritten({ action, after }: ChangeRow, row: AnyRow | null): row is AnyRow {
  if (row === null) return false;
  if (action === "created") return row["deletedAt"] === null;
  return Object.entries(after).every(
    ([key, value]) => canonicalJson(row[key] ?? null) === canonicalJson(value),
  );
}

function actionOf(action: ChangeRow["action"]) {
  if (action === "created" || action === "restored") return "deleted";
  return action === "deleted" ? "restored" : "updated";
}
