import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { Json } from "../../kernel/hash.ts";
import type { QueryFilter } from "../api/projects-query.ts";
import {
  automationEventSchema,
  type AutomationAction,
  type AutomationEvent,
  type ProjectFormField,
  type ViewSettings,
} from "../api/projects-records.ts";
import { deletedIndex, recordColumns } from "./projects.ts";

/** Comments on a task or project. */
export const comments = sqliteTable(
  "comments",
  {
    ...recordColumns(),
    projectId: text().notNull(),
    taskId: text(),
    authorKind: text({ enum: ["user", "agent", "system"] }).notNull(),
    authorId: text().notNull(),
    authorName: text().notNull(),
    body: text().notNull(),
    /** Mentioned members. */
    mentions: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    runId: text(),
  },
  keys((table) => [
    deletedIndex("comments_deleted", table),
    index("comments_of").on(table.tenantId, table.taskId, table.createdAt, table.id),
    index("comments_in").on(table.tenantId, table.projectId, table.createdAt, table.id),
    index("comments_changed").on(table.tenantId, table.updatedAt, table.id),
  ]),
);

/** Items of a task's checklists. */
export const checklistItems = sqliteTable(
  "checklist_items",
  {
    ...recordColumns(),
    projectId: text().notNull(),
    taskId: text().notNull(),
    /** The checklist's name; empty for an unnamed one. */
    checklist: text().notNull(),
    title: text().notNull(),
    done: integer({ mode: "boolean" }).notNull(),
    sortOrder: real().notNull(),
  },
  keys((table) => [
    deletedIndex("checklist_items_deleted", table),
    index("checklist_items_of").on(table.tenantId, table.taskId, table.sortOrder, table.id),
  ]),
);

export const tags = sqliteTable(
  "tags",
  {
    ...recordColumns(),
    name: text().notNull(),
    color: text().notNull(),
  },
  keys((table) => [
    deletedIndex("tags_deleted", table),
    index("tags_by_name").on(table.tenantId, table.name, table.id),
  ]),
);

/** The team's custom fields on tasks. */
export const customFieldDefinitions = sqliteTable(
  "custom_field_definitions",
  {
    ...recordColumns(),
    /** Null: for tasks of all projects. */
    projectId: text(),
    name: text().notNull(),
    type: text({
      enum: ["text", "number", "date", "select", "multi_select", "checkbox", "user"],
    }).notNull(),
    options: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    sortOrder: real().notNull(),
  },
  keys((table) => [
    deletedIndex("custom_field_definitions_deleted", table),
    index("custom_field_definitions_in_order").on(table.tenantId, table.sortOrder, table.id),
  ]),
);

export const goals = sqliteTable(
  "goals",
  {
    ...recordColumns(),
    projectId: text(),
    title: text().notNull(),
    description: text().notNull(),
    ownerId: text(),
    /** `tasks`: progress is the share of completed tasks. */
    measure: text({ enum: ["number", "tasks"] }).notNull(),
    target: real().notNull(),
    current: real().notNull(),
    unit: text().notNull(),
    dueDate: text(),
    taskIds: text({ mode: "json" }).$type<readonly string[]>().notNull(),
  },
  keys((table) => [
    deletedIndex("goals_deleted", table),
    index("goals_in_order").on(table.tenantId, table.createdAt, table.id),
    index("goals_in").on(table.tenantId, table.projectId),
  ]),
);

/** Index of `goals.taskIds`. */
export const goalTaskLinks = sqliteTable(
  "goal_task_links",
  {
    tenantId: text().notNull(),
    goalId: text().notNull(),
    taskId: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.goalId, table.taskId] }),
    index("goal_task_links_of").on(table.tenantId, table.taskId),
  ]),
);

/** Forms whose submissions become tasks. */
export const forms = sqliteTable(
  "forms",
  {
    ...recordColumns(),
    projectId: text().notNull(),
    phaseId: text(),
    title: text().notNull(),
    description: text().notNull(),
    fields: text({ mode: "json" }).$type<readonly ProjectFormField[]>().notNull(),
    assigneeIds: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
  },
  keys((table) => [
    deletedIndex("forms_deleted", table),
    index("forms_in_order").on(table.tenantId, table.createdAt, table.id),
  ]),
);

