/** When the team may be rung and who is rung when no one answers, on the wire. */
import * as z from "zod";
import { E164_PATTERN } from "../../kernel/e164.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** Hours of the day in the tenant's zone, `22:00`; `to` before `from` runs over midnight. */
export const hoursSchema = z.object({
  from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  to: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
});
export type Hours = z.infer<typeof hoursSchema>;

/** One person of the on-call order. */
export const onCallPersonSchema = z.object({
  userId: z.string().min(1).max(200),
  /** Hours in which this person is on call; null for always. */
  hours: hoursSchema.nullable(),
  channel: z.enum(["push", "sms"]),
  /** Where texts go if no number is set for this member under Team (E.164). */
  phone: z.string().regex(E164_PATTERN).nullable(),
});
export type OnCallPerson = z.infer<typeof onCallPersonSchema>;

/** The team's settings, replaced whole by compare-and-set. */
export const onCallSchema = z.object({
  /** In these hours only urgent notifications ring; others wait silently in the notification centre and ring when the hours end. */
  staffQuietHours: hoursSchema.nullable(),
  /** An urgent thing no one acknowledged or decided for so long goes to the first person on call, then after the same time to the next. */
  escalateAfterMinutes: z.number().int().min(1).max(240),
  /** The admin's standing rule: texts to people on call go out without asking. Off: `sms` falls back to `push`. */
  textsAllowed: z.boolean(),
  /** In the order they are asked. */
  people: z.array(onCallPersonSchema).max(20),
});
export type OnCall = z.infer<typeof onCallSchema>;

/** What holds where a team set nothing. */
export const DEFAULT_ON_CALL: OnCall = {
  staffQuietHours: null,
  escalateAfterMinutes: 10,
  textsAllowed: false,
  people: [],
};

const onCallAnswerSchema = z.object({ onCall: onCallSchema, version: z.number().int() });

/** Endpoints of on-call and staff quiet hours. */
export const onCallEndpoints = {
  get: endpoint({ method: "GET", path: "/api/on-call", output: onCallAnswerSchema }),
  /** 409 `changed` where somebody was faster; 400 `invalid_request` for somebody who is not in the team. */
  update: endpoint({
    method: "PUT",
    path: "/api/on-call",
    body: z.object({ onCall: onCallSchema, version: z.number().int().min(0) }),
    output: onCallAnswerSchema,
    access: "admin",
  }),
};
