import { MONTHS } from "../../kernel/named-time.ts";
import { shiftedDay } from "../../kernel/calendar.ts";
/**
 * Extracts when something was said from a question: "what did Maria write last week", "mails from October". Pure. Deliberately a small
 * table of English phrases: a general date parser would find every date, and most dates in questions ("When is the inspection in
 * October?") don't say when something was written.
 */

/** Days as `2026-11-21`, inclusive; `words` is the time expression, `rest` the question without it. */
export interface SaidDays {
  readonly from: string;
  readonly to: string;
  readonly words: string;
  readonly rest: string;
}

type Days = readonly [from: string, to: string];

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const COUNT = String.raw`\d{1,3}|an?|${NUMBERS.join("|")}`;
const WEEKDAY = WEEKDAYS.join("|");
const MONTH = MONTHS.join("|");
/** Tolerance in days: "three weeks ago" is approximate. */
const ABOUT = { day: 0, week: 5, month: 20, year: 120 } as const;
const LENGTH = { day: 1, week: 7, month: 30.44, year: 365.25 } as const;

/** Verbs of telling. Without one, a month or weekday may just as well be part of the content. */
const TOLD =
  /\b(?:writes?|wrote|written|writing|says?|said|texts?|texted|calls?|called|e-?mails?|e-?mailed|mails?|mailed|messages?|messaged|sen[dt]|asked|tells?|told|report(?:s|ed)?|complain(?:s|ed|ts?)?|mention(?:s|ed)?|answer(?:s|ed)?|repl(?:y|ies|ied)|receive[ds]?|heard?|contacted|reached out|notes?|noted|posted|talked|spoke|discuss(?:ed)?|letters?|voicemails?|documents?|conversations?|requests?|happen(?:s|ed)?|came in|news?)\b/i;
/** Separates the verb from a day that belongs to the content. */
const CLAUSE =
  /\b(?:that|whether|if|when|he|she|they|to (?!us|me|the|our|him|her|them|you|my|[A-Z])[a-z]+)\b/;

