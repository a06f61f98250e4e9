/** Bringing projects along: a piece at a time, each of them with what had happened to it before. A repeat finds what is there and makes nothing twice. */
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

/** Brought along at once. */
export const IMPORT_LIMITS = { tasks: 50, steps: 40, comments: 30, tags: 100 } as const;

/** A change of a task's, then. Who made it is a member; the audit says who brought it along. */
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
  /** Oldest first. The task's other values are those it was made with. */
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
    /** When its tasks, as they were then, were agreed on. */
    baselineAt: timeSchema.nullable().optional(),
  }),
  phases: z
    .array(phaseSchema.pick({ id: true, name: true, description: true, sortOrder: true }))
    .max(PROJECT_LIMITS.phases),
  /** What others wait for comes before them. */
  tasks: z.array(broughtTaskSchema).max(IMPORT_LIMITS.tasks),
});
export type BringProject = z.infer<typeof bringProjectSchema>;

/** A task as another tool has it: its own words for status and priority, people by name or address. */
export const foreignTaskSchema = z.strictObject({
  /** By which the same task is known when it comes again. */
  key: z.string().min(1).max(200),
  /** The key of the task it is a part of. */
  parent: z.string().max(200).nullable(),
  title: nameSchema,
  description: proseSchema,
  status: z.string().max(100),
  isClosed: z.boolean(),
  priority: z.string().max(100).nullable(),
  startDate: daySchema.nullable(),
  dueDate: daySchema.nullable(),
  hours: z.number().min(0).max(100_000).nullable(),
  /** Null where it isn't known: then it is as of now. */
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
  /** Such as its folder. */
  where: z.string(),
  tasks: z.number().int().nullable(),
  /** The project here that stands for it already. */
  projectId: idSchema.nullable(),
});
export type ImportList = z.infer<typeof importListSchema>;

export const importPreviewSchema = z.object({
  tasks: z.number().int(),
  /** Whether there are more than were counted. */
  more: z.boolean(),
  /** Of those counted, the ones that are here already. */
  there: z.number().int(),
  statuses: z.array(z.object({ theirs: z.string(), ours: taskStatusSchema, tasks: z.number().int() })),
  people: z.array(z.object({ name: z.string(), member: z.string().nullable(), tasks: z.number().int() })),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** What a step did. `renewed`: here already, and changed there since. */
export const importStepSchema = z.object({
  projectId: idSchema,
  made: z.number().int(),
  renewed: z.number().int(),
  there: z.number().int(),
  /** Tags that tasks got, and those they could not get: a task has so many, and so many are made at once. */
  tagged: z.number().int(),
  untagged: z.number().int(),
  /** For the next step; null where that was all. */
  next: z.string().nullable(),
});
export type ImportStep = z.infer<typeof importStepSchema>;

/** Endpoints of what is brought along. */
export const projectImportsEndpoints = {
  /** A project, or more tasks of it. `made`: those that were not there. */
  bring: endpoint({
    method: "POST",
    path: "/api/project-imports",
    body: bringProjectSchema,
    output: z.object({ made: z.number().int(), there: z.number().int() }),
    access: "admin",
    bodyBytes: 1_000_000,
  }),
  /** What can be imported from the services that are connected. */
  lists: endpoint({
    method: "GET",
    path: "/api/project-imports/lists",
    output: z.object({
      items: z.array(importListSchema),
      /** Services that could not be asked, in words. */
      problems: z.array(z.string()),
    }),
    access: "admin",
  }),
  /** What would become of a list, from its first pages. Changes nothing. */
  preview: endpoint({
    method: "POST",
    path: "/api/project-imports/preview",
    body: listSchema,
    output: importPreviewSchema,
    access: "admin",
  }),
  /**
   * Imports a page of a list. Its tasks stay linked to their twins there: a repeat, or a later import, finds them and takes over what changed there; nothing
   * is ever written back.
   */
  next: endpoint({
    method: "POST",
    path: "/api/project-imports/next",
    body: listSchema.extend({ cursor: z.string().max(2_000).nullable() }),
    output: importStepSchema,
    access: "admin",
  }),
  /** Imports rows of a file into a project, which is made where it isn't there. A repeat finds them by their keys. */
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
