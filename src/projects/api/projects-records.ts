/**
 * Records attached to projects and tasks: comments, checklists, tags, fields, goals, forms, automations,
 * views, rates, documents.
 */
import * as z from "zod";
import { idSchema, jsonSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import {
  daySchema,
  lineSchema,
  nameSchema,
  PROJECT_LIMITS,
  proseSchema,
  recordSchema,
  taskPrioritySchema,
  taskStatusSchema,
  versionSchema,
  writtenOf,
} from "./projects.ts";
import { queryFilterSchema } from "./projects-query.ts";

/**
 * Endpoints of one kind of record: list, create, update, delete. Lists use cursors, writes use versions and
 * return the change that `undo` takes.
 */
function recordEndpoints<
  View extends z.ZodType,
  New extends z.ZodType,
  Patch extends z.ZodObject,
  Query extends z.ZodRawShape,
>(path: string, kind: { view: View; create: New; patch: Patch; query: Query }) {
  return {
    list: endpoint({
      method: "GET",
      path,
      query: pageQuerySchema.extend(kind.query),
      output: pageOf(kind.view),
    }),
    create: endpoint({ method: "POST", path, body: kind.create, output: writtenOf(kind.view) }),
    update: endpoint({
      method: "PATCH",
      path: `${path}/:id`,
      body: kind.patch.extend(versionSchema.shape),
      output: writtenOf(kind.view),
    }),
    remove: endpoint({
      method: "DELETE",
      path: `${path}/:id`,
      query: z.object({ version: z.coerce.number().int().min(1) }),
      output: z.object({ changeId: z.string() }),
    }),
  } as const;
}

const newId = { id: idSchema.optional() };
const ofProject = { projectId: idSchema.nullable() };
const maybeProject = { projectId: idSchema.optional() };

export const commentSchema = recordSchema.extend({
  projectId: idSchema,
  taskId: idSchema.nullable(),
  /** `agent` if an AI agent wrote it. */
  author: z.object({ kind: z.enum(["user", "agent", "system"]), id: z.string(), name: z.string() }),
  body: proseSchema,
  mentions: z.array(idSchema),
  runId: z.string().nullable(),
});
export type Comment = z.infer<typeof commentSchema>;
const commentBody = { body: proseSchema.min(1), mentions: z.array(idSchema).max(20).optional() };

const CHECKLIST = {
  checklist: lineSchema,
  title: nameSchema,
  done: z.boolean(),
  sortOrder: z.number(),
};
export const checklistItemSchema = recordSchema.extend({ ...CHECKLIST, taskId: idSchema });
export type ChecklistItem = z.infer<typeof checklistItemSchema>;

export const tagColorSchema = z.enum(["gray", "red", "orange", "yellow", "green", "teal", "blue", "purple"]);
const TAG = { name: nameSchema.max(50), color: tagColorSchema };
export const tagSchema = recordSchema.extend(TAG);
export type Tag = z.infer<typeof tagSchema>;

export const fieldTypeSchema = z.enum([
  "text",
  "number",
  "date",
  "select",
  "multi_select",
  "checkbox",
  "user",
]);
const FIELD = {
  name: nameSchema,
  type: fieldTypeSchema,
  options: z.array(nameSchema).max(50),
  sortOrder: z.number(),
};
export const customFieldSchema = recordSchema.extend({ ...FIELD, ...ofProject });
export type CustomField = z.infer<typeof customFieldSchema>;

const GOAL = {
  ...ofProject,
  title: nameSchema,
  description: proseSchema,
  ownerId: idSchema.nullable(),
  /** `tasks`: `current` counts its completed tasks, `target` all of them. */
  measure: z.enum(["number", "tasks"]),
  target: z.number(),
  current: z.number(),
  unit: lineSchema.max(30),
  dueDate: daySchema.nullable(),
  taskIds: z.array(idSchema).max(PROJECT_LIMITS.goalTasks),
};
export const goalSchema = recordSchema.extend(GOAL);
export type Goal = z.infer<typeof goalSchema>;

export const projectFormFieldSchema = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: nameSchema,
  type: z.enum(["text", "long_text", "number", "date", "select"]),
  required: z.boolean(),
  options: z.array(nameSchema).max(50),
  /** The task field it fills; `null`: a line of the description. */
  becomes: z.enum(["title", "description", "priority", "due_date"]).nullable(),
});
export type ProjectFormField = z.infer<typeof projectFormFieldSchema>;
const FORM = {
  title: nameSchema,
  description: proseSchema,
  phaseId: idSchema.nullable(),
  /** One of them becomes the task's title. */
  fields: z
    .array(projectFormFieldSchema)
    .min(1)
    .max(30)
    .refine((fields) => fields.filter(({ becomes }) => becomes === "title").length === 1, {
      message: "One field becomes the task’s title.",
    })
    .refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, {
      message: "Each field has a key of its own.",
    }),
  assigneeIds: z.array(idSchema).max(PROJECT_LIMITS.assignees),
  enabled: z.boolean(),
};
export const formSchema = recordSchema.extend({ ...FORM, projectId: idSchema });
export type Form = z.infer<typeof formSchema>;
export const formSubmissionSchema = z.object({
  id: idSchema,
  formId: idSchema,
  taskId: idSchema,
  answers: z.record(z.string(), jsonSchema),
  by: z.object({ id: z.string(), name: z.string() }),
  at: timeSchema,
});
export type FormSubmission = z.infer<typeof formSubmissionSchema>;

