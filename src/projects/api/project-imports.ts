/**
 * Imports projects with their history, in steps. A repeat finds existing records and creates no duplicates.
 */
import * as z from "zod";
import { idSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import {
  daySchema,
  nameSchema,
  newProjectSchema,
  phaseSchema,
  PROJECT_LIMITS,
  proseSchema,
  taskLinkVendorSchema,
  taskStatusSchema,
} from "./projects.ts";
import { newTaskSchema, taskPatchSchema } from "./projects-tasks.ts";

/** Maximum records per step. */
export const IMPORT_LIMITS = { tasks: 50, steps: 40, comments: 30, tags: 100 } as const;

/** A past change of a task. Its author is a member; the audit log names the importer. */
const pastStepSchema = z.strictObject({
  at: timeSchema,
  byId: idSchema,
  set: taskPatchSchema.pick({
    status: true,
    priority: true,
    title: true,
    estimatedHours: true,
    actualHours: true,
    startDate: true,
    dueDate: true,
    assigneeIds: true,
  }),
});
export type PastStep = z.infer<typeof pastStepSchema>;

const broughtTaskSchema = newTaskSchema.omit({ projectId: true }).extend({
  id: idSchema,
  createdAt: timeSchema,
  createdById: idSchema,
  /** Oldest first. The task's other values are those it was created with. */
  past: z.array(pastStepSchema).max(IMPORT_LIMITS.steps).optional(),
  comments: z
    .array(z.strictObject({ at: timeSchema, byId: idSchema, body: proseSchema.min(1) }))
    .max(IMPORT_LIMITS.comments)
    .optional(),
  checklist: z
    .array(z.strictObject({ title: nameSchema, done: z.boolean() }))
    .max(PROJECT_LIMITS.checklistItems)
    .optional(),
});
export type BroughtTask = z.infer<typeof broughtTaskSchema>;

export const bringProjectSchema = z.strictObject({
  project: newProjectSchema.extend({
    id: idSchema,
    createdAt: timeSchema,
    /** When the tasks as they were then became the baseline. */
    baselineAt: timeSchema.nullable().optional(),
  }),
  phases: z
    .array(phaseSchema.pick({ id: true, name: true, description: true, sortOrder: true }))
    .max(PROJECT_LIMITS.phases),
  /** Dependencies must come first. */
  tasks: z.array(broughtTaskSchema).max(IMPORT_LIMITS.tasks),
});
export type BringProject = z.infer<typeof bringProjectSchema>;

/** A task from another tool: its own words for status and priority, people by name or address. */
export const foreignTaskSchema = z.strictObject({
  /** Identifies the same task when it is imported again. */
  key: z.string().min(1).max(200),
  /** The parent task's key. */
  parent: z.string().max(200).nullable(),
  title: nameSchema,
  description: proseSchema,
  status: z.string().max(100),
  isClosed: z.boolean(),
  priority: z.string().max(100).nullable(),
  startDate: daySchema.nullable(),
  dueDate: daySchema.nullable(),
  hours: z.number().min(0).max(100_000).nullable(),
  /** Null if unknown: the import time is used. */
  createdAt: timeSchema.nullable(),
  changedAt: timeSchema.nullable(),
  people: z
    .array(z.strictObject({ name: z.string().max(200), email: z.string().max(300).nullable() }))
    .max(PROJECT_LIMITS.assignees),
  /** Names of tags or labels. */
  tags: z.array(z.string().max(200)).max(IMPORT_LIMITS.tags),
});
export type ForeignTask = z.infer<typeof foreignTaskSchema>;

/** A list or project at a connected service. */
const listSchema = z.object({ vendor: taskLinkVendorSchema, id: z.string().min(1).max(200) });

export const importListSchema = listSchema.extend({
  name: z.string(),
  /** For example, its folder. */
  where: z.string(),
  tasks: z.number().int().nullable(),
  /** The project that was imported from it. */
  projectId: idSchema.nullable(),
});
export type ImportList = z.infer<typeof importListSchema>;

export const importPreviewSchema = z.object({
  tasks: z.number().int(),
  /** Whether there are more than were counted. */
  more: z.boolean(),
  /** How many of those counted were already imported. */
  there: z.number().int(),
  statuses: z.array(z.object({ theirs: z.string(), ours: taskStatusSchema, tasks: z.number().int() })),
  people: z.array(z.object({ name: z.string(), member: z.string().nullable(), tasks: z.number().int() })),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** Result of a step. `renewed`: already imported, and changed at the source since. */
export const importStepSchema = z.object({
  projectId: idSchema,
  made: z.number().int(),
  renewed: z.number().int(),
  there: z.number().int(),
  /** Tags added, and tags skipped because of limits per task and per step. */
  tagged: z.number().int(),
  untagged: z.number().int(),
  /** Cursor for the next step; null at the end. */
  next: z.string().nullable(),
});
export type ImportStep = z.infer<typeof importStepSchema>;

export const projectImportsEndpoints = {
  /** Imports a project, or more tasks of it. `made`: those that were new. */
  bring: endpoint({
    method: "POST",
    path: "/api/project-imports",
    body: bringProjectSchema,
    output: z.object({ made: z.number().int(), there: z.number().int() }),
    access: "admin",
    bodyBytes: 1_000_000,
  }),
  /** What can be imported from connected services. */
  lists: endpoint({
    method: "GET",
    path: "/api/project-imports/lists",
    output: z.object({
      items: z.array(importListSchema),
      /** Services that could not be reached, as sentences. */
      problems: z.array(z.string()),
    }),
    access: "admin",
  }),
  /** What importing a list would do, from its first pages. Changes nothing. */
  preview: endpoint({
    method: "POST",
    path: "/api/project-imports/preview",
    body: listSchema,
    output: importPreviewSchema,
    access: "admin",
  }),
  /**
   * Imports a page of a list. The tasks stay linked to their source: a later import finds them and takes over
   * changes; nothing is written back.
   */
  next: endpoint({
    method: "POST",
    path: "/api/project-imports/next",
    body: listSchema.extend({ cursor: z.string().max(2_000).nullable() }),
    output: importStepSchema,
    access: "admin",
  }),
  /** Imports rows of a file into a project, which is created if needed. A repeat finds them by key. */
  rows: endpoint({
    method: "POST",
    path: "/api/project-imports/rows",
    body: z.strictObject({
      projectId: idSchema,
      name: nameSchema,
      rows: z.array(foreignTaskSchema).min(1).max(IMPORT_LIMITS.tasks),
    }),
    output: importStepSchema,
    access: "admin",
    bodyBytes: 1_000_000,
  }),
} as const;