/** Says what will be: the day after it is no day on which something was written, and what is known of it may be of any day. */
const AHEAD =
  /\b(?:will|won['’]t|shall|going to|(?:is|are) (?:to|on|there|due|still)|planned|scheduled|supposed|expected|coming|comes?|happens|arrives?)\b|['’]ll\b|\bfor\s*$/i;

interface Rule {
  readonly words: RegExp;
  /** Whether the phrase is unambiguous; otherwise it needs a verb of telling. */
  readonly isPast: boolean;
  readonly days: (match: readonly string[], today: string) => Days | null;
}

const rule = (words: string, isPast: boolean, days: Rule["days"]): Rule => ({
  words: new RegExp(String.raw`(?:\b(since|after|before|until|till|by|due)\s+)?\b(?:${words})\b`, "i"),
  isPast,
  days,
});

const RULES: readonly Rule[] = [
  rule("the day before yesterday", true, (_, today) => daysAround(shiftedDay(today, -2), 0)),
  rule("yesterday(?: (?:morning|afternoon|evening))?", true, (_, today) =>
    daysAround(shiftedDay(today, -1), 0),
  ),
  rule("last night", true, (_, today) => [shiftedDay(today, -1), today]),
  // Covers weeks that start on Sunday.
  rule("last week(?:end)?", true, (_, today) => [
    shiftedDay(monday(today), -8),
    shiftedDay(monday(today), -1),
  ]),
  rule("last month", true, (_, today) => monthOf(shiftedDay(monthStart(today), -1))),
  rule("last year", true, (_, today) => yearOf(Number(today.slice(0, 4)) - 1)),
  rule(`(?:the )?(?:last|past)(?: (${COUNT}))? (day|week|month|year)s?`, true, (match, today) => [
    shiftedDay(today, -Math.round(countOf(match[2]) * LENGTH[unitOf(match[3])])),
    today,
  ]),
  rule(`(${COUNT}) (day|week|month|year)s? ago`, true, (match, today) => {
    const unit = unitOf(match[3]);
    const [from, to] = daysAround(
      shiftedDay(today, -Math.round(countOf(match[2]) * LENGTH[unit])),
      ABOUT[unit],
    );
    return [from, to < today ? to : today];
  }),
  rule(`(?:last|this past) (${WEEKDAY})`, true, (match, today) =>
    daysAround(lastWeekday(match[2], today), 0),
  ),
  rule(`last (${MONTH})`, true, (match, today) => lastMonth(match[2], today)),
  rule("(?:earlier )?today|this (?:morning|afternoon|evening)", false, (_, today) => daysAround(today, 0)),
  rule("this (week|month|year)", false, (match, today) => [
    match[2] === "week"
      ? monday(today)
      : match[2] === "month"
        ? monthStart(today)
        : `${today.slice(0, 4)}-01-01`,
    today,
  ]),
  rule(
    String.raw`(?:(?:on|from|of)\s+)?(?:the )?(${MONTH}) (\d{1,2})(?:st|nd|rd|th)?(?:,? (20\d\d))?`,
    false,
    (match, today) => dayIn(match[3], match[2], match[4], today),
  ),
  rule(
    String.raw`(?:(?:on|from|of)\s+)?(?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTH})(?:,? (20\d\d))?`,
    false,
    (match, today) => dayIn(match[2], match[3], match[4], today),
  ),
  rule(
    String.raw`(?:in|from|of|during)\s+(?:early |late |mid-?)?(${MONTH})(?:,? (?:of )?(20\d\d))?`,
    false,
    (match, today) => monthIn(match[2], match[3], today),
  ),
  rule(String.raw`(?<=(?:since|after)\s)(${MONTH})(?:,? (20\d\d))?`, false, (match, today) =>
    monthIn(match[2], match[3], today),
  ),
  rule(String.raw`(?:(?:on|from|of)\s+)?(${WEEKDAY})`, false, (match, today) =>
    daysAround(lastWeekday(match[2], today), 0),
  ),
  rule(String.raw`(?:on|from|of)\s+(20\d\d-\d\d-\d\d)`, false, (match) => daysAround(match[2] ?? "", 0)),
  rule(String.raw`(?:in|from|of|during)\s+(20\d\d)`, false, (match) => yearOf(Number(match[2]))),
];

/** When something was said, according to the question; null if it doesn't say. `today` in the team's zone. */
export function daysSaid(question: string, today: string): SaidDays | null {
  for (const { words, isPast, days } of RULES) {
    const match = words.exec(question);
    if (match === null) continue;
    const found = match[1] === undefined ? isMeant(question, match, isPast) : isSince(match[1]);
    if (!found) return null;
    const span = days(match, today);
    if (span === null || !isDay(span[0]) || span[0] > today) return null;
    const isOpen = match[1] !== undefined || (isPast && !TOLD.test(question));
    const to = isOpen || span[1] > today ? today : span[1];
    const rest = `${question.slice(0, match.index)} ${question.slice(match.index + match[0].length)}`;
    return { from: span[0], to, words: match[0].trim(), rest: rest.replaceAll(/\s+/g, " ").trim() };
  }
  return null;
}

/** An unambiguous past phrase always counts. */
function isMeant(question: string, match: RegExpExecArray, isPast: boolean): boolean {
  if (isPast) return true;
  const told = TOLD.exec(question);
  if (told === null || AHEAD.test(question.slice(0, match.index))) return false;
  return !CLAUSE.test(question.slice(told.index + told[0].length, match.index));
}

function isSince(word: string): boolean {
  return /since|after/i.test(word);
}

function daysAround(day: string, days: number): Days {
  return isDay(day) ? [shiftedDay(day, -days), shiftedDay(day, days)] : [day, day];
}

function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

function monday(day: string): string {
  return shiftedDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function lastWeekday(name = "", today: string): string {
  const back = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6 - WEEKDAYS.indexOf(name.toLowerCase())) % 7;
  return shiftedDay(today, back === 0 ? -7 : -back);
}

function monthStart(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function monthOf(day: string): Days {
  const first = monthStart(day);
  return [first, shiftedDay(monthStart(shiftedDay(first, 31)), -1)];
}

/** The most recent month of that name. */
function monthIn(name = "", year: string | undefined, today: string): Days {
  const number = MONTHS.indexOf(name.toLowerCase()) + 1;
  const isAhead = number > Number(today.slice(5, 7));
  const ofYear = year ?? String(Number(today.slice(0, 4)) - (isAhead ? 1 : 0));
  return monthOf(`${ofYear}-${String(number).padStart(2, "0")}-01`);
}

/** "Last October" in October is the previous year's. */
function lastMonth(name: string | undefined, today: string): Days {
  const [from, to] = monthIn(name, undefined, today);
  return from === monthStart(today) ? monthOf(shiftedDay(from, -360)) : [from, to];
}

function dayIn(day = "", month = "", year: string | undefined, today: string): Days | null {
  const [first] = monthIn(month, year, today);
  const one = `${first.slice(0, 8)}${day.padStart(2, "0")}`;
  if (!isDay(one)) return null;
  const isAhead = one > today && year === undefined;
  return daysAround(isAhead ? `${Number(one.slice(0, 4)) - 1}${one.slice(4)}` : one, 0);
}

function yearOf(year: number): Days {
  return [`${year}-01-01`, `${year}-12-31`];
}

function countOf(word = "a"): number {
  const number = NUMBERS.indexOf(word.toLowerCase()) + 1;
  return /^\d+$/.test(word) ? Number(word) : Math.max(1, number);
}

function unitOf(word = ""): keyof typeof ABOUT {
  const unit = word.toLowerCase();
  return unit === "day" || unit === "week" || unit === "month" ? unit : "year";
}
