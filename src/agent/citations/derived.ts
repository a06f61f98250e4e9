/** What follows from an answer's own days: the ends of terms, and how long it is from one to another. Pure. */
import type { CitedPassage } from "./cited.ts";
import type { Thing } from "./given.ts";
import type { Sentence } from "./sentences.ts";
import { valuesOf } from "./values.ts";

/** What a claim may stand on. */
export interface Grounds {
  /** What was found, each thing by itself. */
  readonly found: readonly Thing[];
  /** What people wrote and what the product said beside it: holds for every sentence. */
  readonly said: Thing;
  /** What the answer's model cites, by the places its sentences name. */
  readonly cited: readonly CitedPassage[];
  /** What was asked last, word for word. */
  readonly question: string;
  /** Today where the team is, `2026-11-20`; null where unknown. */
  readonly today: string | null;
}

const DAY_MS = 24 * 3_600_000;

/** What follows from an answer's own days. */
export interface Derived {
  readonly keys: ReadonlySet<string>;
  /** Days and weeks between two of its days. */
  readonly spans: ReadonlySet<number>;
}

/** Days of an answer that are told from one another, at most. */
const MAX_DAYS = 20;

/** Reads an answer for it. */
export function derivedOf(sentences: readonly Sentence[], grounds: Grounds): Derived {
  const written = sentences.flatMap(({ text }) => valuesOf(text).values.flatMap(({ keys }) => keys));
  const today = grounds.today === null ? [] : [Date.parse(grounds.today)];
  const days = [...new Set([...written.flatMap((key) => daysOf(key, grounds)), ...today])].slice(0, MAX_DAYS);
  return { keys: new Set(termEnds(days, grounds)), spans: spansOf(days) };
}

/** Days and weeks between two of them. */
function spansOf(days: readonly number[]): Set<number> {
  const between = days.flatMap((from) => days.map((to) => Math.round((to - from) / DAY_MS)));
  return new Set(
    between.filter((span) => span > 0).flatMap((span) => (span % 7 === 0 ? [span, span / 7] : [span])),
  );
}

/** Where terms that were found end or begin, counted from these days. */
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

/** A day's moment where it is known: one without a year is of today's. */
function daysOf(key: string, { today, found, said }: Grounds): number[] {
  const [, year = today?.slice(0, 4), day = ""] = /^dy?:(?:(\d{4})-)?(\d\d-\d\d)$/.exec(key) ?? [];
  if (day === "" || year === undefined || ![said, ...found].some((thing) => isHeld(key, thing))) return [];
  return [Date.parse(`${year}-${day}`)].filter((ms) => !Number.isNaN(ms));
}

/** Whether words behind a number make it a span of days. */
export function isSpan(behind: string): boolean {
  return /^[\s-]*(?:calendar |business |working )?(?:days?|weeks?)\b/i.test(behind);
}

/** Whether a thing has a figure or day by its key. */
export function isHeld(key: string, { keys }: Thing): boolean {
  return keys.has(key) || (key.startsWith("dy:") && keys.has(`dx:${key.slice(8)}`));
}
