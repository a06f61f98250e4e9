/** Wire format of schedules: the agent's, and the system's jobs. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { hoursSchema } from "../../platform/api/hours.ts";

/** A local date and time in the tenant's zone: `2026-11-27T09:00`. */
const localTimeSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/);
const cronSchema = z.object({
  type: z.literal("cron"),
  /** Five cron fields: minute, hour, day of month, month, day of week; in the tenant's zone. */
  expression: z.string().min(9).max(100),
});
const everySchema = z.object({
  type: z.literal("every"),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(24 * 60),
  /** Hours in the tenant's zone; always if missing. */
  window: hoursSchema.optional(),
});

export const cadenceSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("once"), at: timeSchema }),
  cronSchema,
  everySchema,
]);
export type Cadence = z.infer<typeof cadenceSchema>;

/** A cadence as requested; times without a zone are in the tenant's. */
export const cadenceInputSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("once"), at: z.union([localTimeSchema, timeSchema]) }),
  cronSchema,
  everySchema,
]);
export type CadenceInput = z.infer<typeof cadenceInputSchema>;

export const scheduleAuthorSchema = z.object({
  kind: z.enum(["user", "agent"]),
  id: z.string().optional(),
  name: z.string(),
  /** Set if its conversation contained outside text; its runs are then marked likewise. */
  heardOutside: z.literal(true).optional(),
});
export type ScheduleAuthor = z.infer<typeof scheduleAuthorSchema>;

/** The member who is notified of results. */
export const scheduleRecipientSchema = z.object({ userId: idSchema, name: z.string() });
export type ScheduleRecipient = z.infer<typeof scheduleRecipientSchema>;

/**
 * `proposed`: created by the agent from text that isn't a person's own; inactive until a person starts it.
 * `done`: a one-off schedule that has run.
 */
export const scheduleStatusSchema = z.enum(["proposed", "active", "paused", "done"]);

const titleSchema = z.string().trim().min(1).max(120);
const instructionSchema = z.string().trim().min(1).max(4000);

export const scheduleSchema = z.object({
  id: idSchema,
  kind: z.enum(["agent", "system"]),
  title: z.string(),
  /** The agent's instruction; empty for a system job. */
  instruction: z.string(),
  cadence: cadenceSchema,
  /** The cadence in words, in the tenant's zone. */
  when: z.string(),
  status: scheduleStatusSchema,
  nextAt: timeSchema.nullable(),
  /** Whether a slot is waiting or in progress. */
  running: z.boolean(),
  lastSeenAt: timeSchema.nullable(),
  lastSummary: z.string().nullable(),
  lastError: z.string().nullable(),
  /** The conversation of its runs; null for a system job and before the first run. */
  conversationId: idSchema.nullable(),
  createdBy: scheduleAuthorSchema.nullable(),
  /** Who is notified of results; null for the whole team. */
  tells: scheduleRecipientSchema.nullable(),
  createdAt: timeSchema,
});
export type Schedule = z.infer<typeof scheduleSchema>;

/** A job that runs every minute for all tenants. */
export const clockJobSchema = z.object({
  name: z.string(),
  title: z.string(),
  lastSeenAt: timeSchema.nullable(),
  /** When it last failed; null if its last run succeeded. */
  failedAt: timeSchema.nullable(),
});
export type ClockJob = z.infer<typeof clockJobSchema>;

const createScheduleSchema = z.object({
  /** Chosen by the client. A repeat with the same ID creates nothing. */
  id: z.uuid().optional(),
  title: titleSchema,
  instruction: instructionSchema,
  cadence: cadenceInputSchema,
  /** A member's ID, or null for the whole team; the author by default. */
  tells: idSchema.nullable().optional(),
});

/** What a member changes of a schedule; absent fields stay. */
const scheduleChangeSchema = z.object({
  title: titleSchema.optional(),
  instruction: instructionSchema.optional(),
  cadence: cadenceInputSchema.optional(),
  tells: idSchema.nullable().optional(),
  /** False also starts a proposed schedule. */
  paused: z.boolean().optional(),
  /** False restores a deleted schedule. */
  deleted: z.literal(false).optional(),
});
export interface ScheduleChange extends Omit<z.infer<typeof scheduleChangeSchema>, "deleted"> {
  readonly deleted?: boolean | undefined;
}

export const scheduleEndpoints = {
  /** The agent's schedules, next due first, then the system's jobs. */
  list: endpoint({
    method: "GET",
    path: "/api/schedules",
    output: pageOf(scheduleSchema).extend({ clockJobs: z.array(clockJobSchema) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/schedules",
    body: createScheduleSchema,
    output: scheduleSchema,
    status: 201,
  }),
  /** Up to three next times of a cadence, and its description. 422 `invalid_arguments` with the problem. */
  preview: endpoint({
    method: "POST",
    path: "/api/schedules/preview",
    body: z.object({ cadence: cadenceInputSchema }),
    output: z.object({ when: z.string(), next: z.array(timeSchema) }),
  }),
  get: endpoint({ method: "GET", path: "/api/schedules/:id", output: scheduleSchema }),
  update: endpoint({
    method: "PATCH",
    path: "/api/schedules/:id",
    body: scheduleChangeSchema,
    output: scheduleSchema,
  }),
  remove: endpoint({ method: "DELETE", path: "/api/schedules/:id", output: okSchema }),
  /** Starts a slot now, in addition to the cadence. If one is in progress, it is returned. */
  run: endpoint({
    method: "POST",
    path: "/api/schedules/:id/run",
    output: scheduleSchema,
    status: 202,
  }),
};
