/** Extracts figures, dates and times from a text, with keys that are equal for equal values. Pure. */

type ValueKind = "figure" | "date" | "month" | "weekday" | "time";

export interface Value {
  readonly kind: ValueKind;
  /** Equal values share a key: `d:11-20`, `t:14:30`, `n:1250.5`. */
  readonly keys: readonly string[];
  /** As written. */
  readonly words: string;
  readonly at: number;
}

interface Found {
  readonly values: readonly Value[];
  /** The text with spaces in place of the values. */
  readonly rest: string;
}

interface Pattern {
  readonly kind: ValueKind;
  readonly pattern: RegExp;
  /** Null if the match is not such a value; later patterns may then match it. */
  readonly keys: (match: readonly (string | undefined)[]) => readonly (readonly string[])[] | null;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const SPANISH =
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTH = String.raw`(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const TO = String.raw`\s?(?:-|–|—|to|and|through|until)\s?`;
const HALF = String.raw`\s?([ap])\.?m\b\.?`;
const CLOCK = String.raw`(\d{1,2})(?:[:.](\d{2}))?`;

/** In order of priority; each match is hidden from later patterns. */
const PATTERNS: readonly Pattern[] = [
  // A date with its weekday, in our own format.
  date(
    /(?:\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g,
    ([, year, month, day]) => [[year, month, day]],
  ),
  date(
    new RegExp(String.raw`\b${MONTH}\s+${DAY}(?:${TO}${DAY})?(?!:?\d|%)(?:,?\s+(\d{4})\b)?`, "g"),
    ([, month, day, last, year]) => spanOf(year, month, day, last),
  ),
  date(
    new RegExp(String.raw`(?<![\d.,$])${DAY}(?:${TO}${DAY})?\s+(?:of\s+)?${MONTH}(?:,?\s+(\d{4})\b)?`, "g"),
    ([, day, last, month, year]) => spanOf(year, month, day, last),
  ),
  date(
    new RegExp(String.raw`(?<!\d)(\d{1,2}) de (${SPANISH.join("|")})(?:(?: de|l)? (\d{4}))?\b`, "gi"),
    ([, day, month = "", year]) => [[year, String(SPANISH.indexOf(month.toLowerCase()) + 1), day]],
  ),
  date(/(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/g, ([, month, day, year]) => [
    [year?.length === 2 ? `20${year}` : year, month, day],
  ]),
  {
    kind: "month",
    pattern: new RegExp(
      String.raw`(?:(?<=\b(?:[Ii]n|[Oo]f|[Ss]ince|[Uu]ntil|[Bb]y|[Ff]or|[Tt]his|[Ll]ast|[Nn]ext|[Ee]arly|[Mm]id|[Ll]ate|[Aa]nd|[Oo]r|[Tt]o|[Tt]hrough)[\s-]+)|\b(?!(?:May|Mar|March|June?|Sep|Dec)\b(?!\s+\d{4})))${MONTH}(?:\s+(\d{4})\b)?`,
      "g",
    ),
    keys: ([, month = "", year]) => [
      [year === undefined ? `m:${monthOf(month)}` : `my:${year}-${monthOf(month)}`],
    ],
  },
  {
    kind: "weekday",
    pattern:
      /\b((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|mon|tues|wednes|thurs|fri|satur|sun)days?|(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)s?)\b\.?/g,
    keys: ([, name = ""]) => [[`w:${WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase())}`]],
  },
  {
    kind: "time",
    pattern: new RegExp(String.raw`(?<![\d.,$#])${CLOCK}(?:${HALF})?${TO}${CLOCK}${HALF}`, "gi"),
    keys: ([, hour, minute, half, lastHour, lastMinute, lastHalf]) => [
      timeKeys(hour, minute, half),
      timeKeys(lastHour, lastMinute, lastHalf),
    ],
  },
  {
    kind: "time",
    pattern: new RegExp(String.raw`(?<![\d.,$#])${CLOCK}${HALF}`, "gi"),
    keys: ([, hour, minute, half]) => [timeKeys(hour, minute, half)],
  },
  {
    kind: "time",
    pattern: /(?<![\d:.,$])(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?!:?\d)/g,
    keys: ([, hour, minute]) => [timeKeys(hour, minute, undefined)],
  },
  { kind: "time", pattern: /\b(?:noon|midday)\b/gi, keys: () => [["t:12:00"]] },
  { kind: "time", pattern: /\bmidnight\b/gi, keys: () => [["t:00:00"]] },
  {
    kind: "figure",
    pattern: /(?<![\p{L}\d])\+?\(?\d[\d\s().-]{8,24}\d(?![\p{L}\d])/gu,
    keys([words = ""]) {
      const digits = words.replace(/\D/g, "");
      return digits.length < 10 || digits.length > 15 ? null : [[`p:${digits.slice(-10)}`]];
    },
  },
  {
    kind: "figure",
    pattern: /(?<![\p{L}\d])(\d+)(?:st|nd|rd|th)\b/gu,
    keys: ([, number]) => [[`n:${Number(number)}`, `dd:${Number(number)}`]],
  },
  {
    kind: "figure",
    pattern: /(?<![\p{L}\d.,])([$€£]?)(\d[\d,]*(?:\.\d+)?)\s?([kKM])\b/gu,
    keys: ([, , number = "", unit]) => [[`n:${numberOf(number) * (unit === "M" ? 1e6 : 1e3)}`]],
  },
  {
    kind: "figure",
    pattern:
      /(?<![\p{L}\d])(?:\p{L}+[-‑]?\d[\p{L}\d]*(?:-[\p{L}\d]+)*|\d+[-‑]?\p{Lu}[\p{L}\d]*)(?![\p{L}\d])/gu,
    keys: ([words = ""]) => [[`x:${words.toLowerCase().replace(/[-‑]/g, "")}`]],
  },
  {
    kind: "figure",
    pattern: /(?<![\p{L}\d.,$€£])(\d{1,3})(?:\s?¢|\scents?\b)/gu,
    keys: ([, cents]) => [[`n:${Number(cents) / 100}`, `n:${Number(cents)}`]],
  },
  {
    kind: "figure",
    pattern: /[$€£]?\d+(?:,\d{3})*(?:\.\d+)?%?/g,
    keys: ([words = ""]) => [[`n:${numberOf(words)}`]],
  },
];

/** The values of a text, in order. */
export function valuesOf(text: string): Found {
  const values: Value[] = [];
  let rest = text;
  for (const { kind, pattern, keys } of PATTERNS)
    rest = rest.replace(pattern, (...match: unknown[]) => {
      const words = String(match[0]);
      const found = keys(match.filter((part): part is string | undefined => typeof part !== "number"));
      if (found === null) return words;
      const at = match.find((part) => typeof part === "number") ?? 0;
      for (const one of found)
        values.push({ kind, keys: one, words: words.trim().replace(/[.,]$/, ""), at: Number(at) });
      return " ".repeat(words.length);
    });
  return { values: values.toSorted((left, right) => left.at - right.at), rest };
}

const MONTHS_SPAN = new RegExp(String.raw`\b${MONTH}${TO}${MONTH}`, "g");

/** Number of months between two months a text names, inclusive. */
export function monthsSpanned(text: string): { readonly number: number; readonly at: number }[] {
  return [...text.matchAll(MONTHS_SPAN)].map(({ 1: first = "", 2: last = "", index }) => ({
    number: ((Number(monthOf(last)) - Number(monthOf(first)) + 12) % 12) + 1,
    at: index,
  }));
}

function date(
  pattern: RegExp,
  read: (match: readonly (string | undefined)[]) => readonly (readonly (string | undefined)[])[] | null,
): Pattern {
  return {
    kind: "date",
    pattern,
    keys(match) {
      const days = read(match)?.map(([year, month = "", day = ""]) => dateKeys(year, month, day));
      return days === undefined || days.includes(null)
        ? null
        : days.flatMap((one) => (one === null ? [] : [one]));
    },
  };
}

function spanOf(year: string | undefined, month = "", first = "", last?: string) {
  const day = (written: string) => [year, monthOf(month), written];
  return last === undefined ? [day(first)] : [day(first), day(last)];
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, "0");
}

