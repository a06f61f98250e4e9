/** The budget's month: a calendar month in the tenant's own time zone. */
import { isoTime, msOf } from "../../kernel/clock.ts";

const HOUR_MS = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Wall-clock minutes of a moment in a zone, as if the zone were UTC. */
function wallClockMs(nowMs: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  return msOf(`${part["year"]}-${part["month"]}-${part["day"]}T${part["hour"]}:${part["minute"]}:00Z`);
}

/** Whether the name is a time zone this runtime knows. */
export function isTimeZone(timeZone: string): boolean {
  try {
    wallClockMs(0, timeZone);
    return true;
  } catch {
    return false;
  }
}

/** The day a moment falls into in a zone, as `2026-11-21`. */
export function dayOf(nowMs: number, timeZone: string): string {
  return isoTime(wallClockMs(nowMs, timeZone)).slice(0, 10);
}

/** The month a moment falls into in a zone, as `2026-11`. */
export function monthOf(nowMs: number, timeZone: string): string {
  return isoTime(wallClockMs(nowMs, timeZone)).slice(0, 7);
}

/** Every day of a month, in order. */
export function daysOf(month: string): string[] {
  const lengthDays =
    (msOf(`${addMonths(month, 1)}-01T00:00:00Z`) - msOf(`${month}-01T00:00:00Z`)) / (24 * HOUR_MS);
  return Array.from({ length: lengthDays }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`);
}

/** The month after, or `count` months after (before, when negative). */
export function addMonths(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

/** The moment a month begins in a zone, in ms: its first wall-clock minute, also where clocks are set that day. */
export function monthStartMs(month: string, timeZone: string): number {
  return dayStartMs(`${month}-01`, timeZone);
}

/** The moment a day begins in a zone, in ms; `day` as `2026-11-21`. */
export function dayStartMs(day: string, timeZone: string): number {
  const wanted = msOf(`${day}T00:00:00Z`);
  const zoneOffsetAt = (ms: number): number => wallClockMs(ms, timeZone) - ms + (ms % 60_000);
  const guess = wanted - zoneOffsetAt(wanted);
  const start = wanted - zoneOffsetAt(guess);
  return dayOf(start, timeZone) === day ? start : start + HOUR_MS;
}

/** A span of time: ISO times, or days as a team counts them. */
export interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 3_600_000;

/** Days as times: `from` begins with its day, `to` ends with it (exclusive), also on days of 23 or 25 hours. */
export function spanIn({ from, to }: Span, timeZone: string): Span {
  const startOf = (day: string): string => isoTime(dayStartMs(day, timeZone));
  const dayAfter = (day: string): string => isoTime(Date.parse(`${day}T00:00:00Z`) + DAY_MS).slice(0, 10);
  return {
    ...(from === undefined ? {} : { from: DAY.test(from) ? startOf(from) : from }),
    ...(to === undefined ? {} : { to: DAY.test(to) ? startOf(dayAfter(to)) : to }),
  };
}
