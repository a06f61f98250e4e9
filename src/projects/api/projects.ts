/** Projects with phases. Tasks are in projects-tasks.ts, records attached to both in projects-records.ts. */
import * as z from "zod";
import { idSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** Limits that allow a record to be read completely. */
export const PROJECT_LIMITS = {
  nameChars: 200,
  textChars: 20_000,
  /** Per task: assignees, tags and dependencies. */
  assignees: 20,
  tags: 20,
  dependsOn: 50,
  phases: 50,
  checklistItems: 100,
  subtasks: 100,
  fields: 50,
  goalTasks: 200,
  /** Maximum tasks updated at once. */
  bulk: 50,
  /** Maximum active automation rules per event. */
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
/** In board order. */
export const TASK_STATUSES: readonly TaskStatus[] = taskStatusSchema.options;
/** Finished statuses. */
export const CLOSED_STATUSES: readonly TaskStatus[] = ["completed", "cancelled"];
/** Most urgent first. */
export const taskPrioritySchema = z.enum(["critical", "high", "medium", "low"]);
export type TaskPriority = z.infer<typeof taskPrioritySchema>;
export const taskLinkVendorSchema = z.enum(["clickup", "jira"]);
export type TaskLinkVendor = z.infer<typeof taskLinkVendorSchema>;

/** A date such as `2026-11-25`. */
export const daySchema = z.iso.date();
/** A single line of text. */
export const lineSchema = z
  .string()
  .trim()
  .max(PROJECT_LIMITS.nameChars)
  .regex(/^[^\n\r]*$/, "Must be a single line.");
export const nameSchema = lineSchema.min(1);
/** Markdown. */
export const proseSchema = z.string().max(PROJECT_LIMITS.textChars);

/**
 * Fields of every record. Each change names the `version` it is based on; any other is refused (`changed`).
 */
export const recordSchema = z.object({
  id: idSchema,
  version: z.number().int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** In the body of every change. */
export const versionSchema = z.object({ version: z.number().int().min(1) });

/**
 * The counterpart of a record at a connected service. Fields owned by that service are read from it and
 * changed there.
 */
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
  /** All tasks that are not canceled, and the completed ones among them. */
  tasksTotal: z.number().int(),
  tasksDone: z.number().int(),
  link: linkSchema.nullable(),
});
export type Project = z.infer<typeof projectSchema>;
export const projectPatchSchema = z.strictObject(PROJECT_FIELDS).partial();
export type ProjectPatch = z.infer<typeof projectPatchSchema>;
/** `id` is chosen by the client and makes creation idempotent. */
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

/** Overdue tasks are counted up to this number. */
export const MOST_OVERDUE = 100;

/** A project with what its page needs: ordered phases, and number of tasks by status. */
export const projectPageSchema = projectSchema.extend({
  phases: z.array(phaseSchema),
  counts: z.record(taskStatusSchema, z.number().int()),
  /** Open tasks past their due date in the team's time zone, counted up to `MOST_OVERDUE`. */
  overdue: z.number().int(),
  /** Why the history of the project or of a phase fails verification; null if all pass. */
  historyProblem: z.string().nullable(),
});
export type ProjectPage = z.infer<typeof projectPageSchema>;

/** A task in the baseline and now. */
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

/** A write in the history. `before` and `after` hold only the changed fields. */
export const projectChangeSchema = z.object({
  id: z.string(),
  projectId: z.string().nullable(),
  entity: z.string(),
  entityId: z.string(),
  label: z.string(),
  action: z.enum(["created", "updated", "deleted", "restored"]),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  /** `agent` if an AI agent wrote it; pages mark it. */
  actor: z.object({ kind: z.enum(["user", "agent", "system"]), id: z.string(), name: z.string() }),
  runId: z.string().nullable(),
  /** The change it reverted, and the change that reverted it. */
  undoOf: z.string().nullable(),
  undoneBy: z.string().nullable(),
  at: timeSchema,
  /**
   * False if it fails verification because it was changed directly in the database. It is not used for
   * anything.
   */
  isProven: z.boolean(),
});
export type ProjectChange = z.infer<typeof projectChangeSchema>;

/** Response of a write, with the change that `undo` takes. */
export function writtenOf<Record extends z.ZodType>(record: Record) {
  return z.object({ record, changeId: z.string() });
}

export const projectsEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/projects",
    query: pageQuerySchema.extend({
      /** Statuses separated by commas. Default: all. */
      status: z.string().max(100).optional(),
      /** Prefix of a name. */
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
  /** Stores the current tasks as the agreed baseline. */
  setBaseline: endpoint({
    method: "POST",
    path: "/api/projects/:id/baseline",
    body: versionSchema,
    output: writtenOf(projectSchema),
  }),
  /** Tasks of the current baseline. */
  baseline: endpoint({
    method: "GET",
    path: "/api/projects/:id/baseline",
    query: z.object({
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    output: pageOf(baselineTaskSchema).extend({ at: timeSchema.nullable() }),
  }),
  /** Newest first, of a project or of one record (`entityId`). */
  changes: endpoint({
    method: "GET",
    path: "/api/projects/:id/changes",
    query: pageQuerySchema.extend({ entityId: idSchema.optional() }),
    output: pageOf(projectChangeSchema),
  }),
  /** Reverts a write. `changed` if what it wrote has changed since. */
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
  /** Its tasks remain, without a phase. */
  removePhase: endpoint({
    method: "DELETE",
    path: "/api/project-phases/:id",
    query: z.object({ version: z.coerce.number().int().min(1) }),
    output: z.object({ changeId: z.string() }),
  }),
} as const;
