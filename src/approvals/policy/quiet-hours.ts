/** Quiet hours: a daily window in the tenant's zone in which nothing is sent to contacts. */
import type { Policy } from "../../team/api/policy.ts";

const MINUTES_A_DAY = 24 * 60;

/** Minutes since midnight in a time zone. */
export function minuteOfDay(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(atMs));
  const number = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return number("hour") * 60 + number("minute");
}

/** Parses `22:00` to minutes since midnight. */
export function minutesOf(hourMinute: string): number {
  const [hour = 0, minute = 0] = hourMinute.split(":").map(Number);
  return hour * 60 + minute;
}

/**
 * When the quiet window that contains a time ends, in ms; null outside of it. The window may span midnight;
 * if `from` equals `to`, there is none. When the clocks change, the result can be off by an hour, so check
 * again at that time.
 */
export function quietUntil(
  atMs: number,
  hours: Policy["contactQuietHours"],
  timeZone: string,
): number | null {
  if (hours === null) return null;
  const [from, to, now] = [minutesOf(hours.from), minutesOf(hours.to), minuteOfDay(atMs, timeZone)];
  const length = (to - from + MINUTES_A_DAY) % MINUTES_A_DAY;
  const into = (now - from + MINUTES_A_DAY) % MINUTES_A_DAY;
  if (into >= length) return null;
  return atMs - (atMs % 60_000) + (length - into) * 60_000;
}
