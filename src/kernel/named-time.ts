/**
 * Reads the times that a message names, in English and the common Spanish words: "Friday at 10", "tomorrow noon", "by five",
 * "Dec 3". Only what lies ahead counts. Pure.
 */
import { lazy } from "./lazy.ts";
import { momentOf } from "./local-time.ts";
import { DAY_MS } from "./clock.ts";
import { dayOf } from "./calendar.ts";

export interface NamedTime {
  /** As written. */
  readonly words: string;
  /** The moment, in ms; for a day without a clock time, its end. */
  readonly atMs: number;
  /** Until when the words may be said: "tomorrow" is wrong once the day is over, "Friday at 10" once it is past. */
  readonly saidUntilMs: number;
}

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const DIAS = ["dom", "lun", "mar", "mié", "jue", "vie", "sáb"];
export const MONTHS =
  "january february march april may june july august september october november december".split(" ");
const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

const patterns = lazy(() => {
  const hour = `\\d{1,2}|${HOURS.join("|")}`;
  const part = "(?: (?:morning|afternoon|evening|night))?";
  const month = `(?<month>${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)\\.?`;
  const of = (...parts: string[]): RegExp =>
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  return {
    day: of(
      `(?<rel>today|tonight|this (?:morning|afternoon|evening)|(?<=\\bin )the (?:morning|afternoon|evening)|(?:tomorrow|tmrw)${part}|hoy|esta (?:noche|tarde)|(?<!\\bla )mañana)`,
      `(?<!\\b(?:last|since|past) )(?<week>(?:sun|mon|tues|wednes|thurs|fri|satur)day${part}|(?:domingo|lunes|martes|miércoles|jueves|viernes|sábado))`,
      `${month} (?<d1>\\d{1,2})(?:st|nd|rd|th)?`,
      `(?<d2>\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month.replace("month", "month2")}`,
      "(?<=\\b(?:on|by|until|before|through|day,?) )(?<m3>\\d{1,2})/(?<d3>\\d{1,2})(?:/\\d{2,4})?",
      "(?<iso>20\\d\\d-\\d\\d-\\d\\d)",
    ),
    clock: of(
      "(?<noon>noon|midday|mediodía)|(?<midnight>midnight|medianoche)",
      "(?<h1>\\d{1,2})(?::(?<n1>\\d\\d))?\\s?(?<half1>[ap])\\.?m\\b\\.?",
      "(?<h2>\\d{1,2}):(?<n2>\\d\\d)",
      `(?<=\\b(?:at|by|around|about|before|until|till|from|between|las?) )(?<h3>${hour})(?! ?(?:[%$#:/.]\\d?|(?:more|minutes?|min|hours?|days?|weeks?|months?|people|units?|of)\\b))`,
    ),
  };
});

/** A time in a statement about the past is not ahead. */
const PAST =
  /\b(?:was|were|did|had|came|got|received|went|called|texted|wrote|paid|spoke|talked|arrived|heard|missed|thanks for)\b[^,;]*$/i;
/** Two parts of one time stand no further apart than this. */
const NEAR_CHARS = 24;

/** The times ahead that a text names, the next first. */
export function namedTimes(text: string, nowMs: number, timeZone: string): NamedTime[] {
  const { day, clock } = patterns();
  const today = dayOf(nowMs, timeZone);
  return text
    .normalize("NFC")
    .split(/[!?\n]+|\.(?=\s+\p{Lu}|\s*$)/u)
    .flatMap((sentence): NamedTime[] => {
      const isAhead = ({ index }: RegExpExecArray): boolean => !PAST.test(sentence.slice(0, index));
      const days = [...sentence.matchAll(day)].filter(isAhead);
      const clocks = [...sentence.matchAll(clock)].filter(
        (one) =>
          isAhead(one) &&
          !isHouseNumber(one, sentence) &&
          !days.some(({ index, 0: words }) => overlaps(one, index, words.length)),
      );
      const used = new Set<RegExpExecArray>();
      const ofDays = days.flatMap((named): NamedTime[] => {
        const date = dateOf(named, today);
        if (date === null) return [];
        const near = clocks.filter((one) => gap(named, one) <= NEAR_CHARS);
        for (const one of near) used.add(one);
        const isRelative = named.groups?.["rel"] !== undefined;
        const endMs = endOf(date, timeZone);
        const dayMs = Math.min(endMs, partOfDay(named[0], date, timeZone));
        const at = near.length === 0 ? [dayMs] : near.flatMap((one) => momentsOn(date, one, timeZone));
        const words = [named, ...near]
          .toSorted((one, other) => one.index - other.index)
          .map(([said]) => said);
        const until = isRelative ? endOf(today, timeZone) : Infinity;
        return ahead(at, nowMs).map((atMs) => ({
          words: words.join(" "),
          atMs,
          saidUntilMs: Math.min(atMs, until),
        }));
      });
      const alone = clocks
        .filter((one) => !used.has(one))
        .flatMap((one) => {
          const next = [today, shifted(today, 1)].flatMap((date) => momentsOn(date, one, timeZone));
          return ahead(next, nowMs)
            .slice(0, 1)
            .map((atMs) => ({ words: one[0], atMs, saidUntilMs: atMs }));
        });
      return [...ofDays, ...alone];
    })
    .toSorted((one, other) => one.saidUntilMs - other.saidUntilMs);
}

