/** Calendar days and months in a time zone (IANA name). */
import { DAY_MS, HOUR_MS, isoTime, msOf } from "./clock.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** Wall-clock time in a zone, in ms as if the zone were UTC. */
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

/** Whether this runtime knows the time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    wallClockMs(0, timeZone);
    return true;
  } catch {
    return false;
  }
}

/** The day in a zone, as `2026-11-21`. */
export function dayOf(nowMs: number, timeZone: string): string {
  return isoTime(wallClockMs(nowMs, timeZone)).slice(0, 10);
}

/** A day moved by a number of days. */
export function shiftedDay(day: string, days: number): string {
  return isoTime(msOf(`${day}T00:00:00Z`) + days * DAY_MS).slice(0, 10);
}

/** The month in a zone, as `2026-11`. */
export function monthOf(nowMs: number, timeZone: string): string {
  return isoTime(wallClockMs(nowMs, timeZone)).slice(0, 7);
}

export function daysOf(month: string): string[] {
  const lengthDays =
    (msOf(`${addMonths(month, 1)}-01T00:00:00Z`) - msOf(`${month}-01T00:00:00Z`)) / (24 * HOUR_MS);
  return Array.from({ length: lengthDays }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`);
}

/** The month `count` months later; earlier if negative. */
export function addMonths(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

/** The start of a month in a zone, in ms, even if clocks change that day. */
export function monthStartMs(month: string, timeZone: string): number {
  return dayStartMs(`${month}-01`, timeZone);
}

/** The start of a day (`2026-11-21`) in a zone, in ms. */
export function dayStartMs(day: string, timeZone: string): number {
  const wanted = msOf(`${day}T00:00:00Z`);
  const zoneOffsetAt = (ms: number): number => wallClockMs(ms, timeZone) - ms + (ms % 60_000);
  const guess = wanted - zoneOffsetAt(wanted);
  const start = wanted - zoneOffsetAt(guess);
  return dayOf(start, timeZone) === day ? start : start + HOUR_MS;
}

/** ISO times, or days in a team's zone. */
export interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Converts days to times: from the start of `from` to the end of `to` (exclusive), including days of 23 or
 * 25 hours.
 */
export function spanIn({ from, to }: Span, timeZone: string): Span {
  const startOf = (day: string): string => isoTime(dayStartMs(day, timeZone));
  return {
    ...(from === undefined ? {} : { from: DAY.test(from) ? startOf(from) : from }),
    ...(to === undefined ? {} : { to: DAY.test(to) ? startOf(shiftedDay(to, 1)) : to }),
  };
}
