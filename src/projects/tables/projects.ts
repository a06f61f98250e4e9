import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
  type SQLiteColumn,
} from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import {
  projectStatusSchema,
  taskLinkVendorSchema,
  taskPrioritySchema,
  taskStatusSchema,
  type ProjectStatus,
  type TaskLinkVendor,
  type TaskPriority,
  type TaskStatus,
} from "../api/projects.ts";
import type { FieldValues } from "../api/projects-tasks.ts";

/** Columns of every project record. Only `src/projects/records.ts` changes such rows. */
export function recordColumns() {
  return {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    version: integer().notNull(),
    /** Random ID of the last write, which guards the dependent rows of a compare-and-set. */
    moveId: text().notNull(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
    /** When it was deleted; restorable until the clean-up removes it. */
    deletedAt: text(),
    /**
     * Seal of the newest change in its history (src/projects/seal.ts); null if nothing was written since
     * sealing was introduced.
     */
    historySeal: text(),
  };
}

/** Index of deleted records, for the clean-up. */
export function deletedIndex(
  name: string,
  table: { readonly tenantId: SQLiteColumn; readonly deletedAt: SQLiteColumn },
) {
  return index(name)
    .on(table.tenantId, table.deletedAt)
    .where(sql`deleted_at is not null`);
}

/** Number of tasks by status; a status without tasks may be missing. */
export type TaskCounts = Partial<Record<TaskStatus, number>>;

export const projects = sqliteTable(
  "projects",
  {
    ...recordColumns(),
    name: text().notNull(),
    description: text().notNull(),
    clientName: text().notNull(),
    status: text({ enum: projectStatusSchema.options as [ProjectStatus] }).notNull(),
    /** The project owner; null if there is none. */
    ownerId: text(),
    startDate: text(),
    dueDate: text(),
    completedAt: text(),
    /** The current baseline (`baseline_tasks`); null if there is none. */
    baselineAt: text(),
    /** Drift in percent from which scope alerts are sent. */
    scopeAlertPercent: integer().notNull(),
    /** All tasks that are not canceled, and the completed ones among them. Updated in the task's batch. */
    tasksTotal: integer().notNull(),
    tasksDone: integer().notNull(),
    /** Tasks by status, and top-level tasks by status for the page and board. Updated in the task's batch. */
    taskCounts: text({ mode: "json" }).$type<TaskCounts>().notNull().default({}),
    boardCounts: text({ mode: "json" }).$type<TaskCounts>().notNull().default({}),
    linkVendor: text({ enum: taskLinkVendorSchema.options as [TaskLinkVendor] }),
    linkId: text(),
    linkUrl: text(),
  },
  keys((table) => [
    deletedIndex("projects_deleted", table),
    index("projects_by_name").on(table.tenantId, table.name, table.id),
    index("projects_by_status").on(table.tenantId, table.status, table.name, table.id),
    index("projects_by_change").on(table.tenantId, table.updatedAt, table.id),
    uniqueIndex("projects_link")
      .on(table.tenantId, table.linkVendor, table.linkId)
      .where(sql`link_id is not null and deleted_at is null`),
  ]),
);

/** Phases of projects, in order. */
export const projectPhases = sqliteTable(
  "project_phases",
  {
    ...recordColumns(),
    projectId: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    sortOrder: real().notNull(),
  },
  keys((table) => [
    deletedIndex("project_phases_deleted", table),
    index("project_phases_of").on(table.tenantId, table.projectId, table.sortOrder),
  ]),
);

/** Due date, with tasks without one last. Written without a comma, where drizzle-kit would split it. */
export const DUE = sql`case when "due_date" is null then '9999-12-31' else "due_date" end`;

/** Tasks and subtasks. */
export const tasks = sqliteTable(
  "tasks",
  {
    ...recordColumns(),
    projectId: text().notNull(),
    phaseId: text(),
    /** Parent task; a subtask has no subtasks itself. */
    parentId: text(),
    title: text().notNull(),
    description: text().notNull(),
    status: text({ enum: taskStatusSchema.options as [TaskStatus] }).notNull(),
    priority: text({ enum: taskPrioritySchema.options as [TaskPriority] }).notNull(),
    /** The kind of work; empty if a model was asked and knew none, null if it wasn't asked. */
    type: text("task_type"),
    estimatedHours: real(),
    actualHours: real(),
    startDate: text(),
    dueDate: text(),
    sortOrder: real().notNull(),
    clientVisible: integer({ mode: "boolean" }).notNull(),
    /** When it was first in progress, and when it was completed. */
    startedAt: text(),
    completedAt: text(),
    statusChangedAt: text().notNull(),
    lastCommentAt: text(),
    /** Denormalized from the tables below, because a task is mostly read with all of them. */
    assigneeIds: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    tagIds: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    dependsOn: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    fields: text({ mode: "json" }).$type<FieldValues>().notNull(),
    commentCount: integer().notNull(),
    checklistTotal: integer().notNull(),
    checklistDone: integer().notNull(),
    createdByKind: text({ enum: ["user", "agent", "system"] }).notNull(),
    createdById: text().notNull(),
    /** The linked service, which owns some fields: they are read from it and changed there. */
    linkVendor: text({ enum: taskLinkVendorSchema.options as [TaskLinkVendor] }),
    linkId: text(),
    linkUrl: text(),
    linkReadAt: text(),
  },
  keys((table) => [
    deletedIndex("tasks_deleted", table),
    index("tasks_board").on(table.tenantId, table.projectId, table.status, table.sortOrder, table.id),
    index("tasks_in_order").on(table.tenantId, table.projectId, table.sortOrder, table.id),
    index("tasks_by_due").on(table.tenantId, table.projectId, DUE, table.id),
    index("tasks_by_change").on(table.tenantId, table.projectId, table.updatedAt, table.id),
    index("tasks_parts").on(table.tenantId, table.parentId, table.sortOrder),
    index("tasks_open_due")
      .on(table.tenantId, DUE, table.id)
      .where(sql`status not in ('completed', 'cancelled') and deleted_at is null`),
    index("tasks_overdue")
      .on(table.tenantId, table.projectId, table.dueDate)
      .where(sql`due_date is not null and status not in ('completed', 'cancelled') and deleted_at is null`),
    index("tasks_still").on(table.tenantId, table.status, table.statusChangedAt, table.id),
    index("tasks_changed").on(table.tenantId, table.updatedAt, table.id),
    uniqueIndex("tasks_link")
      .on(table.tenantId, table.linkVendor, table.linkId)
      .where(sql`link_id is not null and deleted_at is null`),
  ]),
);

/** Assignments: the index of `tasks.assigneeIds`. */
export const taskAssignments = sqliteTable(
  "task_assignments",
  {
    tenantId: text().notNull(),
    taskId: text().notNull(),
    userId: text().notNull(),
    projectId: text().notNull(),
    /** Whether the task is neither completed, canceled nor deleted. */
    open: integer({ mode: "boolean" }).notNull(),
    /** Due date; `9999-12-31` if none is set. */
    due: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.taskId, table.userId] }),
    index("task_assignments_of").on(table.tenantId, table.userId, table.open, table.due, table.taskId),
  ]),
);

