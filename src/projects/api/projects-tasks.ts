/** Tasks: lists, the board, the timeline, the caller's own tasks, and one task in full. */
import * as z from "zod";
import { idSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import {
  daySchema,
  linkSchema,
  nameSchema,
  PROJECT_LIMITS,
  projectChangeSchema,
  proseSchema,
  recordSchema,
  taskPrioritySchema,
  taskStatusSchema,
  versionSchema,
  writtenOf,
} from "./projects.ts";
import { checklistItemSchema, commentSchema } from "./projects-records.ts";

const ids = (most: number) => z.array(idSchema).max(most);
const hours = z.number().min(0).max(100_000);

/** Values of the team's custom fields, by field ID. A multiple choice is a list. */
export const fieldValuesSchema = z.record(
  idSchema,
  z.union([z.string().max(2_000), z.number(), z.boolean(), z.array(z.string().max(200)).max(50)]),
);
export type FieldValues = z.infer<typeof fieldValuesSchema>;

const TASK_FIELDS = {
  projectId: idSchema,
  phaseId: idSchema.nullable(),
  /** A task of the same project that is not a subtask itself. */
  parentId: idSchema.nullable(),
  title: nameSchema,
  description: proseSchema,
  status: taskStatusSchema,
  priority: taskPrioritySchema,
  /** The kind of work, such as `painting`. Steward proposes one for finished tasks that have none. */
  type: z.string().trim().toLowerCase().max(40).nullable(),
  estimatedHours: hours.nullable(),
  actualHours: hours.nullable(),
  startDate: daySchema.nullable(),
  dueDate: daySchema.nullable(),
  /** Position in manual order: between its neighbors' values. */
  sortOrder: z.number(),
  clientVisible: z.boolean(),
  assigneeIds: ids(PROJECT_LIMITS.assignees),
  tagIds: ids(PROJECT_LIMITS.tags),
  /** Tasks of the same project that must be finished before it starts. Acyclic. */
  dependsOn: ids(PROJECT_LIMITS.dependsOn),
  fields: fieldValuesSchema,
};

export const taskSchema = recordSchema.extend({
  ...TASK_FIELDS,
  startedAt: timeSchema.nullable(),
  completedAt: timeSchema.nullable(),
  statusChangedAt: timeSchema,
  lastCommentAt: timeSchema.nullable(),
  commentCount: z.number().int(),
  checklistTotal: z.number().int(),
  checklistDone: z.number().int(),
  /** `agent` if an AI agent created it. */
  createdBy: z.object({ kind: z.enum(["user", "agent", "system"]), id: z.string() }),
  /** Fields owned by the linked service (title, description, status, priority, dueDate) are changed there. */
  link: linkSchema.nullable(),
});
const { description: _, ...LINE } = taskSchema.shape;
/** A task in a list or board. */
export const taskListLineSchema = z.object({
  ...LINE,
  projectName: z.string(),
  /** Number of unfinished dependencies. */
  blockedBy: z.number().int(),
});
export type TaskLine = z.infer<typeof taskListLineSchema>;
export type Task = z.infer<typeof taskSchema>;

export const taskRefSchema = z.object({ id: idSchema, title: z.string(), status: taskStatusSchema });
export type TaskRef = z.infer<typeof taskRefSchema>;

export const taskPatchSchema = z.strictObject(TASK_FIELDS).omit({ projectId: true }).partial();
export type TaskPatch = z.infer<typeof taskPatchSchema>;
/** `id` is chosen by the client and makes creation idempotent. Without `sortOrder` the task comes last. */
export const newTaskSchema = taskPatchSchema.extend({
  projectId: idSchema,
  title: nameSchema,
  id: idSchema.optional(),
});
export type NewTask = z.infer<typeof newTaskSchema>;

/** A task with everything its detail view shows. */
export const taskSheetSchema = z.object({
  task: taskSchema,
  projectName: z.string(),
  parent: taskRefSchema.nullable(),
  subtasks: z.array(taskListLineSchema),
  dependsOn: z.array(taskRefSchema),
  /** Tasks that depend on it. */
  blocks: z.array(taskRefSchema),
  checklist: z.array(checklistItemSchema),
  /** The newest page; older ones from `comments.list`. */
  comments: z.array(commentSchema),
  moreComments: z.boolean(),
  changes: z.array(projectChangeSchema),
  moreChanges: z.boolean(),
  /** Why its history fails verification; null if it passes. A failing history can't be undone. */
  historyProblem: z.string().nullable(),
});
export type TaskSheet = z.infer<typeof taskSheetSchema>;

/** A bar of the timeline, kept minimal because a project may have thousands. */
export const timelineBarSchema = z.object({
  id: idSchema,
  version: z.number().int(),
  parentId: idSchema.nullable(),
  phaseId: idSchema.nullable(),
  title: z.string(),
  status: taskStatusSchema,
  priority: taskPrioritySchema,
  startDate: daySchema.nullable(),
  dueDate: daySchema.nullable(),
  completedAt: timeSchema.nullable(),
  dependsOn: z.array(idSchema),
  assigneeIds: z.array(idSchema),
  /** Dates in the baseline; null if the task is not in it. */
  baseline: z.object({ startDate: daySchema.nullable(), dueDate: daySchema.nullable() }).nullable(),
});
export type TimelineBar = z.infer<typeof timelineBarSchema>;

/** Filters of lists and boards; multiple values are separated by commas. */
const taskFilter = {
  status: z.string().max(200).optional(),
  priority: z.string().max(100).optional(),
  /** `none`: unassigned. */
  assigneeId: idSchema.optional(),
  tagId: idSchema.optional(),
  /** `none`: without a phase. */
  phaseId: idSchema.optional(),
  dueFrom: daySchema.optional(),
  dueTo: daySchema.optional(),
  /** Words of the title; only within a project. */
  q: z.string().trim().max(100).optional(),
};
export const taskFilterSchema = z.object(taskFilter);
export type TaskFilter = z.infer<typeof taskFilterSchema>;
export const taskSortSchema = z.enum(["manual", "due", "updated"]);
export type TaskSort = z.infer<typeof taskSortSchema>;

/** With a filter, a column's cards are counted up to this number. */
export const MOST_CARDS_COUNTED = 100;

const boardColumnSchema = z.object({
  status: taskStatusSchema,
  count: z.number().int(),
  items: z.array(taskListLineSchema),
  /** For `list` with this status and `sort=manual`. */
  nextCursor: z.string().nullable(),
});
/** A column of a board with its loaded cards. */
export type BoardColumnOf = Readonly<z.infer<typeof boardColumnSchema>>;

export const tasksEndpoints = {
  /**
   * Tasks of a project, or of the whole team: by `assigneeId`, `status` and `due`, or most recently changed
   * first.
   */
  list: endpoint({
    method: "GET",
    path: "/api/tasks",
    query: pageQuerySchema.extend({
      ...taskFilter,
      projectId: idSchema.optional(),
      /** Subtasks of this task; `none`: excludes subtasks. */
      parentId: idSchema.optional(),
      sort: taskSortSchema.optional(),
    }),
    output: pageOf(taskListLineSchema),
  }),
  /** Tasks by ID, for pages that were notified of changes; deleted ones are omitted. */
  some: endpoint({
    method: "GET",
    path: "/api/tasks/some",
    query: z.object({ ids: z.string().max(4_000) }),
    output: z.object({ items: z.array(taskListLineSchema) }),
  }),
  board: endpoint({
    method: "GET",
    path: "/api/projects/:id/board",
    query: z.object({ ...taskFilter, limit: z.coerce.number().int().min(1).max(100).optional() }),
    output: z.object({ columns: z.array(boardColumnSchema) }),
  }),
  /** In manual order. */
  timeline: endpoint({
    method: "GET",
    path: "/api/projects/:id/timeline",
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    output: pageOf(timelineBarSchema),
  }),
  /** A member's open tasks, earliest due date first. Default: the caller's. */
  mine: endpoint({
    method: "GET",
    path: "/api/my-work",
    query: pageQuerySchema.extend({ userId: idSchema.optional() }),
    output: pageOf(taskListLineSchema),
  }),
  get: endpoint({ method: "GET", path: "/api/tasks/:id", output: taskSheetSchema }),
  create: endpoint({
    method: "POST",
    path: "/api/tasks",
    body: newTaskSchema,
    output: writtenOf(taskSchema),
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/tasks/:id",
    body: taskPatchSchema.extend(versionSchema.shape),
    output: writtenOf(taskSchema),
  }),
  /**
   * Updates several tasks independently: `refused` ones were changed concurrently, or don't allow the change.
   */
  updateMany: endpoint({
    method: "POST",
    path: "/api/tasks/changes",
    body: z.object({
      changes: z
        .array(z.object({ id: idSchema, version: z.number().int().min(1), patch: taskPatchSchema }))
        .min(1)
        .max(PROJECT_LIMITS.bulk),
    }),
    output: z.object({
      items: z.array(writtenOf(taskSchema)),
      refused: z.array(z.object({ id: idSchema, message: z.string() })),
    }),
  }),
  /** Includes its subtasks. */
  remove: endpoint({
    method: "DELETE",
    path: "/api/tasks/:id",
    query: z.object({ version: z.coerce.number().int().min(1) }),
    output: z.object({ changeId: z.string() }),
  }),
} as const;