/** Events that trigger a rule. */
export const automationEventSchema = z.enum([
  "task.created",
  "task.status_changed",
  "task.assigned",
  "task.updated",
  "comment.created",
  "form.submitted",
]);
export type AutomationEvent = z.infer<typeof automationEventSchema>;
/** An action on the task of the event. */
export const automationActionSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("set_status"), status: taskStatusSchema }),
  z.strictObject({ type: z.literal("set_priority"), priority: taskPrioritySchema }),
  z.strictObject({ type: z.literal("set_phase"), phaseId: idSchema.nullable() }),
  z.strictObject({ type: z.literal("set_due"), inDays: z.number().int().min(0).max(3_650) }),
  z.strictObject({ type: z.literal("assign"), userId: idSchema }),
  z.strictObject({ type: z.literal("add_tag"), tagId: idSchema }),
  z.strictObject({ type: z.literal("comment"), body: proseSchema.min(1).max(2_000) }),
  z.strictObject({ type: z.literal("add_subtask"), title: nameSchema }),
  z.strictObject({ type: z.literal("notify"), userId: idSchema, words: lineSchema.min(1) }),
]);
export type AutomationAction = z.infer<typeof automationActionSchema>;
const AUTOMATION = {
  ...ofProject,
  name: nameSchema,
  event: automationEventSchema,
  /** Over the columns of `tasks`; null: always. */
  conditions: queryFilterSchema.nullable(),
  actions: z.array(automationActionSchema).min(1).max(10),
  enabled: z.boolean(),
};
export const automationSchema = recordSchema.extend({
  ...AUTOMATION,
  runs: z.number().int(),
  lastRunAt: timeSchema.nullable(),
  problem: z.string().nullable(),
});
export type Automation = z.infer<typeof automationSchema>;

/** Settings stored in a view: page, filter, order, columns. */
export const viewSettingsSchema = z.strictObject({
  layout: z.enum(["list", "board", "timeline"]),
  filter: z.record(z.string().max(40), z.string().max(400)),
  sort: z.string().max(40).nullable(),
  group: z.string().max(40).nullable(),
  columns: z.array(z.string().max(200)).max(50),
});
export type ViewSettings = z.infer<typeof viewSettingsSchema>;
const VIEW = { ...ofProject, name: nameSchema, shared: z.boolean(), settings: viewSettingsSchema };
export const projectViewSchema = recordSchema.extend({ ...VIEW, ownerId: idSchema });
export type ProjectView = z.infer<typeof projectViewSchema>;

