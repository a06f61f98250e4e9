/** Tasks as records: the invariants of their writes, and the consequences within the batch. */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { byIds, type RowOf, type Statement } from "../platform/db/index.ts";
import {
  customFieldValues,
  projects,
  statusChanges,
  taskAssignments,
  taskDependencies,
  tasks,
  taskTags,
} from "./tables/projects.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { CLOSED_STATUSES, PROJECT_LIMITS, type TaskStatus } from "./api/projects.ts";
import { requireFields, requireMembers, requirePhase, requireProject, requireTags } from "./known.ts";
import { type Check, type Prepared, type RecordKind, type Writing } from "./record-kind.ts";

export type TaskRow = typeof tasks.$inferSelect;

/** Fields of a linked task that the service owns. */
const LINKED_COLUMNS = ["title", "description", "status", "priority", "dueDate"] as const;
/** Sorts tasks without a due date last. */
const NO_DAY = "9999-12-31";

const VENDOR_NAMES = { clickup: "ClickUp", jira: "Jira" } as const;

export const TASK: RecordKind<typeof tasks> = {
  entity: "task",
  stream: "tasks",
  noun: "task",
  table: tasks,
  label: "title",
  defaults: {
    description: "",
    status: "created",
    priority: "medium",
    clientVisible: false,
    assigneeIds: [],
    tagIds: [],
    dependsOn: [],
    fields: {},
    commentCount: 0,
    checklistTotal: 0,
    checklistDone: 0,
  },
  prepare,
};

/** Whether it is neither completed, canceled nor deleted. */
export function isOpen(task: Pick<TaskRow, "status" | "deletedAt"> | null): boolean {
  return task !== null && task.deletedAt === null && !CLOSED_STATUSES.includes(task.status);
}

async function prepare(writing: Writing<TaskRow>): Promise<Prepared> {
  refuseLinked(writing);
  const { before, after, nowMs, by } = writing;
  await requireNamed(writing);
  const now = isoTime(nowMs);
  const moved = before?.status !== after.status;
  const set = {
    ...(before === null ? { createdByKind: by.actor.kind, createdById: by.actor.id } : {}),
    ...(moved ? timesOf(after, now) : {}),
  };
  return {
    set,
    checks: checksOf(writing),
    along: [...followsTask(writing), ...(moved ? [statusRow(writing, now)] : [])],
    ...telling(before, after),
  };
}

/** Consequences of a task's row, except its status history. */
export function followsTask(writing: Writing<TaskRow>): Statement[] {
  return [...links(writing), ...counted(writing)];
}

function timesOf(after: TaskRow, now: string) {
  return {
    statusChangedAt: now,
    startedAt: after.startedAt ?? (after.status === "in_progress" ? now : null),
    completedAt: after.status === "completed" ? now : null,
  };
}

function telling(before: TaskRow | null, after: TaskRow): Pick<Prepared, "what" | "tells"> {
  const added = after.assigneeIds.filter((id) => before?.assigneeIds.includes(id) !== true);
  const tells = added.length > 0 ? { userIds: added } : {};
  if (before === null) return { tells };
  if (before.deletedAt !== after.deletedAt) return {};
  if (before.status !== after.status)
    return { what: "status_changed", tells: { ...tells, from: before.status, to: after.status } };
  return added.length > 0 ? { what: "assigned", tells } : {};
}

/** Throws `conflict` if a field owned by the service would change. */
function refuseLinked({ before, after, by }: Writing<TaskRow>): void {
  if (before === null || before.linkVendor === null || by.fromLink === true) return;
  if (LINKED_COLUMNS.every((column) => before[column] === after[column])) return;
  const name = VENDOR_NAMES[before.linkVendor];
  throw new AppError(
    "conflict",
    `This task is managed in ${name}: change its title, description, status, priority and due date there, or ask Steward to.`,
    { details: { vendor: before.linkVendor, url: before.linkUrl } },
  );
}

/** All newly referenced records must exist. */
async function requireNamed({ deps, before, after }: Writing<TaskRow>): Promise<void> {
  if (after.deletedAt !== null) return;
  const fresh = (key: "assigneeIds" | "tagIds" | "dependsOn"): string[] => {
    if (new Set(after[key]).size < after[key].length)
      throw new AppError("invalid_arguments", "The same item is listed twice.");
    return after[key].filter((id) => before?.[key].includes(id) !== true);
  };
  if (before === null) await requireProject(deps, after.projectId);
  await requireMembers(deps, fresh("assigneeIds"));
  await requireTags(deps, fresh("tagIds"));
  if (after.phaseId !== null && after.phaseId !== before?.phaseId)
    await requirePhase(deps, after.projectId, after.phaseId);
  if (JSON.stringify(after.fields) !== JSON.stringify(before?.fields ?? {}))
    await requireFields(deps, after.projectId, after.fields);
  const first = fresh("dependsOn").filter((id) => deps.fresh?.has(id) !== true);
  if (first.length === 0) return;
  const here = and(eq(tasks.projectId, after.projectId), isNull(tasks.deletedAt));
  const found = await deps.db.pick({ id: tasks.id }, tasks, byIds(tasks.id, first, here));
  if (found.length < first.length)
    throw new AppError("invalid_arguments", "A task can only depend on tasks of the same project.");
}

