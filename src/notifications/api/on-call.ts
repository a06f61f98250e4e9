/** Wire contract of staff quiet hours and on-call escalation. */
import * as z from "zod";
import { E164_PATTERN } from "../../kernel/e164.ts";
import { hoursSchema } from "../../platform/api/hours.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** A person in the on-call order. */
export const onCallPersonSchema = z.object({
  userId: z.string().min(1).max(200),
  /** Hours in which this person is on call; null for always. */
  hours: hoursSchema.nullable(),
  channel: z.enum(["push", "sms"]),
  /** Number for texts if none is set for this member under Team (E.164). */
  phone: z.string().regex(E164_PATTERN).nullable(),
});
export type OnCallPerson = z.infer<typeof onCallPersonSchema>;

/** The team's settings, replaced as a whole by compare-and-set. */
export const onCallSchema = z.object({
  /**
   * During these hours only urgent notifications ring; others appear silently in the notification center and
   * ring when the hours end.
   */
  staffQuietHours: hoursSchema.nullable(),
  /**
   * An urgent notification that is not acknowledged or decided within this time goes to the first person on
   * call, then after the same time to the next.
   */
  escalateAfterMinutes: z.number().int().min(1).max(240),
  /**
   * The admin's standing rule that allows texts to people on call without approval. If off, `sms` falls back
   * to `push`.
   */
  textsAllowed: z.boolean(),
  /** In escalation order. */
  people: z.array(onCallPersonSchema).max(20),
});
export type OnCall = z.infer<typeof onCallSchema>;

export const DEFAULT_ON_CALL: OnCall = {
  staffQuietHours: null,
  escalateAfterMinutes: 10,
  textsAllowed: false,
  people: [],
};

const onCallAnswerSchema = z.object({ onCall: onCallSchema, version: z.number().int() });

export const onCallEndpoints = {
  get: endpoint({ method: "GET", path: "/api/on-call", output: onCallAnswerSchema }),
  /** 409 `changed` on a concurrent change; 400 `invalid_request` for a person outside the team. */
  update: endpoint({
    method: "PUT",
    path: "/api/on-call",
    body: z.object({ onCall: onCallSchema, version: z.number().int().min(0) }),
    output: onCallAnswerSchema,
    access: "admin",
  }),
};