const RATE = {
  /** For example, Designer; empty for a member's own rate. */
  role: lineSchema,
  userId: idSchema.nullable(),
  perHour: z.number().min(0).max(100_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
};
export const rateSchema = recordSchema.extend(RATE);
export type Rate = z.infer<typeof rateSchema>;

export const documentKindSchema = z.enum(["plan", "report", "sow", "note"]);
const DOCUMENT = { title: nameSchema, kind: documentKindSchema };
export const projectDocumentSchema = recordSchema.extend({
  ...DOCUMENT,
  projectId: idSchema,
  /** Path of the workspace file with the text: versions, edits and downloads belong to that file. */
  path: z.string(),
  createdBy: z.string(),
  runId: z.string().nullable(),
});
export type ProjectDocument = z.infer<typeof projectDocumentSchema>;

export const commentsEndpoints = recordEndpoints("/api/task-comments", {
  view: commentSchema,
  create: z.strictObject({
    ...newId,
    ...commentBody,
    projectId: idSchema,
    taskId: idSchema.nullable().optional(),
  }),
  patch: z.strictObject(commentBody).partial(),
  /** Newest first, of a task or a project. */
  query: { taskId: idSchema.optional(), ...maybeProject },
});

export const checklistEndpoints = recordEndpoints("/api/checklist-items", {
  view: checklistItemSchema,
  create: z
    .strictObject(CHECKLIST)
    .partial()
    .extend({ ...newId, taskId: idSchema, title: nameSchema }),
  patch: z.strictObject(CHECKLIST).partial(),
  query: { taskId: idSchema },
});

export const tagsEndpoints = recordEndpoints("/api/tags", {
  view: tagSchema,
  create: z
    .strictObject(TAG)
    .partial()
    .extend({ ...newId, name: TAG.name }),
  patch: z.strictObject(TAG).partial(),
  query: {},
});

export const customFieldsEndpoints = recordEndpoints("/api/custom-fields", {
  view: customFieldSchema,
  create: z
    .strictObject({ ...FIELD, ...ofProject })
    .partial()
    .extend({ ...newId, name: nameSchema, type: fieldTypeSchema }),
  patch: z.strictObject(FIELD).omit({ type: true }).partial(),
  /** Those of a project and those for all projects; all if no project is given. */
  query: maybeProject,
});

export const goalsEndpoints = recordEndpoints("/api/goals", {
  view: goalSchema,
  create: z
    .strictObject(GOAL)
    .partial()
    .extend({ ...newId, title: nameSchema }),
  patch: z.strictObject(GOAL).partial(),
  query: maybeProject,
});

export const formsEndpoints = {
  ...recordEndpoints("/api/forms", {
    view: formSchema,
    create: z
      .strictObject(FORM)
      .partial()
      .extend({ ...newId, projectId: idSchema, title: nameSchema, fields: FORM.fields }),
    patch: z.strictObject(FORM).partial(),
    query: maybeProject,
  }),
  get: endpoint({ method: "GET", path: "/api/forms/:id", output: formSchema }),
  /** `invalid_arguments` names the invalid fields. Idempotent by `id`, chosen by the client. */
  submit: endpoint({
    method: "POST",
    path: "/api/forms/:id/submissions",
    body: z.strictObject({ id: idSchema, answers: z.record(z.string().max(40), jsonSchema) }),
    output: formSubmissionSchema,
  }),
  submissions: endpoint({
    method: "GET",
    path: "/api/forms/:id/submissions",
    query: pageQuerySchema,
    output: pageOf(formSubmissionSchema),
  }),
} as const;

export const automationsEndpoints = recordEndpoints("/api/automations", {
  view: automationSchema,
  create: z
    .strictObject(AUTOMATION)
    .partial()
    .extend({ ...newId, name: nameSchema, event: automationEventSchema, actions: AUTOMATION.actions }),
  patch: z.strictObject(AUTOMATION).partial(),
  query: maybeProject,
});

const REMINDER = { at: timeSchema };
/** The caller's own that wait. */
export const remindersEndpoints = recordEndpoints("/api/task-reminders", {
  view: recordSchema.extend({ ...REMINDER, taskId: idSchema }),
  create: z.strictObject({ ...newId, ...REMINDER, taskId: idSchema }),
  patch: z.strictObject(REMINDER).partial(),
  query: { taskId: idSchema.optional() },
});

/** The caller's own, and shared ones. */
export const projectViewsEndpoints = recordEndpoints("/api/project-views", {
  view: projectViewSchema,
  create: z
    .strictObject(VIEW)
    .partial()
    .extend({ ...newId, name: nameSchema, settings: viewSettingsSchema }),
  patch: z.strictObject(VIEW).partial(),
  query: maybeProject,
});

export const ratesEndpoints = recordEndpoints("/api/rates", {
  view: rateSchema,
  create: z
    .strictObject(RATE)
    .partial()
    .extend({ ...newId, perHour: RATE.perHour }),
  patch: z.strictObject(RATE).partial(),
  query: {},
});

/** Deleting one keeps its file. */
export const projectDocumentsEndpoints = recordEndpoints("/api/project-documents", {
  view: projectDocumentSchema,
  create: z.strictObject({
    ...newId,
    ...DOCUMENT,
    projectId: idSchema,
    /** Markdown. */
    content: z.string().max(200_000),
  }),
  patch: z.strictObject(DOCUMENT).partial(),
  /** `path`: the document whose text is in this workspace file. */
  query: { ...maybeProject, path: z.string().max(1_000).optional(), kind: documentKindSchema.optional() },
});
