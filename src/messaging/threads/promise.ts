/** Finds what a message of ours promises: to find out, to get back to them, to let them know, and by when. Pure. */
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../kernel/clock.ts";
import { lazy } from "../../kernel/lazy.ts";
import { momentOf } from "../../kernel/local-time.ts";
import { namedTimes } from "../../kernel/named-time.ts";
import { dayOf } from "../../kernel/calendar.ts";

export interface Promised {
  /** The sentence that promises it. */
  readonly words: string;
  /** When it is due, ISO. */
  readonly dueAt: string;
}

const WORDS_CHARS = 160;
/** A promise for a day is kept within working hours. */
const EVENING = "17:00";
/** Later in the day than this, an answer without a time is due the next day at noon. */
const LATEST_TODAY = "15:00";

const promise = lazy(
  () =>
    new RegExp(
      [
        String.raw`\b(?:i|we)(?:['’]ll| will|(?:['’]m|['’]re| am| are) going to) (?:\w+ ){0,2}?(?:let (?:you|u) know|get back|find out|look into|check|ask|see (?:who|what|when|if|whether)|(?:call|text|e-?mail|update|message) you|write (?:to )?you|send you|keep you (?:posted|updated|informed)|confirm|follow up|be (?:back )?in touch|come back to you|have (?:someone|somebody|an answer|news|an update))`,
        String.raw`\b(?:i|we)(?:['’]m|['’]re| am| are) (?:\w+ )?(?:finding out|looking into|checking|asking|(?:trying to )?(?:get|reach|find|send)(?:ting|ing|ding)? (?:someone|somebody|a |an |the |you ))`,
        String.raw`\b(?:l[ea]s? (?:aviso|avisamos|avisaremos|avisaré|confirmo|confirmamos|llamo|llamamos|informo)|te aviso|(?:voy|vamos) a averiguar|estoy averiguando|estamos averiguando)`,
      ].join("|"),
      "iu",
    ),
);
/** What depends on them first is no promise yet. */
const CONDITION =
  /\b(?:if|once|when|whenever|unless|as soon as) (?:you|it|that|anything|there)\b|\bsi (?:usted|necesita|quiere)/i;
const SOON =
  /\b(?:right (?:now|away)|immediately|asap|shortly|now|in a (?:minute|moment|bit|second)|ahora|enseguida)\b/i;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const WITHIN =
  /\b(?:in|within|en) (?:the (?:next )?|about |around |less than )?(?<amount>\d+|an?|half an|a few|a couple of|two|three|un|una|dos)? ?(?<unit>min|hour|hr|day|hora|d[ií]a)/i;
const AMOUNTS: Readonly<Record<string, number>> = {
  "half an": 0.5,
  "a couple of": 2,
  two: 2,
  dos: 2,
  three: 3,
  "a few": 3,
};

/** The promise of a message that was sent at a time, by preference one with a time; null if it makes none. */
export function promiseIn(text: string, sentMs: number, timeZone: string): Promised | null {
  const found = text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => promise().test(sentence) && !CONDITION.test(sentence))
    .map((sentence) => ({ sentence, namedMs: namedTime(sentence, sentMs, timeZone) }));
  const chosen = found.find(({ namedMs }) => namedMs !== null) ?? found[0];
  if (chosen === undefined) return null;
  const { sentence, namedMs } = chosen;
  const dueMs = namedMs ?? usualTime(sentence, sentMs, timeZone);
  return { words: sentence.trim().slice(0, WORDS_CHARS), dueAt: isoTime(dueMs) };
}

/** The time that a promise names; null if it names none. */
function namedTime(sentence: string, sentMs: number, timeZone: string): number | null {
  const { amount = "", unit } = WITHIN.exec(sentence)?.groups ?? {};
  if (unit !== undefined) {
    const times = Number(amount) || AMOUNTS[amount.toLowerCase()] || 1;
    return sentMs + times * (UNITS[unit.charAt(0).toLowerCase()] ?? HOUR_MS);
  }
  const [named] = namedTimes(sentence, sentMs, timeZone)
    .map(({ atMs }) => atMs)
    .toSorted((one, other) => one - other);
  return named === undefined ? null : Math.max(workingTime(named, timeZone), sentMs + MINUTE_MS);
}

/** When a promise without a time is due: what we are at within the hour, the rest by the end of the working day. */
function usualTime(sentence: string, sentMs: number, timeZone: string): number {
  const isUnderWay = /(?:ing|ando)\b/i.test(promise().exec(sentence)?.[0] ?? "");
  if (isUnderWay || SOON.test(sentence)) return sentMs + HOUR_MS;
  const today = dayOf(sentMs, timeZone);
  if (sentMs <= momentOf(`${today} ${LATEST_TODAY}`, timeZone))
    return momentOf(`${today} ${EVENING}`, timeZone);
  return momentOf(`${dayOf(sentMs + DAY_MS, timeZone)} 12:00`, timeZone);
}

/** A day that is named without a time ends in the evening, not at midnight. */
function workingTime(atMs: number, timeZone: string): number {
  const day = dayOf(atMs - 1, timeZone);
  return momentOf(dayOf(atMs, timeZone), timeZone) === atMs ? momentOf(`${day} ${EVENING}`, timeZone) : atMs;
}

/** Words that answer nothing: a promise stands after them. */
export function isNod(text: string): boolean {
  return /^(?:ok(?:ay)?|thanks?(?: you)?|thx|sure|got it|will do|no problem|you['’]?re welcome|great|perfect|gracias|claro)?[\s\p{P}\p{Emoji_Presentation}]*$/iu.test(
    text.trim(),
  );
}