function ahead(moments: readonly number[], nowMs: number): number[] {
  const next = moments.filter((ms) => ms > nowMs).toSorted((one, other) => one - other);
  return next.slice(0, 1);
}

/** `at 10 Main Street` */
function isHouseNumber({ index, 0: words, groups }: RegExpExecArray, sentence: string): boolean {
  return groups?.["h3"] !== undefined && /^\s?\p{Lu}/u.test(sentence.slice(index + words.length));
}

function overlaps(one: RegExpExecArray, index: number, length: number): boolean {
  return one.index < index + length && index < one.index + one[0].length;
}

function gap(one: RegExpExecArray, other: RegExpExecArray): number {
  const [first, second] = one.index < other.index ? [one, other] : [other, one];
  return second.index - first.index - first[0].length;
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function endOf(date: string, timeZone: string): number {
  return momentOf(shifted(date, 1), timeZone);
}

/** "this afternoon" is over at six. */
function partOfDay(words: string, date: string, timeZone: string): number {
  const hour = /morning/i.test(words) ? 12 : /afternoon|tarde/i.test(words) ? 18 : null;
  return hour === null ? Infinity : momentOf(`${date} ${hour}:00`, timeZone);
}

/** The date that is named; null if it isn't ahead. */
function dateOf({ 0: words, groups = {} }: RegExpExecArray, today: string): string | null {
  // "may 5 people come"
  if (/^(?:may|mar(?:ch)?) /.test(words)) return null;
  const { rel, week, month, month2, d1, d2, m3, d3, iso } = groups;
  if (iso !== undefined) return iso >= today ? iso : null;
  if (rel !== undefined) return shifted(today, /^(?:tomorrow|tmrw|mañana)/i.test(rel) ? 1 : 0);
  if (week !== undefined) {
    const start = week.slice(0, 3).toLowerCase();
    const wanted = Math.max(WEEKDAYS.indexOf(start), DIAS.indexOf(start));
    const now = new Date(`${today}T00:00:00Z`).getUTCDay();
    return shifted(today, (wanted - now + 7) % 7);
  }
  const named = (month ?? month2)?.slice(0, 3).toLowerCase();
  const at = named === undefined ? Number(m3) : MONTHS.findIndex((name) => name.startsWith(named)) + 1;
  const dayOfMonth = Number(d1 ?? d2 ?? d3);
  if (at < 1 || at > 12 || dayOfMonth < 1 || dayOfMonth > 31) return null;
  const written = `${today.slice(0, 4)}-${String(at).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
  if (written >= today) return written;
  // Shortly before today is past; long before is next year.
  const next = `${Number(today.slice(0, 4)) + 1}${written.slice(4)}`;
  return Date.parse(next) - Date.parse(today) < 200 * DAY_MS ? next : null;
}

/** The moments of a day that a clock time can mean: without am or pm, those of the waking day. */
function momentsOn(date: string, { groups = {} }: RegExpExecArray, timeZone: string): number[] {
  const { noon, midnight, h1, n1 = "00", half1, h2, n2 = "00", h3 } = groups;
  const at = (hour: number, minute = "00"): number[] =>
    hour > 23 || Number(minute) > 59
      ? []
      : [momentOf(`${date} ${String(hour).padStart(2, "0")}:${minute}`, timeZone)];
  if (noon !== undefined) return at(12);
  if (midnight !== undefined) return [endOf(date, timeZone)];
  if (h1 !== undefined)
    return Number(h1) > 12 || Number(h1) === 0
      ? []
      : at((Number(h1) % 12) + (half1?.toLowerCase() === "p" ? 12 : 0), n1);
  const said = h2 ?? h3 ?? "";
  const hour = HOURS.includes(said.toLowerCase()) ? HOURS.indexOf(said.toLowerCase()) + 1 : Number(said);
  const minute = h2 === undefined ? "00" : n2;
  if (hour > 12 || (hour === 0 && h2 !== undefined) || said.startsWith("0")) return at(hour, minute);
  if (hour === 0) return [];
  return [hour % 12, (hour % 12) + 12].flatMap((one) => (one >= 7 && one <= 21 ? at(one, minute) : []));
}
