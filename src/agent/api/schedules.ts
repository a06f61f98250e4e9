/** What runs by the clock, on the wire: the agent's schedules and the product's own jobs. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { hoursSchema } from "../../platform/api/hours.ts";

/** A date and time without a zone, `2026-11-27T09:00`: in the tenant's zone. */
const localTimeSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/);
const cronSchema = z.object({
  type: z.literal("cron"),
  /** Five fields: minute, hour, day of the month, month, day of the week. In the tenant's zone. */
  expression: z.string().min(9).max(100),
});
const everySchema = z.object({
  type: z.literal("every"),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(24 * 60),
  /** Hours of the day in the tenant's zone; always where left out. */
  window: hoursSchema.optional(),
});

/** When a schedule is due. */
export const cadenceSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("once"), at: timeSchema }),
  cronSchema,
  everySchema,
]);
export type Cadence = z.infer<typeof cadenceSchema>;

/** The same as somebody asks for it: a time without a zone is the tenant's. */
export const cadenceInputSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("once"), at: z.union([localTimeSchema, timeSchema]) }),
  cronSchema,
  everySchema,
]);
export type CadenceInput = z.infer<typeof cadenceInputSchema>;

/** Who made a schedule. */
export const scheduleAuthorSchema = z.object({
  kind: z.enum(["user", "agent"]),
  id: z.string().optional(),
  name: z.string(),
  /** The conversation it was made in held words from outside: so do its runs. */
  heardOutside: z.literal(true).optional(),
});
export type ScheduleAuthor = z.infer<typeof scheduleAuthorSchema>;

/** The one colleague who is notified of what a run came to. */
export const scheduleRecipientSchema = z.object({ userId: idSchema, name: z.string() });
export type ScheduleRecipient = z.infer<typeof scheduleRecipientSchema>;

/** `proposed`: made by the agent where the words were not a person's own; nothing runs before a person starts it. `done`: a one-off that has run. */
export const scheduleStatusSchema = z.enum(["proposed", "active", "paused", "done"]);

const titleSchema = z.string().trim().min(1).max(120);
const instructionSchema = z.string().trim().min(1).max(4000);

export const scheduleSchema = z.object({
  id: idSchema,
  kind: z.enum(["agent", "system"]),
  title: z.string(),
  /** What the agent is told; empty for a system job. */
  instruction: z.string(),
  cadence: cadenceSchema,
  /** The cadence in words, in the tenant's zone. */
  when: z.string(),
  status: scheduleStatusSchema,
  nextAt: timeSchema.nullable(),
  /** A slot is waiting or under way. */
  running: z.boolean(),
  lastSeenAt: timeSchema.nullable(),
  lastSummary: z.string().nullable(),
  lastError: z.string().nullable(),
  /** Where its runs are; null for a system job and before the first. */
  conversationId: idSchema.nullable(),
  createdBy: scheduleAuthorSchema.nullable(),
  /** Who is notified when a run has something to report; null for the whole team. */
  tells: scheduleRecipientSchema.nullable(),
  createdAt: timeSchema,
});
export type Schedule = z.infer<typeof scheduleSchema>;

/** A job of the minute, which serves all tenants at once. */
export const clockJobSchema = z.object({
  name: z.string(),
  title: z.string(),
  lastSeenAt: timeSchema.nullable(),
  /** When it failed last; null where its newest run went well. */
  failedAt: timeSchema.nullable(),
});
export type ClockJob = z.infer<typeof clockJobSchema>;

const createScheduleSchema = z.object({
  /** A client's own id: a repeat with the same makes nothing new. */
  id: z.uuid().optional(),
  title: titleSchema,
  instruction: instructionSchema,
  cadence: cadenceInputSchema,
  /** Who is notified: a member's id, or null for the whole team; its maker if left out. */
  tells: idSchema.nullable().optional(),
});

/** Endpoints of schedules. */
export const scheduleEndpoints = {
  /** The agent's schedules, what is due first on top, then the product's own jobs. */
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
  /** The next times of a cadence, at most three, and its words. 422 `invalid_arguments` says what is wrong with it. */
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
    body: z.object({
      title: titleSchema.optional(),
      instruction: instructionSchema.optional(),
      cadence: cadenceInputSchema.optional(),
      tells: idSchema.nullable().optional(),
      /** False also starts one that is only proposed. */
      paused: z.boolean().optional(),
      /** False undoes a delete. */
      deleted: z.literal(false).optional(),
    }),
    output: scheduleSchema,
  }),
  remove: endpoint({ method: "DELETE", path: "/api/schedules/:id", output: okSchema }),
  /** Starts a slot now, beside its cadence. Where one is under way already, that one is meant. */
  run: endpoint({
    method: "POST",
    path: "/api/schedules/:id/run",
    output: scheduleSchema,
    status: 202,
  }),
};
