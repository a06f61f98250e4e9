/** Use cases of tasks. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { byIds, type TenantDb } from "../platform/db/index.ts";
import { tasks } from "./tables/projects.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { PROJECT_LIMITS } from "./api/projects.ts";
import type { NewTask, TaskPatch } from "./api/projects-tasks.ts";
import { ORDER_STEP } from "./kinds.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import { TASK, type TaskRow } from "./task-kind.ts";
import { type Plan, type Written } from "./record-kind.ts";
import { refuseOther, runPlans } from "./run-plans.ts";
import { changeRecord, createRecord, planChange, recordOf } from "./records.ts";

/**
 * Creates a task; last in its project, if no position is given. Throws `invalid_arguments`, `conflict`,
 * `exists`.
 */
export async function createTask(deps: ProjectDeps, task: NewTask, by: Writer): Promise<Written<TaskRow>> {
  return createRecord(deps, TASK, await withPosition(deps.db, task), by);
}

/** A new task's values with its position. */
export async function withPosition(db: TenantDb, task: NewTask): Promise<NewTask> {
  return task.sortOrder === undefined
    ? { ...task, sortOrder: (await lastOrder(db, task.projectId)) + ORDER_STEP }
    : task;
}

/** Position of the last task in a project. */
export async function lastOrder(db: TenantDb, projectId: string): Promise<number> {
  const [last] = await db
    .pick({ sortOrder: tasks.sortOrder }, tasks, eq(tasks.projectId, projectId))
    .orderBy(sql`${tasks.sortOrder} desc`)
    .limit(1);
  return last?.sortOrder ?? 0;
}

/** Changes a task at this version. Throws `not_found`, `changed`, `invalid_arguments`, `conflict`. */
export async function changeTask(
  deps: ProjectDeps,
  change: TaskPatch & { readonly id: string; readonly version: number },
  by: Writer,
): Promise<Written<TaskRow>> {
  return changeRecord(deps, TASK, change, by);
}

/** A refused change, with the reason. */
export interface Refused {
  readonly id: string;
  readonly message: string;
}

/** Changes several tasks independently. */
export async function changeTasks(
  deps: ProjectDeps,
  changes: readonly { readonly id: string; readonly version: number; readonly patch: TaskPatch }[],
  by: Writer,
): Promise<{ readonly written: Written<TaskRow>[]; readonly refused: Refused[] }> {
  const written: Written<TaskRow>[] = [];
  const refused: Refused[] = [];
  const plans: Plan[] = [];
  const ids = changes.map(({ id }) => id);
  const rows = await deps.db.rows(tasks, byIds(tasks.id, ids, isNull(tasks.deletedAt)));
  const one = async (id: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, message: error.message });
    }
  };
  for (const { id, version, patch } of changes)
    await one(id, async () => {
      const row = rows.find((known) => known.id === id);
      if (row === undefined) throw new AppError("not_found", "That task doesn’t exist.");
      refuseOther(row, version);
      const plan = await planChange(deps, TASK, row, patch, by);
      if (plan === null) written.push({ row, changeId: "" });
      else plans.push(plan);
    });
  try {
    written.push(...((await runPlans(deps, plans)) as unknown as Written<TaskRow>[]));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The batch failed: try each task separately.
    for (const plan of plans)
      await one(plan.row.id, async () => {
        written.push(...((await runPlans(deps, [plan])) as unknown as Written<TaskRow>[]));
      });
  }
  return { written, refused };
}

/** Deletes a task at this version with its subtasks; undo restores all of them. Returns the change. */
export async function removeTask(
  deps: ProjectDeps,
  { id, version }: { readonly id: string; readonly version: number },
  by: Writer,
): Promise<string> {
  const row = await recordOf(deps.db, TASK, id);
  refuseOther(row, version);
  const set = { deletedAt: isoTime(deps.clock.now()) };
  const parts = await partsOf(deps.db, id);
  const plans = await Promise.all(
    [row, ...parts].map((one) => planChange(deps, TASK, one, set, by, { action: "deleted" })),
  );
  const [written] = await runPlans(
    deps,
    plans.filter((plan) => plan !== null),
  );
  return written?.changeId ?? "";
}

/** A task's subtasks, in order. */
export async function partsOf(db: TenantDb, id: string, deletedAt: string | null = null): Promise<TaskRow[]> {
  const alive = deletedAt === null ? isNull(tasks.deletedAt) : eq(tasks.deletedAt, deletedAt);
  return db
    .rows(tasks, and(eq(tasks.parentId, id), alive) ?? sql`false`)
    .orderBy(asc(tasks.sortOrder), asc(tasks.id))
    .limit(PROJECT_LIMITS.subtasks);
}
