/** Use cases of projects: list, read, create, update, set the baseline. */
import { and, asc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { baselineTasks, projectPhases, projects, tasks } from "./tables/projects.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import {
  projectStatusSchema,
  MOST_OVERDUE,
  PROJECT_LIMITS,
  type NewProject,
  type BaselineTask,
  type ProjectPage,
} from "./api/projects.ts";
import { findProjectProblem } from "./history-problems.ts";
import { ORDER_STEP, PHASE, PROJECT } from "./kinds.ts";
import { afterCursor, inOrder, pageOfRows, type Order } from "./page.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import { phaseView, projectView } from "./views.ts";
import { type Plan, type Written } from "./record-kind.ts";
import { refuseOther, runPlans } from "./run-plans.ts";
import { createRecord, planChange, recordOf } from "./records.ts";

export type ProjectRow = typeof projects.$inferSelect;

const PAGE = 50;
const BASELINE_PAGE = 500;

const ORDERS: Readonly<Record<"name" | "updated", Order>> = {
  name: { key: projects.name, id: projects.id },
  updated: { key: projects.updatedAt, id: projects.id, newestFirst: true },
};

/** `cursor` is the `nextCursor` of the previous page. */
interface ProjectQuery {
  readonly status?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: "name" | "updated" | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Throws AppError `invalid_request` for a foreign cursor or an unknown status. */
export async function listProjects(
  db: TenantDb,
  { status, q = "", sort = "name", cursor, limit = PAGE }: ProjectQuery,
) {
  const order = ORDERS[sort];
  const conditions: SQL[] = [
    isNull(projects.deletedAt),
    ...(status === undefined ? [] : [inArray(projects.status, statusesOf(status))]),
    ...(q === "" ? [] : [sql`instr(lower(${projects.name}), ${q.toLowerCase()}) > 0`]),
    ...(cursor === undefined ? [] : [afterCursor(order, cursor)]),
  ];
  const rows = await db
    .rows(projects, sql.join(conditions, sql` and `))
    .orderBy(...inOrder(order))
    .limit(limit + 1);
  const { items, nextCursor } = pageOfRows(rows, limit, (row) =>
    sort === "name" ? row.name : row.updatedAt,
  );
  return { items: items.map(projectView), nextCursor };
}

function statusesOf(list: string) {
  return list.split(",").map((one) => {
    const read = projectStatusSchema.safeParse(one);
    if (!read.success) throw new AppError("invalid_request", `There is no status “${one}”.`);
    return read.data;
  });
}

/** `today` is the current day in the team's time zone. Throws `not_found`. */
export async function readProject(db: TenantDb, id: string, today: string): Promise<ProjectPage> {
  const row = await recordOf(db, PROJECT, id);
  const isOpen = sql`status not in ('completed', 'cancelled') and deleted_at is null`;
  const late = sql`${tasks.projectId} = ${id} and ${isOpen} and ${tasks.dueDate} < ${today}`;
  const [phases, overdue] = await Promise.all([
    phasesOf(db, id),
    db.pick({ id: tasks.id }, tasks, late).limit(MOST_OVERDUE),
  ]);
  const zero = { created: 0, in_progress: 0, blocked: 0, in_review: 0, completed: 0, cancelled: 0 };
  return {
    ...projectView(row),
    phases: phases.map(phaseView),
    counts: { ...zero, ...row.taskCounts },
    overdue: overdue.length,
    historyProblem: await findProjectProblem(db, row, phases),
  };
}

/** In order. */
export async function phasesOf(db: TenantDb, projectId: string) {
  return db
    .rows(
      projectPhases,
      and(eq(projectPhases.projectId, projectId), isNull(projectPhases.deletedAt)) ?? sql`false`,
    )
    .orderBy(asc(projectPhases.sortOrder), asc(projectPhases.id))
    .limit(PROJECT_LIMITS.phases);
}

export async function createProject(
  deps: ProjectDeps,
  project: NewProject,
  by: Writer,
): Promise<Written<ProjectRow>> {
  return createRecord(deps, PROJECT, project, by);
}

/** Creates a phase; last, if no position is given. Throws `conflict` if there are too many. */
export async function createPhase(
  deps: ProjectDeps,
  phase: Readonly<Record<string, unknown>> & { readonly projectId: string },
  by: Writer,
) {
  const there = await phasesOf(deps.db, phase.projectId);
  if (there.length >= PROJECT_LIMITS.phases)
    throw new AppError("conflict", `A project has at most ${PROJECT_LIMITS.phases} phases.`);
  const sortOrder = phase["sortOrder"] ?? (there.at(-1)?.sortOrder ?? 0) + ORDER_STEP;
  return createRecord(deps, PHASE, { ...phase, sortOrder }, by);
}

/** Stores the current tasks as the project's baseline. */
export async function setBaseline(
  deps: ProjectDeps,
  { id, version }: { readonly id: string; readonly version: number },
  by: Writer,
): Promise<Written<ProjectRow>> {
  const row = await recordOf(deps.db, PROJECT, id);
  refuseOther(row, version);
  const plan = await planBaseline(deps, row, by);
  const [written] = await runPlans(deps, [plan]);
  return written as unknown as Written<ProjectRow>;
}

/**
 * Plans storing the tasks, as they are in that batch, as the baseline. Undo restores the previous baseline.
 */
export async function planBaseline(deps: ProjectDeps, row: ProjectRow, by: Writer): Promise<Plan> {
  const at = isoTime(deps.clock.now());
  const plan = await planChange(deps, PROJECT, row, { baselineAt: at }, by);
  if (plan === null) throw new AppError("conflict", "A baseline was stored just now.");
  const { projectId, id: taskId, parentId, phaseId, title, priority } = tasks;
  const { estimatedHours, startDate, dueDate } = tasks;
  const kept = deps.db.insertEach(
    baselineTasks,
    { projectId, at, taskId, parentId, phaseId, title, priority, estimatedHours, startDate, dueDate },
    tasks,
    sql`${eq(tasks.projectId, row.id)} and ${tasks.deletedAt} is null and ${tasks.status} <> 'cancelled'`,
  );
  const [decide, ...rest] = plan.statements;
  return decide === undefined ? plan : { ...plan, statements: [decide, kept, ...rest] };
}

/** A page of the current baseline. */
export async function readBaseline(
  db: TenantDb,
  id: string,
  { cursor, limit = BASELINE_PAGE }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ items: BaselineTask[]; nextCursor: string | null; at: string | null }> {
  const { baselineAt } = await recordOf(db, PROJECT, id);
  if (baselineAt === null) return { items: [], nextCursor: null, at: null };
  const order: Order = { key: baselineTasks.taskId, id: baselineTasks.taskId };
  const rows = await db
    .rows(
      baselineTasks,
      and(
        eq(baselineTasks.projectId, id),
        eq(baselineTasks.at, baselineAt),
        cursor === undefined ? undefined : sql`${baselineTasks.taskId} > ${cursor}`,
      ) ?? sql`false`,
    )
    .orderBy(...inOrder(order).slice(0, 1))
    .limit(limit + 1);
  const more = rows.length > limit;
  const items = rows
    .slice(0, limit)
    .map(({ tenantId: _tenantId, projectId: _projectId, at: _at, ...row }) => row);
  return { items, nextCursor: more ? (items.at(-1)?.taskId ?? null) : null, at: baselineAt };
}