/** Dependencies: the index of `tasks.dependsOn`. Acyclic. */
export const taskDependencies = sqliteTable(
  "task_dependencies",
  {
    tenantId: text().notNull(),
    taskId: text().notNull(),
    /** The task that must be finished first. */
    dependsOnId: text().notNull(),
    projectId: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.taskId, table.dependsOnId] }),
    index("task_dependencies_on").on(table.tenantId, table.dependsOnId),
    index("task_dependencies_in").on(table.tenantId, table.projectId),
  ]),
);

/** Index of `tasks.tagIds`. */
export const taskTags = sqliteTable(
  "task_tags",
  {
    tenantId: text().notNull(),
    taskId: text().notNull(),
    tagId: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.taskId, table.tagId] }),
    index("task_tags_of").on(table.tenantId, table.tagId, table.taskId),
  ]),
);

/** Index of `tasks.fields`: values of custom fields. */
export const customFieldValues = sqliteTable(
  "custom_field_values",
  {
    tenantId: text().notNull(),
    taskId: text().notNull(),
    fieldId: text().notNull(),
    value: text().notNull(),
    /** The numeric value, for number fields. */
    number: real(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.taskId, table.fieldId, table.value] }),
    index("custom_field_values_of").on(table.tenantId, table.fieldId, table.value),
  ]),
);

/** Every status change of a task, with the time spent in the previous status. Append-only. */
export const statusChanges = sqliteTable(
  "status_changes",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    taskId: text().notNull(),
    projectId: text().notNull(),
    /** Null on creation. */
    fromStatus: text({ enum: taskStatusSchema.options as [TaskStatus] }),
    toStatus: text({ enum: taskStatusSchema.options as [TaskStatus] }).notNull(),
    at: text().notNull(),
    /** Hours in `fromStatus`. */
    hours: real().notNull(),
  },
  keys((table) => [
    index("status_changes_of").on(table.tenantId, table.taskId, table.at),
    index("status_changes_in").on(table.tenantId, table.projectId, table.at),
    index("status_changes_at").on(table.tenantId, table.at),
  ]),
);

/** Baselines of projects' tasks. `projects.baselineAt` names the current one. */
export const baselineTasks = sqliteTable(
  "baseline_tasks",
  {
    tenantId: text().notNull(),
    projectId: text().notNull(),
    /** When it was stored; identical for all rows of a baseline. */
    at: text().notNull(),
    taskId: text().notNull(),
    parentId: text(),
    phaseId: text(),
    title: text().notNull(),
    priority: text({ enum: taskPrioritySchema.options as [TaskPriority] }).notNull(),
    estimatedHours: real(),
    startDate: text(),
    dueDate: text(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.projectId, table.at, table.taskId] })]),
);

/**
 * Every write of a project record, with values before and after: its history, and the data for undo.
 * Immutable except for `undoneBy` and erasure.
 */
export const projectChanges = sqliteTable(
  "project_changes",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    /** Null without a project. */
    projectId: text(),
    /** For example, `task`. */
    entity: text().notNull(),
    entityId: text().notNull(),
    /** Its display name at the time. */
    label: text().notNull(),
    action: text({ enum: ["created", "updated", "deleted", "restored"] }).notNull(),
    version: integer().notNull(),
    before: text({ mode: "json" }).$type<Readonly<Record<string, unknown>>>().notNull(),
    after: text({ mode: "json" }).$type<Readonly<Record<string, unknown>>>().notNull(),
    actorKind: text({ enum: ["user", "agent", "system"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    /** The writing run; null for a person. */
    runId: text(),
    /** The change that this one reverts. */
    undoOf: text(),
    undoneBy: text(),
    at: text().notNull(),
    /**
     * Seal data (src/projects/seal.ts); null for changes from before sealing. The salt is removed when a
     * person's data is erased.
     */
    salt: text(),
    digest: text(),
    previous: text(),
    seal: text(),
  },
  keys((table) => [
    index("project_changes_of").on(table.tenantId, table.entityId, table.at, table.id),
    index("project_changes_in").on(table.tenantId, table.projectId, table.at, table.id),
    index("project_changes_run").on(table.tenantId, table.runId),
  ]),
);
