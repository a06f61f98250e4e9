/** The days on which appointments may be offered, and why others are closed. Pure. */
import { allForYear } from "@18f/us-federal-holidays";
import type { AppointmentHours } from "../../../../approvals/api/policy.ts";

const DAY_MS = 24 * 3_600_000;
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** A day (`2026-11-26`), and why it is closed; null if it is open. */
export interface DayOf {
  readonly day: string;
  readonly closed: string | null;
}

/** The days from first to last, inclusive. */
export function daysOf(from: string, to: string, rules: AppointmentHours): DayOf[] {
  const holidays = rules.usHolidays ? holidaysBetween(from, to) : new Map<string, string>();
  const days: DayOf[] = [];
  for (let ms = Date.parse(`${from}T00:00:00Z`); ms <= Date.parse(`${to}T00:00:00Z`); ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10);
    const weekday = new Date(ms).getUTCDay() || 7;
    const closed = rules.closedOn.includes(day)
      ? "a day the team is closed"
      : (holidays.get(day) ?? (rules.days.includes(weekday) ? null : `a ${WEEKDAYS[weekday - 1] ?? ""}`));
    days.push({ day, closed });
  }
  return days;
}

/** Observed federal holidays by day: a weekend holiday moves to the Friday before or the Monday after, possibly into another year. */
function holidaysBetween(from: string, to: string): Map<string, string> {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const found = new Map<string, string>();
  for (let year = first; year <= last + 1; year++)
    for (const { dateString, name } of allForYear(year)) found.set(iso(dateString), name);
  return found;
}

/** The library writes `2026-7-3`. */
function iso(written: string): string {
  return written
    .split("-")
    .map((part) => part.padStart(2, "0"))
    .join("-");
}