function dateKeys(year: string | undefined, month: string, day: string): string[] | null {
  const [monthNumber, dayNumber] = [Number(month), Number(day)];
  if (monthNumber < 1 || monthNumber > 12 || dayNumber < 1 || dayNumber > 31) return null;
  const short = `${String(monthNumber).padStart(2, "0")}-${String(dayNumber).padStart(2, "0")}`;
  return year === undefined ? [`d:${short}`] : [`dy:${year}-${short}`];
}

/** An hour up to 12 without AM or PM may be either. */
function timeKeys(hour = "", minutes: string | undefined, half: string | undefined): string[] {
  const number = Number(hour);
  const written = (of: number): string => `t:${String(of % 24).padStart(2, "0")}:${minutes ?? "00"}`;
  // An hour without minutes may be written as a number: `between nine and eleven`.
  const alone = minutes === undefined ? [`n:${number}`] : [];
  if (half !== undefined) return [written((number % 12) + (half.toLowerCase() === "p" ? 12 : 0)), ...alone];
  const isEither = number >= 1 && number <= 12 && !hour.startsWith("0");
  return [written(number), ...(isEither ? [written(number + 12)] : []), ...alone];
}

function numberOf(words: string): number {
  return Number(words.replace(/[^\d.]/g, ""));
}
