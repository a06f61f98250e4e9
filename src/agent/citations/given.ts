/** Splits an answer's sources into records with their figures, dates and words. Pure. */
import { valuesOf } from "./values.ts";
import { DAY_MS } from "../../kernel/clock.ts";

/** A record: a message, an event, a row. */
export interface Thing {
  /** Keys of its figures, dates and times, with implied ones: a date's weekday and month. */
  readonly keys: ReadonlySet<string>;
  /** Its words, normalized by `wordsIn`. */
  readonly words: ReadonlySet<string>;
  /** Durations it names: `90 days`, `two weeks`, `3 months`. */
  readonly terms: readonly Term[];
  /** Its link in the app; null if unknown. */
  readonly link: string | null;
  /** What it is part of: texts of one thread, lines of one file. */
  readonly whole: object | string;
  /** The heading of its longer texts: who, when, what about. The whole record if it has none. */
  readonly above: string;
  /** Its longer texts by sentence. */
  readonly body: readonly string[];
}

/** A duration before or after a date. */
export interface Term {
  readonly days: number;
  readonly months: number;
}

/** A link without its fragment. */
export function placeOf(link: string): string {
  return link.replace(/[?#].*$/, "");
}

/** A text as one record. */
export function recordOf(
  text: string,
  link: string | null = null,
  whole: object | string = {},
  parts: Pick<Thing, "above" | "body"> = { above: text, body: [] },
): Thing {
  const read = valuesOf(text).values.flatMap(({ keys }) => keys);
  const words = new Set(wordsIn(text));
  const keys = [...read, ...spelledOut(text), ...meantDays(read, words)].flatMap(withWhatFollows);
  return { keys: new Set(keys), words, terms: termsOf(text), link, whole, ...parts };
}

const TERM_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 };

function termsOf(text: string): Term[] {
  return [...text.matchAll(/\b(\d{1,3}|[a-z]+(?:-[a-z]+)?)[ -](day|week|month)s?\b/gi)].flatMap(
    ([, count = "", unit = ""]) => {
      const number = /^\d/.test(count) ? Number(count) : Number(spelledOut(count)[0]?.slice(2));
      if (Number.isNaN(number)) return [];
      const days = TERM_DAYS[unit.toLowerCase()];
      return [days === undefined ? { days: 0, months: number } : { days: number * days, months: 0 }];
    },
  );
}

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SPELLED = new RegExp(
  String.raw`\b(?:(${TENS.join("|")})(?:[ -](${UNITS.slice(1, 10).join("|")}))?|(${UNITS.join("|")}|dozen))(?:[ -](hundred|thousand))?\b`,
  "gi",
);

function spelledOut(text: string): string[] {
  return spelledNumbers(text).map(({ number }) => `n:${number}`);
}

/** Numbers written as words. */
export function spelledNumbers(text: string): { readonly number: number; readonly at: number }[] {
  return [...text.matchAll(SPELLED)].map(
    ({ 1: tens = "", 2: unit = "", 3: small = "", 4: times = "", index }) => {
      const of = (list: readonly string[], word: string): number =>
        Math.max(0, list.indexOf(word.toLowerCase()));
      const number =
        tens === ""
          ? /dozen/i.test(small)
            ? 12
            : of(UNITS, small)
          : 10 * (of(TENS, tens) + 2) + of(UNITS, unit);
      const factor = { hundred: 100, thousand: 1000 }[times.toLowerCase()] ?? 1;
      return { number: number * factor, at: index };
    },
  );
}

/** Maximum dates of a record that others are relative to. */
const BASES = 3;

/**
 * Dates meant by words, relative to the record's own dates: `Monday` or `the 24th` in a text of the 18th,
 * `tomorrow`.
 */
function meantDays(keys: readonly string[], words: ReadonlySet<string>): string[] {
  const bases = keys.filter((key) => key.startsWith("dy:")).slice(0, BASES);
  const weekdays = new Set(keys.filter((key) => key.startsWith("w:")));
  const days = new Set(keys.filter((key) => key.startsWith("dd:")));
  const near = [words.has("yesterday") ? -1 : 0, words.has("tomorrow") ? 1 : 0];
  const isOfNextWeek = words.has("next") && words.has("week");
  return bases.flatMap((base) => {
    const at = Date.parse(base.slice(3));
    if (Number.isNaN(at)) return [];
    return Array.from({ length: 46 }, (_, index) => index - 15).flatMap((offset) => {
      const day = new Date(at + offset * DAY_MS).toISOString().slice(0, 10);
      const isMeant =
        near.includes(offset) ||
        ((Math.abs(offset) <= 7 || (isOfNextWeek && offset > 0 && offset <= 14)) &&
          weekdays.has(`w:${weekdayOf(day)}`)) ||
        days.has(`dd:${Number(day.slice(8))}`);
      return isMeant ? [`dy:${day}`] : [];
    });
  });
}

/** A tool's answer as records: each object in it, with its headings, such as whose thread a text is in. */
export function recordsOf(result: unknown): Thing[] {
  const found: Thing[] = [];
  walk(result, "", {}, found);
  return found;
}

/** Maximum length of a record's headings. */
const MAX_ABOVE = 1_000;

function walk(value: unknown, above: string, whole: object | string, found: Thing[]): void {
  if (typeof value === "string" || typeof value === "number")
    found.push(recordOf(`${above}\n${value}`, null, whole));
  if (value === null || typeof value !== "object") return;
  if (Array.isArray(value)) {
    for (const one of value) walk(one, above, whole, found);
    return;
  }
  const fields = Object.entries(value);
  const own = fields.flatMap(([, field]) => scalarsOf(field));
  const link = fieldOf(value, "link");
  const of = link === null ? (fieldOf(value, "id") === null ? whole : value) : placeOf(link);
  const words = [above, ...own].join("\n");
  found.push(recordOf(words, link, of, partsOf(above, fields)));
  for (const [, field] of fields) if (isNested(field)) walk(field, words.slice(0, MAX_ABOVE), of, found);
}

/** Fields that hold text, and the length from which any other field counts as text. */
const TEXTS = new Set(["quote", "text", "body", "content", "snippet", "description", "summary", "about"]);
const LONG_CHARS = 160;

function partsOf(
  above: string,
  fields: readonly (readonly [string, unknown])[],
): Pick<Thing, "above" | "body"> {
  const isBody = ([name, field]: readonly [string, unknown]): boolean =>
    typeof field === "string" && (TEXTS.has(name) || field.length > LONG_CHARS);
  const over = fields.filter((field) => !isBody(field)).flatMap(([, field]) => scalarsOf(field));
  const body = fields.flatMap(([name, field]) => (isBody([name, field]) ? sentencesIn(String(field)) : []));
  return { above: [above.slice(0, LONG_CHARS), ...over].join("\n"), body };
}

/** Sentences of a text; none spans several lines. */
function sentencesIn(text: string): string[] {
  return text.split(/\n+|(?<=[.!?])\s+(?=[\p{Lu}"“])/u).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function fieldOf(value: object, name: string): string | null {
  const field = (value as Readonly<Record<string, unknown>>)[name];
  return typeof field === "string" ? field : null;
}

/** Words and numbers of a field. A list of names belongs to the object that contains it. */
function scalarsOf(field: unknown): string[] {
  if (typeof field === "string" || typeof field === "number") return [String(field)];
  return Array.isArray(field) && !isNested(field) ? field.flatMap(scalarsOf) : [];
}

function isNested(field: unknown): boolean {
  if (field === null || typeof field !== "object") return false;
  return !Array.isArray(field) || field.some((one) => one !== null && typeof one === "object");
}

/** Normalizes words: no accents, lower case, no possessive `'s`. */
export function wordsIn(text: string): string[] {
  return (text.normalize("NFKD").match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}'’]*/gu) ?? []).map(foldedWord);
}

/** Normalizes one word. */
export function foldedWord(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’](?:s|ll|d|ve|re|m)?$/i, "")
    .replace(/['’]/g, "")
    .toLowerCase();
}

/** A key with those it implies. `dx` is a date without a year. */
function withWhatFollows(key: string): string[] {
  const [, hour] = /^t:(\d\d):00$/.exec(key) ?? [];
  if (hour !== undefined) return [key, `n:${Number(hour) % 12 || 12}`];
  const [, kind, year, month, day] = /^(dy?|my):(?:(\d{4})-)?(\d\d)(?:-(\d\d))?$/.exec(key) ?? [];
  if (kind === undefined) return [key];
  if (kind === "my") return [key, `m:${month}`, `n:${year}`];
  const shared = [`d:${month}-${day}`, `m:${month}`, `dd:${Number(day)}`];
  if (year === undefined) return [...shared, `dx:${month}-${day}`];
  const weekday = weekdayOf(`${year}-${month}-${day}`);
  return [
    ...shared,
    key,
    `my:${year}-${month}`,
    `n:${year}`,
    `w:${weekday}`,
    `wd:${weekday}:${month}-${day}`,
  ];
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
