/** The days on which appointments may be offered, and why others are closed. Pure. */
import type { AppointmentHours } from "../../../team/api/policy.ts";
import { DAY_MS } from "../../../kernel/clock.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** A day (`2026-11-26`), and why it is closed; null if it is open. */
interface DayOf {
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

/** Observed federal holidays by day, possibly of another year. */
function holidaysBetween(from: string, to: string): Map<string, string> {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const found = new Map<string, string>();
  for (let year = first; year <= last + 1; year++)
    for (const { day, name } of holidaysOf(year)) found.set(day, name);
  return found;
}

const [MONDAY, THURSDAY, SATURDAY] = [1, 4, 6];
/** Federal holidays (5 U.S.C. 6103(a)): their date, or from when on the weekday is sought on which they fall. */
const HOLIDAYS: readonly (readonly [name: string, date: string, weekday?: number])[] = [
  ["New Year's Day", "01-01"],
  ["Birthday of Martin Luther King, Jr.", "01-15", MONDAY],
  ["Washington's Birthday", "02-15", MONDAY],
  ["Memorial Day", "05-25", MONDAY],
  ["Juneteenth National Independence Day", "06-19"],
  ["Independence Day", "07-04"],
  ["Labor Day", "09-01", MONDAY],
  ["Columbus Day", "10-08", MONDAY],
  ["Veterans Day", "11-11"],
  ["Thanksgiving Day", "11-22", THURSDAY],
  ["Christmas Day", "12-25"],
];

/** A year's federal holidays as observed: one on a weekend moves to the Friday before or the Monday after. */
export function holidaysOf(year: number): { readonly day: string; readonly name: string }[] {
  return HOLIDAYS.map(([name, date, weekday]) => {
    const atMs = Date.parse(`${year}-${date}T00:00:00Z`);
    const on = new Date(atMs).getUTCDay();
    const later = weekday === undefined ? (on === 0 ? 1 : on === SATURDAY ? -1 : 0) : (weekday - on + 7) % 7;
    return { day: new Date(atMs + later * DAY_MS).toISOString().slice(0, 10), name };
  });
}
