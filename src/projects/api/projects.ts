/** Projects: a piece of work with phases and tasks. Tasks are in projects-tasks.ts, what hangs on both in projects-records.ts. */
import * as z from "zod";
import { idSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** Bounds, so that a record is always read whole. */
export const PROJECT_LIMITS = {
  nameChars: 200,
  textChars: 20_000,
  /** Of a task: people, tags, and tasks that come first. */
  assignees: 20,
  tags: 20,
  dependsOn: 50,
  phases: 50,
  checklistItems: 100,
  subtasks: 100,
  fields: 50,
  goalTasks: 200,
  /** Changed at once. */
  bulk: 50,
  /** Open automation rules that hear one event. */
  rules: 20,
} as const;

export const projectStatusSchema = z.enum(["planned", "active", "on_hold", "completed", "cancelled"]);
export type ProjectStatus = z.infer<typeof projectStatusSchema>;
export const taskStatusSchema = z.enum([
  "created",
  "in_progress",
  "blocked",
  "in_review",
  "completed",
  "cancelled",
]);
export type TaskStatus = z.infer<typeof taskStatusSchema>;
/** In their order on a board. */
export const TASK_STATUSES: readonly TaskStatus[] = taskStatusSchema.options;
/** What is over. */
export const CLOSED_STATUSES: readonly TaskStatus[] = ["completed", "cancelled"];
/** The most urgent first. */
export const taskPrioritySchema = z.enum(["critical", "high", "medium", "low"]);
export type TaskPriority = z.infer<typeof taskPrioritySchema>;
export const taskLinkVendorSchema = z.enum(["clickup", "jira"]);
export type TaskLinkVendor = z.infer<typeof taskLinkVendorSchema>;

/** A day such as `2026-11-25`. */
export const daySchema = z.iso.date();
/** One line of words. */
export const lineSchema = z
  .string()
  .trim()
  .max(PROJECT_LIMITS.nameChars)
  .regex(/^[^\n\r]*$/, "One line only.");
export const nameSchema = lineSchema.min(1);
/** Markdown. */
export const proseSchema = z.string().max(PROJECT_LIMITS.textChars);

/** What every record has. `version` goes with each change of it, and a change of another version is refused (`changed`). */
export const recordSchema = z.object({
  id: idSchema,
  version: z.number().int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** In the body of every change. */
export const versionSchema = z.object({ version: z.number().int().min(1) });

/** A thing at a service that stands for the same as ours: what that service keeps of it is read from there and changed there. */
export const linkSchema = z.object({
  vendor: taskLinkVendorSchema,
  id: z.string(),
  url: z.string().nullable(),
  readAt: timeSchema.nullable(),
});
export type TaskLink = z.infer<typeof linkSchema>;

const PROJECT_FIELDS = {
  name: nameSchema,
  description: proseSchema,
  clientName: lineSchema,
  status: projectStatusSchema,
  ownerId: idSchema.nullable(),
  startDate: daySchema.nullable(),
  dueDate: daySchema.nullable(),
  scopeAlertPercent: z.number().int().min(1).max(500),
};

export const projectSchema = recordSchema.extend({
  ...PROJECT_FIELDS,
  completedAt: timeSchema.nullable(),
  baselineAt: timeSchema.nullable(),
  /** Tasks that are not cancelled, and those of them that are completed. */
  tasksTotal: z.number().int(),
  tasksDone: z.number().int(),
  link: linkSchema.nullable(),
});
export type Project = z.infer<typeof projectSchema>;
export const projectPatchSchema = z.strictObject(PROJECT_FIELDS).partial();
export type ProjectPatch = z.infer<typeof projectPatchSchema>;
/** `id`: the client's own, by which a repeat makes nothing new. */
export const newProjectSchema = projectPatchSchema.extend({ name: nameSchema, id: idSchema.optional() });
export type NewProject = z.infer<typeof newProjectSchema>;

const PHASE_FIELDS = { name: nameSchema, description: proseSchema, sortOrder: z.number() };
export const phaseSchema = recordSchema.extend({ ...PHASE_FIELDS, projectId: idSchema });
export type Phase = z.infer<typeof phaseSchema>;
export const phasePatchSchema = z.strictObject(PHASE_FIELDS).partial();
/** Without `sortOrder` it comes last. */
export const newPhaseSchema = phasePatchSchema.extend({
  projectId: idSchema,
  name: nameSchema,
  id: idSchema.optional(),
});

/** Overdue tasks are counted to this many. */
export const MOST_OVERDUE = 100;

/** A project with what its pages need: phases in order, and how many tasks have each status. */
export const projectPageSchema = projectSchema.extend({
  phases: z.array(phaseSchema),
  counts: z.record(taskStatusSchema, z.number().int()),
  /** Open tasks whose day is over, in the team's zone, counted to `MOST_OVERDUE`. */
  overdue: z.number().int(),
  /** Why its history, or a phase's, isn't the one that was written; null where it is. */
  historyProblem: z.string().nullable(),
});
export type ProjectPage = z.infer<typeof projectPageSchema>;

/** A task of a baseline beside the same task now. */
export const baselineTaskSchema = z.object({
  taskId: idSchema,
  parentId: idSchema.nullable(),
  phaseId: idSchema.nullable(),
  title: z.string(),
  priority: taskPrioritySchema,
  estimatedHours: z.number().nullable(),
  startDate: daySchema.nullable(),
  dueDate: daySchema.nullable(),
});
export type BaselineTask = z.infer<typeof baselineTaskSchema>;

/** A write, as history shows it. `before` and `after` hold only what it changed. */
export const projectChangeSchema = z.object({
  id: z.string(),
  projectId: z.string().nullable(),
  entity: z.string(),
  entityId: z.string(),
  label: z.string(),
  action: z.enum(["created", "updated", "deleted", "restored"]),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  /** `agent` where an AI agent wrote it: pages mark it. */
  actor: z.object({ kind: z.enum(["user", "agent", "system"]), id: z.string(), name: z.string() }),
  runId: z.string().nullable(),
  /** The change that it took back, and the one that took it back. */
  undoOf: z.string().nullable(),
  undoneBy: z.string().nullable(),
  at: timeSchema,
  /** False where it is not what was written: somebody changed it in the database. Nothing is built on it. */
  isProven: z.boolean(),
});
export type ProjectChange = z.infer<typeof projectChangeSchema>;

/** What a write answers: its change is what `undo` takes. */
export function writtenOf<Record extends z.ZodType>(record: Record) {
  return z.object({ record, changeId: z.string() });
}

/** Endpoints of projects, phases, baselines and history. */
export const projectsEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/projects",
    query: pageQuerySchema.extend({
      /** Statuses with commas; all where left out. */
      status: z.string().max(100).optional(),
      /** Beginning of a name. */
      q: z.string().max(100).optional(),
      sort: z.enum(["name", "updated"]).optional(),
    }),
    output: pageOf(projectSchema),
  }),
  get: endpoint({ method: "GET", path: "/api/projects/:id", output: projectPageSchema }),
  create: endpoint({
    method: "POST",
    path: "/api/projects",
    body: newProjectSchema,
    output: writtenOf(projectSchema),
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/projects/:id",
    body: projectPatchSchema.extend(versionSchema.shape),
    output: writtenOf(projectSchema),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/projects/:id",
    query: z.object({ version: z.coerce.number().int().min(1) }),
    output: z.object({ changeId: z.string() }),
  }),
  /** Keeps the tasks as they are now as what was agreed on. */
  setBaseline: endpoint({
    method: "POST",
    path: "/api/projects/:id/baseline",
    body: versionSchema,
    output: writtenOf(projectSchema),
  }),
  /** The tasks of the baseline that counts. */
  baseline: endpoint({
    method: "GET",
    path: "/api/projects/:id/baseline",
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    output: pageOf(baselineTaskSchema).extend({ at: timeSchema.nullable() }),
  }),
  /** Newest first: of a project, or of one record (`entityId`). */
  changes: endpoint({
    method: "GET",
    path: "/api/projects/:id/changes",
    query: pageQuerySchema.extend({ entityId: idSchema.optional() }),
    output: pageOf(projectChangeSchema),
  }),
  /** Takes a write back. `changed` where what it wrote has been written again since. */
  undo: endpoint({
    method: "POST",
    path: "/api/project-changes/:id/undo",
    output: z.object({ changeId: z.string() }),
  }),
  createPhase: endpoint({
    method: "POST",
    path: "/api/project-phases",
    body: newPhaseSchema,
    output: writtenOf(phaseSchema),
  }),
  updatePhase: endpoint({
    method: "PATCH",
    path: "/api/project-phases/:id",
    body: phasePatchSchema.extend(versionSchema.shape),
    output: writtenOf(phaseSchema),
  }),
  /** Its tasks stay, without a phase. */
  removePhase: endpoint({
    method: "DELETE",
    path: "/api/project-phases/:id",
    query: z.object({ version: z.coerce.number().int().min(1) }),
    output: z.object({ changeId: z.string() }),
  }),
} as const;
