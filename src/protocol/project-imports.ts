/** Bringing projects along: a piece at a time, each of them with what had happened to it before. A repeat finds what is there and makes nothing twice. */
import * as z from "zod";
import { idSchema, timeSchema } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { nameSchema, newProjectSchema, phaseSchema, PROJECT_LIMITS, proseSchema } from "./projects.ts";
import { newTaskSchema, taskPatchSchema } from "./projects-tasks.ts";

/** Brought along at once. */
export const IMPORT_LIMITS = { tasks: 50, steps: 40, comments: 30 } as const;

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
} as const;
