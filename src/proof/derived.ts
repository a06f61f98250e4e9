/** What follows from an answer's own figures and days: totals, differences, terms. Pure. */
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

/** What follows from an answer's own figures and days. */
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
  const sums = [...sumsOf(sentences, grounds)].map((sum) => `n:${sum}`);
  return { keys: new Set([...sums, ...termEnds(days, grounds)]), spans: spansOf(days) };
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
  const terms = [...new Set([said, ...found].flatMap((thing) => thing.terms))];
  return days.flatMap((day) =>
    terms.flatMap((term) =>
      [-term, term].flatMap((offset) => {
        const iso = new Date(day + offset * DAY_MS).toISOString().slice(0, 10);
        return [`dy:${iso}`, `d:${iso.slice(5)}`];
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

/** What figures of the answer itself make together, each of them found: the total of those in a row, a difference, a share. */
function sumsOf(sentences: readonly Sentence[], { found, said }: Grounds): Set<number> {
  const all = sentences.flatMap(({ text }) => valuesOf(text).values.filter(({ kind }) => kind === "figure"));
  const isFound = (key: string): boolean => [said, ...found].some(({ keys }) => keys.has(key));
  const sums = new Set<number>();
  for (const isMoney of [true, false]) {
    const numbers = all
      .filter(({ words }) => /^[$€£]/.test(words) === isMoney)
      .flatMap(({ keys }) => keys.filter((key) => key.startsWith("n:") && isFound(key)).slice(0, 1))
      .map((key) => Number(key.slice(2)))
      .slice(0, 40);
    for (const sum of madeOf(numbers)) if (sum >= LEAST_SUM) sums.add(Math.round(sum * 100) / 100);
  }
  return sums;
}

/** Below it too much is the sum of something. */
const LEAST_SUM = 100;
const SHARES = [2, 3, 4, 12];

function madeOf(numbers: readonly number[]): number[] {
  const distinct = [...new Set(numbers)];
  const inARow = numbers.flatMap((_, from) => {
    let sum = numbers[from] ?? 0;
    return numbers.slice(from + 1).map((next) => (sum += next));
  });
  const pairs = distinct.flatMap((left, index) =>
    distinct.slice(index + 1).flatMap((right) => [left + right, Math.abs(left - right)]),
  );
  return [
    ...inARow,
    ...pairs,
    ...distinct.flatMap((one) => SHARES.flatMap((share) => [one / share, one * share])),
  ];
}

/** Whether words behind a number make it a span of days. */
export function isSpan(behind: string): boolean {
  return /^[\s-]*(?:calendar |business |working )?(?:days?|weeks?)\b/i.test(behind);
}

/** Whether a thing has a figure or day by its key. */
export function isHeld(key: string, { keys }: Thing): boolean {
  return keys.has(key) || (key.startsWith("dy:") && keys.has(`dx:${key.slice(8)}`));
}
