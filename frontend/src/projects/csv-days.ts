/** Days as other tools write them in their files. Pure. */

/** What comes first in a numeric date. */
export type DayOrder = "day" | "month";

const FIGURES = /^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/;

/** The order of day and month in a column, from a day that can only be read one way. Null if every date is ambiguous. */
export function orderOf(days: readonly string[]): DayOrder | null {
  let isOpen = false;
  for (const words of days) {
    const [, first = "", mark, second = ""] = FIGURES.exec(words) ?? [];
    if (first === "" || mark === ".") continue;
    if (Number(first) > 12) return "day";
    if (Number(second) > 12) return "month";
    isOpen ||= Number(first) !== Number(second);
  }
  return isOpen ? null : "month";
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i;

/**
 * `2026-11-27`, `11/27/2026`, `11/27/26`, `27.11.2026`, `Nov 27, 2026`, `03/Dec/26`, and Unix time in milliseconds or seconds, as a day in a zone;
 * null if it isn't a day.
 */
export function dayOf(words: string, order: DayOrder = "month", timeZone = "UTC"): string | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(words);
  if (iso !== null) return realDay(iso[1], iso[2], iso[3]);
  const figures = FIGURES.exec(words);
  if (figures !== null) {
    const [, first, mark, second, year] = figures;
    return order === "day" || mark === "." ? realDay(year, second, first) : realDay(year, first, second);
  }
  if (/^\d{12,13}$/.test(words)) return dayAt(Number(words), timeZone);
  if (/^\d{10}$/.test(words)) return dayAt(Number(words) * 1000, timeZone);
  return wordyDay(words);
}

/** A day with its month in words: before or behind the day, with the year last. */
function wordyDay(words: string): string | null {
  const month = MONTH.exec(words);
  if (month === null) return null;
  const number = String(MONTHS.indexOf((month[1] ?? "").toLowerCase()) + 1);
  const before = /(\d{1,2})(?:st|nd|rd|th)?[\s/.,-]*(?:of\s*)?$/i.exec(words.slice(0, month.index));
  const rest = words.slice(month.index + month[0].length);
  if (before !== null) {
    const year = /^[\s/.,'’-]*(\d{4}|\d{2})(?![\d:])/.exec(rest)?.[1];
    return year === undefined ? null : realDay(year, number, before[1]);
  }
  const [, day, year] =
    /^[\s/.,-]*(\d{1,2})(?:st|nd|rd|th)?[\s/.,'’-]+(\d{4}|\d{2})(?![\d:])/i.exec(rest) ?? [];
  return year === undefined ? null : realDay(year, number, day);
}

function dayAt(ms: number, timeZone: string): string {
  // Sweden writes days as ISO 8601 does.
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(ms);
}

function realDay(year = "", month = "", day = ""): string | null {
  const whole = year.length === 2 ? `20${year}` : year;
  const words = `${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const ms = Date.parse(`${words}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== words ? null : words;
}
