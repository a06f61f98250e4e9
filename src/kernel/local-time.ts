/** Formats times for people and models: in the team's time zone, with the weekday. */

interface Formats {
  readonly weekday: Intl.DateTimeFormat;
  readonly moment: Intl.DateTimeFormat;
}

const formats = new Map<string, Formats>();

function formatsOf(timeZone: string): Formats {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = {
    weekday: new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short" }),
    // Swedish uses the ISO 8601 date format.
    moment: new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }),
  };
  formats.set(timeZone, made);
  return made;
}

/** `Tue 2026-11-24 10:30` in a time zone (IANA name); `at` in milliseconds or as an ISO time. */
export function localTime(at: number | string, timeZone: string): string {
  const ms = typeof at === "number" ? at : Date.parse(at);
  if (Number.isNaN(ms)) return String(at);
  const { weekday, moment } = formatsOf(timeZone);
  return `${weekday.format(ms)} ${moment.format(ms)}`;
}

/** `Tue, Nov 24, 10:30 AM` in a time zone, for people; `at` in milliseconds or as an ISO time. */
export function spokenTime(at: number | string, timeZone: string): string {
  return timeIn(at, timeZone);
}

/** The same with its year, as in the head of an e-mail: `Sun, Nov 29, 2026, 10:01 PM`. */
export function writtenTime(at: number | string, timeZone: string): string {
  return timeIn(at, timeZone, "numeric");
}

function timeIn(at: number | string, timeZone: string, year?: "numeric"): string {
  const ms = typeof at === "number" ? at : Date.parse(at);
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    ...(year === undefined ? {} : { year }),
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(ms);
}

/** Prefixes a date as written in documents, `2026-11-24` or `2026-11-24 10:30`, with its weekday. */
export function withWeekday(written: string): string {
  const ms = Date.parse(`${written.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(ms) ? written : `${formatsOf("UTC").weekday.format(ms)} ${written}`;
}

/**
 * Parses a local time, `2026-11-24 10:30` or the start of `2026-11-24`, into milliseconds; a time skipped by
 * daylight saving is an hour later.
 */
export function momentOf(written: string, timeZone: string): number {
  const wanted = Date.parse(`${written.replace(" ", "T")}${written.includes(" ") ? "" : "T00:00"}:00Z`);
  const shown = (ms: number): number =>
    Date.parse(`${formatsOf(timeZone).moment.format(ms).replace(" ", "T")}:00Z`);
  const near = wanted - (shown(wanted) - wanted);
  return near - (shown(near) - wanted);
}
