/** How a model specifies a cadence, and reads a schedule. */
import * as z from "zod";
import type { Json } from "../../../kernel/hash.ts";
import { localTime } from "../../../kernel/local-time.ts";
import type { CadenceInput } from "../index.ts";
import type { Schedule } from "../../api/schedules.ts";

/** Exactly one must be set. */
export const whenFields = {
  at: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/)
    .optional()
    .describe("Once, at this local time, e.g. 2026-11-27T09:00"),
  cron: z
    .string()
    .trim()
    .min(9)
    .max(100)
    .optional()
    .describe("Again and again: five cron fields in local time, e.g. 0 9 * * 1 for Mondays at 9:00"),
};

/** The cadence; null unless exactly one field is set. */
export function cadenceOf({
  at,
  cron,
}: {
  at?: string | undefined;
  cron?: string | undefined;
}): CadenceInput | null {
  if (at !== undefined && cron === undefined) return { type: "once", at };
  if (cron !== undefined && at === undefined) return { type: "cron", expression: cron };
  return null;
}

/** The answer if not exactly one is set. */
export const ONE_OF_TWO = "Give either at or cron, not both.";

export function scheduleForModel(schedule: Schedule, timeZone: string): Record<string, Json> {
  const { id, title, instruction, when, status, nextAt, lastSeenAt, lastError } = schedule;
  const local = (at: string | null): string | null => (at === null ? null : localTime(at, timeZone));
  return {
    id,
    title,
    instruction,
    when,
    status,
    nextAt: local(nextAt),
    lastRunAt: local(lastSeenAt),
    lastError,
  };
}