export const formSubmissions = sqliteTable(
  "form_submissions",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    formId: text().notNull(),
    projectId: text().notNull(),
    taskId: text().notNull(),
    answers: text({ mode: "json" }).$type<Readonly<Record<string, Json>>>().notNull(),
    byId: text().notNull(),
    byName: text().notNull(),
    at: text().notNull(),
  },
  keys((table) => [index("form_submissions_of").on(table.tenantId, table.formId, table.at, table.id)]),
);

/** Automation rules: on an event of a task, if the conditions hold, actions are run. */
export const automationRules = sqliteTable(
  "automation_rules",
  {
    ...recordColumns(),
    /** Null: for tasks of all projects. */
    projectId: text(),
    name: text().notNull(),
    event: text({ enum: automationEventSchema.options as [AutomationEvent] }).notNull(),
    conditions: text({ mode: "json" }).$type<QueryFilter | null>(),
    actions: text({ mode: "json" }).$type<readonly AutomationAction[]>().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
    runs: integer().notNull(),
    lastRunAt: text(),
    /** Why the last run failed, as a sentence. */
    problem: text(),
  },
  keys((table) => [
    deletedIndex("automation_rules_deleted", table),
    index("automation_rules_in_order").on(table.tenantId, table.createdAt, table.id),
    index("automation_rules_for")
      .on(table.tenantId, table.event)
      .where(sql`enabled = 1 and deleted_at is null`),
  ]),
);

/** Saved views of lists, boards and timelines. */
export const projectViews = sqliteTable(
  "saved_views",
  {
    ...recordColumns(),
    projectId: text(),
    ownerId: text().notNull(),
    name: text().notNull(),
    shared: integer({ mode: "boolean" }).notNull(),
    settings: text({ mode: "json" }).$type<ViewSettings>().notNull(),
  },
  keys((table) => [
    deletedIndex("saved_views_deleted", table),
    index("saved_views_by_name").on(table.tenantId, table.name, table.id),
  ]),
);

/** Reminders of tasks that members set for themselves. */
export const reminders = sqliteTable(
  "reminders",
  {
    ...recordColumns(),
    taskId: text().notNull(),
    userId: text().notNull(),
    at: text().notNull(),
    /** The same time until the member is reminded; null afterwards. */
    dueAt: text(),
  },
  keys((table) => [
    deletedIndex("reminders_deleted", table),
    index("reminders_of").on(table.tenantId, table.userId, table.at, table.id),
    index("reminders_task").on(table.tenantId, table.taskId),
    index("reminders_due")
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index("reminders_due_of")
      .on(table.tenantId, table.dueAt)
      .where(sql`due_at is not null`),
  ]),
);

/** Hourly rates of members or roles. */
export const rates = sqliteTable(
  "rates",
  {
    ...recordColumns(),
    role: text().notNull(),
    userId: text(),
    perHour: real().notNull(),
    currency: text().notNull(),
  },
  keys((table) => [
    deletedIndex("rates_deleted", table),
    index("rates_by_role").on(table.tenantId, table.role, table.id),
  ]),
);

/** Project documents: workspace files. */
export const projectDocuments = sqliteTable(
  "project_documents",
  {
    ...recordColumns(),
    projectId: text().notNull(),
    title: text().notNull(),
    kind: text({ enum: ["plan", "report", "sow", "note"] }).notNull(),
    /** Workspace path of the text. */
    path: text().notNull(),
    createdBy: text().notNull(),
    runId: text(),
  },
  keys((table) => [
    deletedIndex("project_documents_deleted", table),
    index("project_documents_changed").on(table.tenantId, table.updatedAt, table.id),
    index("project_documents_in").on(table.tenantId, table.projectId, table.updatedAt, table.id),
    index("project_documents_kind").on(
      table.tenantId,
      table.projectId,
      table.kind,
      table.updatedAt,
      table.id,
    ),
    uniqueIndex("project_documents_path")
      .on(table.tenantId, table.path)
      .where(sql`deleted_at is null`),
  ]),
);
