/** A time of day, `05:00`, as the cron expression of every day (or some days of the week) at that time, and back. Pure. */
import type { Cadence } from "../../../../src/agent/api/schedules.ts";

/** `days` in cron syntax. Null for an invalid time. */
export function dailyCron(time: string, days = "*"): string | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hour === undefined || minute === undefined ? null : `${Number(minute)} ${Number(hour)} * * ${days}`;
}

/** Null unless the cadence is once on each of these days. */
export function dailyTime(cadence: Cadence, days = "*"): string | null {
  if (cadence.type !== "cron") return null;
  const [, minute, hour, on] = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/.exec(cadence.expression.trim()) ?? [];
  if (minute === undefined || hour === undefined || on !== days) return null;
  return `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}
