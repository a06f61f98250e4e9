/**
 * Extracts slots from text: significant words, a phone number, a place, a time, a recurrence, days. Dates are parsed by chrono in the
 * team's zone.
 */
import * as chrono from "chrono-node/en";
import { findPhoneNumbersInText } from "libphonenumber-js";

const FILLER = new Set(
  "the a an our my your at in of on from for mr mrs ms dr st street unit apt apartment".split(" "),
);
const ASKING = new Set(
  (
    "what whats which when where how why who whom whose do does did is are was were be been have has had can could would will shall may we you us me my i it its ours they them their he him his she her hers " +
    "to know say said says tell told ask asked write wrote written mention mentioned text texted texts message messages email emails mail mails mailed about complain complained any anything anyone anybody some something thing things find show list search look up there this that these those " +
    "please handle file files document documents note notes policy rule rules give get got much many long still ever last latest lately recent recently new news newest open again anyway and or so if not no yes out with by as than then here call called named live lives living phone cell number address contact all " +
    "now right currently " +
    "el la los las que qu de del en un una por para con sobre es son quien quién"
  ).split(" "),
);

/** A phone number in any format as E.164, North American by default. Null if there is none. */
export function numberIn(text: string): string | null {
  const [found] = findPhoneNumbersInText(text, "US");
  return found?.number.number ?? null;
}