/** Conditions that must not hold after the write, even under concurrent writes. */
function checksOf({ deps: { db }, before, after }: Writing<TaskRow>): Check[] {
  const checks: Check[] = [];
  const mine = sql`tenant_id = ${db.tenantId}`;
  if (after.parentId !== null && after.parentId !== before?.parentId) {
    checks.push(
      {
        bad: sql`not exists (select 1 from ${tasks} where ${mine} and id = ${after.parentId} and project_id = ${after.projectId} and parent_id is null and deleted_at is null and id <> ${after.id})`,
        message: "A subtask must belong to a top-level task of the same project.",
      },
      {
        bad: sql`exists (select 1 from ${tasks} where ${mine} and parent_id = ${after.id} and deleted_at is null)`,
        message: "A task with subtasks can’t become a subtask.",
      },
      {
        bad: sql`(select count(*) from ${tasks} where ${mine} and parent_id = ${after.parentId} and deleted_at is null) > ${PROJECT_LIMITS.subtasks}`,
        message: `A task has at most ${PROJECT_LIMITS.subtasks} subtasks.`,
      },
    );
  }
  if (after.dependsOn.some((id) => before?.dependsOn.includes(id) !== true))
    checks.push({
      bad: reaches(after.dependsOn, after.id, db.tenantId),
      message: "These tasks would depend on each other in a circle.",
    });
  return checks;
}

/** Whether one of `from` depends on `id`, directly or indirectly. */
function reaches(from: readonly string[], id: string, tenantId: string): SQL {
  return sql`${id} in (with recursive before_it(id) as (select value from json_each(${JSON.stringify(from)}) union select d.depends_on_id from ${taskDependencies} d join before_it b on d.task_id = b.id where d.tenant_id = ${tenantId}) select id from before_it)`;
}

/** Index rows of the task, rewritten where they differ. */
function links({ deps: { db }, before, after, mine, isMine }: Writing<TaskRow>): Statement[] {
  const { id: taskId, projectId } = after;
  const [open, due] = [isOpen(after), after.dueDate ?? NO_DAY];
  const differs = (key: "assigneeIds" | "tagIds" | "dependsOn" | "fields"): boolean =>
    JSON.stringify(before?.[key] ?? []) !== JSON.stringify(after[key]);
  const works = differs("assigneeIds") || isOpen(before) !== open || (before?.dueDate ?? NO_DAY) !== due;
  const anew = <Table extends LinkTable>(table: Table, rows: readonly RowOf<Table>[]): Statement[] => [
    ...(before === null ? [] : [db.remove(table, sql`${eq(table.taskId, taskId)} and ${isMine}`)]),
    ...rows.map((row) => db.insertIf(table, row, tasks, mine)),
  ];
  return [
    ...(works
      ? anew(
          taskAssignments,
          after.assigneeIds.map((userId) => ({ taskId, userId, projectId, open, due })),
        )
      : []),
    ...(differs("tagIds")
      ? anew(
          taskTags,
          after.tagIds.map((tagId) => ({ taskId, tagId })),
        )
      : []),
    ...(differs("dependsOn")
      ? anew(
          taskDependencies,
          after.dependsOn.map((dependsOnId) => ({ taskId, dependsOnId, projectId })),
        )
      : []),
    ...(differs("fields") ? anew(customFieldValues, valuesOf(after)) : []),
  ];
}

type LinkTable =
  | typeof taskAssignments
  | typeof taskTags
  | typeof taskDependencies
  | typeof customFieldValues;

function valuesOf({ id: taskId, fields }: TaskRow) {
  return Object.entries(fields).flatMap(([fieldId, held]) =>
    [held].flat().map((value) => ({
      taskId,
      fieldId,
      value: String(value).slice(0, 200),
      number: typeof value === "number" ? value : null,
    })),
  );
}

/** Updates the project's counts. */
function counted({ deps: { db }, before, after, isMine }: Writing<TaskRow>): Statement[] {
  const [was, is] = [standingOf(before), standingOf(after)];
  if (was.status === is.status && was.isPart === is.isPart) return [];
  const byOne = (
    column: "task_counts" | "board_counts",
    is: TaskStatus | null,
    was: TaskStatus | null,
  ): SQL => moved(moved(sql.raw(column), was, -1), is, 1);
  const onBoard = ({ status, isPart }: Standing): TaskStatus | null => (isPart ? null : status);
  return [
    db.update(
      projects,
      {
        tasksTotal: sql`tasks_total + ${Number(isPlanned(is)) - Number(isPlanned(was))}`,
        tasksDone: sql`tasks_done + ${Number(is.status === "completed") - Number(was.status === "completed")}`,
        taskCounts: byOne("task_counts", is.status, was.status),
        boardCounts: byOne("board_counts", onBoard(is), onBoard(was)),
      },
      sql`${eq(projects.id, after.projectId)} and ${isMine}`,
    ),
  ];
}

/** A task's contribution to the counts; null status for a missing task. */
interface Standing {
  readonly status: TaskStatus | null;
  readonly isPart: boolean;
}

function standingOf(task: TaskRow | null): Standing {
  if (task === null || task.deletedAt !== null) return { status: null, isPart: false };
  return { status: task.status, isPart: task.parentId !== null };
}

function isPlanned({ status }: Standing): boolean {
  return status !== null && status !== "cancelled";
}

/** Counts with one status increased or decreased. */
function moved(counts: SQL, status: TaskStatus | null, by: 1 | -1): SQL {
  if (status === null) return counts;
  const path = `$.${status}`;
  return sql`json_set(${counts}, ${path}, coalesce(json_extract(${counts}, ${path}), 0) + ${by})`;
}

function statusRow({ deps: { db }, before, after, nowMs, mine }: Writing<TaskRow>, now: string): Statement {
  const row = {
    id: `${after.moveId}`,
    taskId: after.id,
    projectId: after.projectId,
    fromStatus: before?.status ?? null,
    toStatus: after.status,
    at: now,
    hours: before === null ? 0 : Math.max(0, nowMs - Date.parse(before.statusChangedAt)) / 3600_000,
  };
  return db.insertIf(statusChanges, row, tasks, mine);
}
