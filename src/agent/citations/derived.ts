/** Derives facts from an answer's dates: the ends of terms, and the time between dates. Pure. */
import type { CitedPassage } from "./cited.ts";
import type { Thing } from "./given.ts";
import type { Sentence } from "./sentences.ts";
import { valuesOf } from "./values.ts";
import { DAY_MS } from "../../kernel/clock.ts";

/** The sources that claims are checked against. */
export interface Grounds {
  /** Everything found, as separate records. */
  readonly found: readonly Thing[];
  /** What people wrote and the system said; supports every sentence. */
  readonly said: Thing;
  /** The passages cited, by the indexes in sentences. */
  readonly cited: readonly CitedPassage[];
  /** The last question, verbatim. */
  readonly question: string;
  /** Today in the team's zone, `2026-11-20`; null if unknown. */
  readonly today: string | null;
}

export interface Derived {
  readonly keys: ReadonlySet<string>;
  /** Days and weeks between two of its dates. */
  readonly spans: ReadonlySet<number>;
}

/** Maximum dates compared with each other. */
const MAX_DAYS = 20;

export function derivedOf(sentences: readonly Sentence[], grounds: Grounds): Derived {
  const written = sentences.flatMap(({ text }) => valuesOf(text).values.flatMap(({ keys }) => keys));
  const today = grounds.today === null ? [] : [Date.parse(grounds.today)];
  const days = [...new Set([...written.flatMap((key) => daysOf(key, grounds)), ...today])].slice(0, MAX_DAYS);
  return { keys: new Set(termEnds(days, grounds)), spans: spansOf(days) };
}

function spansOf(days: readonly number[]): Set<number> {
  const between = days.flatMap((from) => days.map((to) => Math.round((to - from) / DAY_MS)));
  return new Set(
    between.filter((span) => span > 0).flatMap((span) => (span % 7 === 0 ? [span, span / 7] : [span])),
  );
}

/** The ends or starts of known terms, counted from these dates. */
function termEnds(days: readonly number[], { found, said }: Grounds): string[] {
  const terms = [said, ...found].flatMap((thing) => thing.terms);
  const distinct = [...new Map(terms.map((term) => [`${term.days} ${term.months}`, term])).values()];
  return days.flatMap((day) =>
    distinct.flatMap((term) =>
      [-1, 1].flatMap((direction) => {
        const end = new Date(day + direction * term.days * DAY_MS);
        end.setUTCMonth(end.getUTCMonth() + direction * term.months);
        const iso = end.toISOString().slice(0, 10);
        const month = term.months === 0 ? [] : [`m:${iso.slice(5, 7)}`];
        return [`dy:${iso}`, `d:${iso.slice(5)}`, ...month];
      }),
    ),
  );
}

/** A date's timestamp; without a year, in today's year. */
function daysOf(key: string, { today, found, said }: Grounds): number[] {
  const [, year = today?.slice(0, 4), day = ""] = /^dy?:(?:(\d{4})-)?(\d\d-\d\d)$/.exec(key) ?? [];
  if (day === "" || year === undefined || ![said, ...found].some((thing) => isHeld(key, thing))) return [];
  return [Date.parse(`${year}-${day}`)].filter((ms) => !Number.isNaN(ms));
}

/** Whether the words after a number make it a span of days. */
export function isSpan(behind: string): boolean {
  return /^[\s-]*(?:calendar |business |working )?(?:days?|weeks?)\b/i.test(behind);
}

/** Whether a record contains a figure or date, by its key. */
export function isHeld(key: string, { keys }: Thing): boolean {
  return keys.has(key) || (key.startsWith("dy:") && keys.has(`dx:${key.slice(8)}`));
}