/** Lowercase words without accents, punctuation and possessive endings. */
export function wordsIn(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/['’]s\b/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Significant words, without articles, titles and the like. */
export function telling(text: string): string[] {
  return wordsIn(text).filter((word) => !FILLER.has(word));
}

/** A question's significant words without duplicates. */
export function keywords(words: string): string[] {
  return [...new Set(telling(words).filter((word) => word.length > 1 && !ASKING.has(word)))];
}

const stem = (word: string): string => word.replace(/(?:(?<=.{4})(?:ing|ed|es)|(?<=.{2})s|(?<=.{4})e)$/, "");

/** The same word in another form, or mistyped by a letter. */
export function isAlike(one: string, other: string): boolean {
  if (stem(one) === stem(other)) return true;
  if (Math.min(one.length, other.length) < 5 || one.charAt(0) !== other.charAt(0)) return false;
  let at = 0;
  while (one[at] === other[at]) at++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - at && one.at(-1 - end) === other.at(-1 - end)) end++;
  return Math.max(one.length, other.length) - at - end <= 1;
}

/** Whether a text contains any of the words in any form: "clogs" for "clogged". */
export function speaksOf(text: string, words: readonly string[]): boolean {
  const stems = words.map((word) => (word.length > 5 ? word.slice(0, -2) : word.replace(/s$/, "")));
  const own = telling(text);
  return stems.some((stem) => own.some((word) => word.startsWith(stem)));
}

/** The time of a task, and the remaining words. */
export interface When {
  readonly at?: string;
  readonly cron?: string;
  readonly rest: string;
  /** Whether only a day was named. */
  readonly isTimeless?: boolean;
}

/** A range of days. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const DAY = "(?:sun|mon|tues|wednes|thurs|fri|satur)days?";
const EVERY = new RegExp(
  `\\b(?:every|each)\\s+(?:(weekday|day|morning|evening|month|\\d{1,2}(?:st|nd|rd|th)|(?:first|1st)(?: day)?(?: of (?:the|each|every) month)?)|(${DAY}(?:(?:\\s*,\\s*|\\s+and\\s+)${DAY})*)(?:\\s+(morning|afternoon|evening))?)\\b`,
  "i",
);
/** “weekly … on Monday”, “on Mondays” and “daily” say the same as “every”. */
const DAY_OF_WEEKLY = new RegExp(`\\b(?:on\\s+)?(${DAY})\\b`, "i");
const PLURAL_DAY = new RegExp(`\\b(?:on\\s+)?(${DAY.replace("s?", "s")})\\b`, "i");
const AT =
  /\b(?:at|by)\s+(\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|noon)(?=\s|$|[,.;!?])|\b\d{1,2}(?::\d{2})?\s*[ap]\.?m\b\.?/i;
const PARTS: Readonly<Record<string, string>> = { morning: "9am", afternoon: "2pm", evening: "6pm" };
/** Hours of parts of a day that are named with a day: "Thursday evening". */
const HOURS: Readonly<Record<string, string>> = {
  morning: "09:00",
  noon: "12:00",
  afternoon: "14:00",
  evening: "18:00",
  night: "20:00",
  tonight: "20:00",
};

/** Local date and time, `2026-11-22T09:00:00`. */
export function localNow(nowMs: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return format.format(nowMs).replace(" ", "T");
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T12:00:00Z`) + count * 86_400_000)
    .toISOString()
    .slice(0, 10);
}

/** A time such as `Sun 2026-11-22 14:00` (team time) as people write it; other text unchanged. */
export function shownTime(text: string): string {
  const [, day, time] = /(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?/.exec(text) ?? [];
  if (day === undefined) return text;
  const clock = time === undefined ? {} : ({ hour: "numeric", minute: "2-digit" } as const);
  const format = { timeZone: "UTC", weekday: "short", month: "short", day: "numeric", ...clock } as const;
  return new Intl.DateTimeFormat("en-US", format).format(new Date(`${day}T${time ?? "12:00"}Z`));
}

export function shownDays({ from, to }: Days): string {
  return from === to ? shownTime(from) : `${shownTime(from)} to ${shownTime(to)}`;
}

/** Parses a time or recurrence; null if there is none. `local` is the team's current time. */
export function whenIn(text: string, local: string): When | null {
  const recurring = withEvery(text);
  const every = EVERY.exec(recurring);
  if (every !== null) return rhythmIn(recurring, every, local);
  const found = momentIn(text, local);
  if (found === null) return null;
  const at = `${found.day}T${found.at ?? "09:00"}`;
  // A weekday whose time is past today is next week's.
  const isPast =
    at < local.slice(0, 16) && /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i.test(found.words);
  return {
    at: isPast ? `${addDays(found.day, 7)}${at.slice(10)}` : at,
    rest: without(text, found.words),
    isTimeless: found.at === undefined,
  };
}

function withEvery(text: string): string {
  const monthly = text.replace(
    /\b(?:on )?the (first|\d{1,2}(?:st|nd|rd|th))(?: day)? of (?:every|each|the) month\b/i,
    "every $1",
  );
  if (EVERY.test(monthly)) return monthly;
  const day = /\bweekly\b/i.test(text) ? DAY_OF_WEEKLY : PLURAL_DAY;
  return text.replace(/\bdaily\b/i, "every day").replace(day, "every $1");
}

function rhythmIn(
  text: string,
  [every, of = "", days = "", part = of]: RegExpExecArray,
  local: string,
): When {
  const at = AT.exec(text)?.[0] ?? "";
  const hour = at.replace(/^(?:at|by)\s+/i, "").replace("noon", "12pm") || PARTS[part.toLowerCase()] || "9am";
  const clock = momentIn(`at ${hour}`, local)?.at;
  const named = DAYS.flatMap((day, index) => (days.toLowerCase().includes(day) ? [index] : [])).join();
  const time = (clock ?? "09:00").split(":").map(Number).reverse().join(" ");
  const on = /^weekday/i.test(of)
    ? "* * 1-5"
    : /month|first|^\d/i.test(of)
      ? `${Number.parseInt(of, 10) || 1} * *`
      : `* * ${named || "*"}`;
  const isTimeless = at === "" && PARTS[part.toLowerCase()] === undefined;
  return { cron: `${time} ${on}`, rest: without(text, every, at), isTimeless };
}

function without(text: string, ...parts: readonly string[]): string {
  return parts
    .reduce((left, part) => left.replace(part, " "), text)
    .replace(/\s+/g, " ")
    .trim();
}

/** The days a request names; today or `otherwise` by default. */
export function daysIn(text: string, local: string, otherwise = local.slice(0, 10)): Days {
  const today = local.slice(0, 10);
  const monday = addDays(today, 8 - (new Date(`${today}T12:00:00Z`).getUTCDay() || 7));
  if (/\bnext week\b/i.test(text)) return { from: monday, to: addDays(monday, 4) };
  if (/\b(?:this|the) week\b/i.test(text)) return { from: today, to: addDays(today, 6) };
  if (/\b(?:this|my|the) (?:morning|day)\b/i.test(text)) return { from: today, to: today };
  const day = momentIn(text, local)?.day ?? otherwise;
  return { from: day, to: day };
}

/**
 * A time with the words that name it. The local clock is treated as UTC so that chrono calculates in the team's time, independent of this
 * machine's zone.
 */
export function momentIn(text: string, local: string) {
  const forwardDate = !/\b(?:yesterday|last|ago)\b/i.test(text);
  const found = chrono
    .parse(text, { instant: new Date(`${local}Z`), timezone: 0 }, { forwardDate })
    .find(({ index, text: time }) => !isOfAddress(time, text.slice(index + time.length)));
  // A month alone, or "may", isn't a date.
  if (
    found === undefined ||
    !(["day", "weekday", "hour"] as const).some((part) => found.start.isCertain(part))
  )
    return null;
  const [day = "", time] = found.start.date().toISOString().slice(0, 16).split("T");
  const part = /\b(?:morning|noon|afternoon|evening|night|tonight)\b/i.exec(found.text)?.[0].toLowerCase();
  const at = /\d/.test(found.text) || part === undefined ? time : HOURS[part];
  return { day, at: found.start.isCertain("hour") || part !== undefined ? at : undefined, words: found.text };
}

/** “at 16 Sparrow Alley” and “at 214 birch st” are no times. */
function isOfAddress(time: string, rest: string): boolean {
  return (
    /^(?:at )?\d{1,3}$/.test(time) &&
    /^ (?:\p{Lu}|(?:\p{L}+ )?(?:st|street|ave|avenue|rd|road|ln|lane|dr|drive|alley|way|court|ct|row|place|pl|terrace|steps|hollow)\b)/u.test(
      rest,
    )
  );
}

/** Times of tool results as people write them: `Tue 2026-11-24 14:30` becomes `Tue, Nov 24, 2:30 PM`. */
export function withSpokenTimes(text: string): string {
  return text.replace(
    /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?(?![\d:])/g,
    (_, day: string, time?: string) =>
      new Intl.DateTimeFormat("en-US", {
        timeZone: "UTC",
        weekday: "short",
        month: "short",
        day: "numeric",
        ...(time === undefined ? {} : { hour: "numeric", minute: "2-digit" }),
      }).format(Date.parse(`${day}T${time ?? "00:00"}:00Z`)),
  );
}
