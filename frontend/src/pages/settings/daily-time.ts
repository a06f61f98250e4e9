/** A time of day, `05:00`, as the cron expression of every day at that time, and back. Pure. */
import type { Cadence } from "../../../../src/protocol/schedules.ts";

/** Null where it is no time. */
export function dailyCron(time: string): string | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hour === undefined || minute === undefined ? null : `${Number(minute)} ${Number(hour)} * * *`;
}

/** Null where a cadence is anything else than once a day. */
export function dailyTime(cadence: Cadence): string | null {
  if (cadence.type !== "cron") return null;
  const [, minute, hour] = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(cadence.expression.trim()) ?? [];
  if (minute === undefined || hour === undefined) return null;
  return `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}
