/** The hours of a rule: a daily window on some weekdays, in the tenant's zone. */
import type { RuleHours } from "../api/policy-rules.ts";
import { minuteOfDay, minutesOf } from "./quiet-hours.ts";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** A window that spans midnight belongs to the day on which it starts; if `from` equals `to`, it is the whole day. */
export function isWithinHours(atMs: number, { from, to, days }: RuleHours, timeZone: string): boolean {
  const [start, end, now] = [minutesOf(from), minutesOf(to), minuteOfDay(atMs, timeZone)];
  const isAfterMidnight = start > end && now < end;
  const isIn = start === end || (start < end ? now >= start && now < end : now >= start || now < end);
  if (!isIn || days === null) return isIn;
  const today = dayOfWeek(atMs, timeZone);
  return days.includes(isAfterMidnight ? ((today + 5) % 7) + 1 : today);
}

/** 1 is Monday, 7 is Sunday. */
function dayOfWeek(atMs: number, timeZone: string): number {
  const name = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short" }).format(new Date(atMs));
  return DAYS.indexOf(name) + 1;
}
