/** Task lists for pages: by index, paginated, without long texts. */
import { and, eq, getTableColumns, inArray, isNull, sql, type SQL } from "drizzle-orm";
import {
  baselineTasks,
  DUE,
  projects,
  taskAssignments,
  taskDependencies,
  tasks,
  taskTags,
  type TaskCounts,
} from "./tables/projects.ts";
import { byIds, type ByIds, type TenantDb } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { TASK_STATUSES, taskPrioritySchema, taskStatusSchema, type TaskStatus } from "./api/projects.ts";
import {
  MOST_CARDS_COUNTED,
  type TaskFilter,
  type TaskLine,
  type TaskSort,
  type TimelineBar,
} from "./api/projects-tasks.ts";
import { afterCursor, inOrder, pageOfRows, type Order } from "./page.ts";
import { inLiveProject } from "./query.ts";
import type { TaskRow } from "./task-kind.ts";
import { linkOf, listsOf } from "./views.ts";

const PAGE = 50;
/** Cards per column, and bars, so that a page of either stays below 50 KiB. */
const CARDS = 10;
const BARS = 120;
const OPEN = sql`${tasks.status} not in ('completed', 'cancelled')`;

/** `cursor` is the `nextCursor` of the previous page. */
interface TaskQuery extends TaskFilter {
  readonly projectId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly sort?: TaskSort | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface TaskPage {
  readonly items: TaskLine[];
  readonly nextCursor: string | null;
}

/** Sort orders of lists; each has an index. */
const ORDERS: Readonly<Record<TaskSort, Order>> = {
  manual: { key: tasks.sortOrder, id: tasks.id, isNumber: true },
  due: { key: DUE, id: tasks.id },
  updated: { key: tasks.updatedAt, id: tasks.id, newestFirst: true },
};

/**
 * Tasks of a project in any order; tasks of the team either open ones by due date, or all by last change.
 * Throws AppError `invalid_request` for a foreign cursor or filter.
 */
export async function listTasks(db: TenantDb, asked: TaskQuery): Promise<TaskPage> {
  const { projectId, parentId, cursor, limit = PAGE } = asked;
  const isTeam = projectId === undefined && parentId === undefined;
  const sort = asked.sort ?? (isTeam ? "due" : "manual");
  if (isTeam && sort === "manual")
    throw new AppError("invalid_request", "Manual order is only available within a project.");
  const order = ORDERS[sort];
  const conditions: SQL[] = [
    isNull(tasks.deletedAt),
    // Subtasks are found by their parent: the unary plus keeps SQLite from using the project's index instead.
    ...(projectId === undefined
      ? []
      : [isOfOne(parentId) ? sql`+${tasks.projectId} = ${projectId}` : eq(tasks.projectId, projectId)]),
    ...whereParent(parentId),
    ...(isTeam && sort === "due" ? [OPEN] : []),
    ...(isTeam ? [inLiveProject(db, tasks.projectId)] : []),
    ...filters(db, asked),
    ...(cursor === undefined ? [] : [afterCursor(order, cursor)]),
  ];
  const rows = await taskLines(db, sql.join(conditions, sql` and `))
    .orderBy(...inOrder(order))
    .limit(limit + 1);
  return taskPage(rows, limit, sort);
}

function isOfOne(parentId: string | undefined): boolean {
  return parentId !== undefined && parentId !== "none";
}

function whereParent(parentId: string | undefined): SQL[] {
  if (parentId === undefined) return [];
  return [parentId === "none" ? isNull(tasks.parentId) : eq(tasks.parentId, parentId)];
}

/** Existing tasks with these IDs. */
export async function someTasks(db: TenantDb, ids: readonly string[]): Promise<TaskLine[]> {
  if (ids.length === 0) return [];
  const live = and(isNull(tasks.deletedAt), inLiveProject(db, tasks.projectId));
  return (await taskLines(db, byIds(tasks.id, ids, live))).map(lineOf);
}

/** A member's open tasks, earliest due date first. */
export async function listWork(
  db: TenantDb,
  {
    userId,
    cursor,
    limit = PAGE,
  }: { userId: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<TaskPage> {
  const order: Order = { key: taskAssignments.due, id: taskAssignments.taskId };
  const mine = and(
    eq(taskAssignments.userId, userId),
    eq(taskAssignments.open, true),
    cursor === undefined ? undefined : afterCursor(order, cursor),
  );
  const found = await db
    .pick({ id: taskAssignments.taskId, due: taskAssignments.due }, taskAssignments, mine)
    .orderBy(...inOrder(order))
    .limit(limit + 1);
  const { items, nextCursor } = pageOfRows(found, limit, ({ due }) => due);
  const known = new Map(
    (
      await someTasks(
        db,
        items.map(({ id }) => id),
      )
    ).map((task) => [task.id, task]),
  );
  return { items: items.flatMap(({ id }) => known.get(id) ?? []), nextCursor };
}

/**
 * The columns of a board, each with its first cards and a count, which with a filter stops at
 * `MOST_CARDS_COUNTED`.
 */
export async function readBoard(
  db: TenantDb,
  project: { readonly id: string; readonly boardCounts: TaskCounts },
  { limit = CARDS, ...filter }: TaskQuery,
) {
  const chosen = filters(db, { ...filter, status: undefined });
  const conditions = [
    isNull(tasks.deletedAt),
    isNull(tasks.parentId),
    eq(tasks.projectId, project.id),
    ...chosen,
  ];
  const all = sql.join(conditions, sql` and `);
  const shown = filter.status === undefined ? TASK_STATUSES : statusesOf(filter.status);
  const inColumn = (status: TaskStatus): SQL => sql`${all} and ${eq(tasks.status, status)}`;
  const columns = (await db.batch(
    shown.map((status) =>
      taskLines(db, inColumn(status))
        .orderBy(...inOrder(ORDERS.manual))
        .limit(limit + 1),
    ),
  )) as LineRow[][];
  const counts =
    chosen.length === 0
      ? shown.map((status) => project.boardCounts[status] ?? 0)
      : (
          (await db.batch(
            shown.map((status) =>
              db.pick({ id: tasks.id }, tasks, inColumn(status)).limit(MOST_CARDS_COUNTED),
            ),
          )) as unknown[][]
        ).map(({ length }) => length);
  return shown.map((status, at) => ({
    status,
    count: counts[at] ?? 0,
    ...taskPage(columns[at] ?? [], limit, "manual"),
  }));
}

/** Bars of a project's timeline, in manual order. */
export async function readTimeline(
  db: TenantDb,
  project: { readonly id: string; readonly baselineAt: string | null },
  { cursor, limit = BARS }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ items: TimelineBar[]; nextCursor: string | null }> {
  const order = ORDERS.manual;
  const { id, version, parentId, phaseId, title, status, priority, startDate, dueDate, completedAt } = tasks;
  const { dependsOn, assigneeIds, sortOrder } = tasks;
  const agreed = (column: string): SQL.Aliased<string | null> =>
    sql<
      string | null
    >`(select b.${sql.raw(column)} from ${baselineTasks} b where b.tenant_id = ${db.tenantId} and b.project_id = ${project.id} and b.at = ${project.baselineAt} and b.task_id = "tasks"."id")`.as(
      `agreed_${column}`,
    );
  const rows = await db
    .pick(
      {
        id,
        version,
        parentId,
        phaseId,
        title,
        status,
        priority,
        startDate,
        dueDate,
        completedAt,
        dependsOn,
        assigneeIds,
        sortOrder,
        agreedId: agreed("task_id"),
        agreedStart: agreed("start_date"),
        agreedDue: agreed("due_date"),
      },
      tasks,
      and(
        eq(tasks.projectId, project.id),
        isNull(tasks.deletedAt),
        cursor === undefined ? undefined : afterCursor(order, cursor),
      ),
    )
    .orderBy(...inOrder(order))
    .limit(limit + 1);
  const { items, nextCursor } = pageOfRows(rows, limit, (row) => row.sortOrder);
  return {
    nextCursor,
    items: items.map(({ sortOrder: _sortOrder, agreedId, agreedStart, agreedDue, ...row }) => ({
      ...row,
      dependsOn: [...row.dependsOn],
      assigneeIds: [...row.assigneeIds],
      baseline: agreedId === null ? null : { startDate: agreedStart, dueDate: agreedDue },
    })),
  };
}

function filters(db: TenantDb, filter: TaskFilter): SQL[] {
  const { status, priority, assigneeId, tagId, phaseId, dueFrom, dueTo, q = "" } = filter;
  const own = eq(taskAssignments.tenantId, db.tenantId);
  return [
    ...(status === undefined ? [] : [inArray(tasks.status, statusesOf(status))]),
    ...(priority === undefined ? [] : [inArray(tasks.priority, choices(taskPrioritySchema, priority))]),
    ...(assigneeId === undefined
      ? []
      : assigneeId === "none"
        ? [sql`${tasks.assigneeIds} = '[]'`]
        : [
            sql`${tasks.id} in (select task_id from ${taskAssignments} where ${own} and ${taskAssignments.userId} = ${assigneeId})`,
          ]),
    ...(tagId === undefined
      ? []
      : [
          sql`${tasks.id} in (select task_id from ${taskTags} where ${taskTags.tenantId} = ${db.tenantId} and ${taskTags.tagId} = ${tagId})`,
        ]),
    ...(phaseId === undefined
      ? []
      : [phaseId === "none" ? isNull(tasks.phaseId) : eq(tasks.phaseId, phaseId)]),
    ...(dueFrom === undefined ? [] : [sql`${tasks.dueDate} >= ${dueFrom}`]),
    ...(dueTo === undefined ? [] : [sql`${tasks.dueDate} <= ${dueTo}`]),
    ...(q === "" ? [] : [sql`instr(lower(${tasks.title}), ${q.toLowerCase()}) > 0`]),
  ];
}

function statusesOf(list: string): TaskStatus[] {
  return choices(taskStatusSchema, list);
}

function choices<Value>(
  schema: { safeParse(value: string): { success: boolean; data?: Value } },
  list: string,
): Value[] {
  return list.split(",").map((one) => {
    const read = schema.safeParse(one);
    if (!read.success || read.data === undefined)
      throw new AppError("invalid_request", `There is no “${one}”.`);
    return read.data;
  });
}

const {
  description: _,
  tenantId: __,
  moveId: ___,
  historySeal: ____,
  deletedAt: _____,
  ...LINE
} = getTableColumns(tasks);

type LineRow = Omit<TaskRow, "description" | "tenantId" | "moveId" | "historySeal" | "deletedAt"> & {
  projectName: string;
  blockedBy: number;
};

function taskLines(db: TenantDb, where: SQL | ByIds) {
  return db.pick(
    {
      ...LINE,
      projectName: sql<string>`(select name from ${projects} p where p.id = "tasks"."project_id")`.as(
        "project_name",
      ),
      blockedBy:
        sql<number>`(select count(*) from ${taskDependencies} d join ${tasks} f on f.id = d.depends_on_id where d.tenant_id = ${db.tenantId} and d.task_id = "tasks"."id" and f.deleted_at is null and f.status not in ('completed', 'cancelled'))`.as(
          "blocked_by",
        ),
    },
    tasks,
    where,
  );
}

function taskPage(rows: readonly LineRow[], limit: number, sort: TaskSort): TaskPage {
  const { items, nextCursor } = pageOfRows(rows, limit, (row) => {
    if (sort === "manual") return row.sortOrder;
    return sort === "due" ? (row.dueDate ?? "9999-12-31") : row.updatedAt;
  });
  return { items: items.map(lineOf), nextCursor };
}

function lineOf(row: LineRow): TaskLine {
  const { linkVendor, linkId, linkUrl, linkReadAt, createdByKind, createdById, ...rest } = row;
  return {
    ...rest,
    ...listsOf(rest),
    blockedBy: Number(rest.blockedBy),
    createdBy: { kind: createdByKind, id: createdById },
    link: linkOf({ linkVendor, linkId, linkUrl, linkReadAt }),
  };
}
