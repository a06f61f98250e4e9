/** When: a moment, a rhythm or a span of days, read from a colleague's words in the team's own time. */
import * as chrono from "chrono-node";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const EVERY =
  /\b(?:every|each)\s+(?:(weekday|day|morning|evening|month)|((?:sun|mon|tues|wednes|thurs|fri|satur)days?(?:(?:\s*,\s*|\s+and\s+)(?:sun|mon|tues|wednes|thurs|fri|satur)days?)*)(?:\s+(morning|afternoon|evening))?)\b/i;
const AT = /\b(?:at|by)\s+(\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|noon)(?=\s|$|[,.;!?])/i;
const PARTS: Readonly<Record<string, string>> = {
  morning: "9am",
  afternoon: "2pm",
  evening: "6pm",
  noon: "12pm",
};

/** When something is to be done, and what is left of the words without it. */
export interface When {
  readonly at?: string;
  readonly cron?: string;
  readonly rest: string;
}

/** Some days, and the hour where one is named. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly at: string | null;
}

/** Date and time of a zone, `2026-11-22T09:00:00`. */
export function localNow(nowMs: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return format.format(nowMs).replace(" ", "T");
}

/** Another day, so many days on. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T12:00:00Z`) + count * 86_400_000)
    .toISOString()
    .slice(0, 10);
}

/** A moment of an answer, such as `Sun 2026-11-22 14:00` in the team's time, as people write it; other words as they are. */
export function shownTime(text: string): string {
  const [, day, time] = /(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?/.exec(text) ?? [];
  if (day === undefined) return text;
  const date = new Date(`${day}T${time ?? "12:00"}Z`);
  const format = { timeZone: "UTC", weekday: "short", month: "short", day: "numeric" } as const;
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-US", time === undefined ? format : { ...format, ...clock }).format(date);
}

/** Days as people say them. */
export function shownDays({ from, to }: Days): string {
  return from === to ? shownTime(from) : `${shownTime(from)} to ${shownTime(to)}`;
}

/** Reads a moment or a rhythm; null where the words say none. `local` is the team's time now. */
export function readWhen(text: string, local: string): When | null {
  const every = EVERY.exec(text);
  if (every !== null) return rhythm(text, every);
  const found = parse(text, local);
  if (found === null) return null;
  const moment = found.start.date().toISOString().slice(0, 16);
  const at = found.start.isCertain("hour") ? moment : `${moment.slice(0, 10)}T09:00`;
  return { at, rest: text.replace(found.text, " ").replace(/\s+/g, " ").trim() };
}

/** The days that words speak of; null where they name none. */
export function readDays(text: string, local: string): Days | null {
  const today = local.slice(0, 10);
  const monday = addDays(today, 8 - (new Date(`${today}T12:00:00Z`).getUTCDay() || 7));
  if (/\bnext week\b/i.test(text)) return { from: monday, to: addDays(monday, 4), at: null };
  if (/\b(?:this|the) week\b/i.test(text)) return { from: today, to: addDays(today, 6), at: null };
  if (/\b(?:this|my) (?:morning|day)\b/i.test(text)) return { from: today, to: today, at: null };
  const found = parse(text, local);
  if (found === null) return null;
  const moment = found.start.date().toISOString();
  const day = moment.slice(0, 10);
  return { from: day, to: day, at: found.start.isCertain("hour") ? moment.slice(11, 16) : null };
}

/** The local clock as if it were UTC: chrono then reckons in the team's time, whatever this machine's zone is. */
function parse(text: string, local: string): chrono.ParsedResult | null {
  const forwardDate = !/\b(?:yesterday|last|ago)\b/i.test(text);
  const [found = null] = chrono.parse(text, { instant: new Date(`${local}Z`), timezone: 0 }, { forwardDate });
  // A bare month, or "may", is no date.
  return (["day", "weekday", "hour"] as const).some((part) => found?.start.isCertain(part)) ? found : null;
}

function rhythm(text: string, [every, of = "", days = "", part = of]: RegExpExecArray): When {
  const [at, written = PARTS[part.toLowerCase()] ?? "9am"] = AT.exec(text) ?? [""];
  const named = DAYS.flatMap((day, index) => (days.toLowerCase().includes(day) ? [index] : []));
  const ofWeek = /weekday/i.test(of) ? "1-5" : named.join(",") || "*";
  return {
    cron: `${clockOf(PARTS[written] ?? written)} ${/month/i.test(of) ? "1" : "*"} * ${ofWeek}`,
    rest: text.replace(every, " ").replace(at, " ").replace(/\s+/g, " ").trim(),
  };
}

/** `4:30pm` as `30 16`. */
function clockOf(written: string): string {
  const [, hours, minutes = "0", half = ""] = /(\d{1,2})(?::(\d{2}))?\s*([ap])?/i.exec(written) ?? [];
  const hour = half === "" ? Number(hours) % 24 : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${Number(minutes)} ${hour}`;
}
