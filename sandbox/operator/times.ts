/** When: a moment, a rhythm or a span of days, read from a colleague's words in the team's own time. */
import * as chrono from "chrono-node";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const EVERY =
  /\b(?:every|each)\s+(?:(weekday|day|morning|evening|month)|((?:sun|mon|tues|wednes|thurs|fri|satur)days?(?:(?:\s*,\s*|\s+and\s+)(?:sun|mon|tues|wednes|thurs|fri|satur)days?)*)(?:\s+(morning|afternoon|evening))?)\b/i;
const AT = /\b(?:at|by)\s+(\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|noon|midnight)(?=\s|$|[,.;!?])/i;
const PARTS: Readonly<Record<string, string>> = { morning: "9am", afternoon: "2pm", evening: "6pm" };

/** When something is to be done, and what is left of the words without it. */
export interface When {
  readonly at?: string;
  readonly cron?: string;
  readonly rest: string;
}

/** Date and time of a zone, `2026-11-22T09:00:00`. */
export function localNow(nowMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
    .format(new Date(nowMs))
    .replace(" ", "T");
}

/** Another day, so many days on. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** A day as people say it: `Tuesday, November 24`. */
export function dayName(day: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    weekday: "long",
    month: "long",
    day: "numeric",
  }).format(new Date(`${day}T12:00:00Z`));
}

/** A time of day as people say it: `15:30` is `3:30 PM`. */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}${minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`}${hour < 12 ? " AM" : " PM"}`;
}

/** A moment of an answer, `Sun 2026-11-22 14:00` or an ISO time, as `2026-11-22T14:00` of the team's time; a day alone stays one. */
export function momentIn(text: string, timeZone: string): string {
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(text)) return localNow(Date.parse(text), timeZone).slice(0, 16);
  const [, day = "", time] = /(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?/.exec(text) ?? [];
  return time === undefined ? day : `${day}T${time}`;
}

/** A moment as people write it, `Sun, Nov 22, 2 PM`; a day alone without a time. */
export function shownMoment(moment: string): string {
  if (moment === "") return "";
  const day = new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    weekday: "short",
    month: "short",
    day: "numeric",
  });
  const shown = day.format(new Date(`${moment.slice(0, 10)}T12:00:00Z`));
  return moment.length > 10 ? `${shown}, ${clockTime(moment.slice(11))}` : shown;
}

/** From one moment to another: the second without its day where that is the same. */
export function shownSpan(from: string, to: string): string {
  const isSameDay = from.slice(0, 10) === to.slice(0, 10);
  if (to === "" || to === from) return shownMoment(from);
  return `${shownMoment(from)} to ${isSameDay ? clockTime(to.slice(11)) : shownMoment(to)}`;
}

/** Reads a moment or a rhythm; null where the words say none. `local` is the team's time now. */
export function readWhen(text: string, local: string): When | null {
  const every = EVERY.exec(text);
  if (every !== null) return rhythm(text, every);
  const found = parse(text, local);
  if (found === null) return null;
  const moment = found.start.date().toISOString().slice(0, 16);
  const at = found.start.isCertain("hour") ? moment : `${moment.slice(0, 10)}T09:00`;
  return { at, rest: without(text, [found.text]) };
}

/** The days that words speak of, and whether they name an hour; today where they name none. */
export function readDays(
  text: string,
  local: string,
): { from: string; to: string; at: string | null; isNamed: boolean } {
  const today = local.slice(0, 10);
  if (/\bnext week\b/i.test(text)) {
    const monday = addDays(today, 8 - (new Date(`${today}T12:00:00Z`).getUTCDay() || 7));
    return { from: monday, to: addDays(monday, 4), at: null, isNamed: true };
  }
  if (/\b(?:this|the) week\b/i.test(text))
    return { from: today, to: addDays(today, 6), at: null, isNamed: true };
  const found = parse(text, local);
  const day = found?.start.date().toISOString().slice(0, 10) ?? today;
  const at = found?.start.isCertain("hour") === true ? found.start.date().toISOString().slice(11, 16) : null;
  return { from: day, to: day, at, isNamed: found !== null };
}

/** The local clock as if it were UTC: chrono then reckons in the team's time, whatever this machine's zone is. */
function parse(text: string, local: string): chrono.ParsedResult | null {
  const forwardDate = !/\b(?:yesterday|last|ago)\b/i.test(text);
  const reference = { instant: new Date(`${local}Z`), timezone: 0 };
  return chrono.parse(text, reference, { forwardDate })[0] ?? null;
}

function rhythm(text: string, every: RegExpExecArray): When {
  const clock = AT.exec(text);
  const part = (every[3] ?? every[1] ?? "").toLowerCase();
  const [hour, minute] = clockOf(clock?.[1] ?? PARTS[part] ?? "9am");
  const period = every[1]?.toLowerCase();
  const named = (every[2] ?? "").toLowerCase();
  const days = DAYS.flatMap((day, index) => (named.includes(day) ? [index] : [])).join(",");
  const [ofMonth, ofWeek] = [period === "month" ? "1" : "*", period === "weekday" ? "1-5" : days || "*"];
  return {
    cron: `${minute} ${hour} ${ofMonth} * ${ofWeek}`,
    rest: without(text, [every[0], ...(clock === null ? [] : [clock[0].trim()])]),
  };
}

function clockOf(written: string): [number, number] {
  if (/noon/i.test(written)) return [12, 0];
  if (/midnight/i.test(written)) return [0, 0];
  const [, hours, minutes, half] = /(\d{1,2})(?::(\d{2}))?\s*([ap])?/i.exec(written) ?? [];
  const hour = Number(hours ?? 9) % 24;
  if (half?.toLowerCase() === "a") return [hour % 12, Number(minutes ?? 0)];
  return [half?.toLowerCase() === "p" ? (hour % 12) + 12 : hour, Number(minutes ?? 0)];
}

function without(text: string, taken: readonly string[]): string {
  return taken
    .reduce((rest, words) => rest.replace(words, " "), text)
    .replace(/\s+/g, " ")
    .replace(/\s+([,.;!?])/g, "$1")
    .trim();
}
