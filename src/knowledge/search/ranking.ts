/**
 * Combines text and vector matches into one ranking. Pure. The weights were measured on two labelled sets
 * (docs/decisions/0019-ranking.md).
 */

import { plainWords } from "../../kernel/plain-words.ts";
import type { NamedPerson } from "../../platform/api/search-items.ts";

/** A candidate passage. */
export interface Candidate {
  readonly row: number;
  readonly item: number;
  readonly thread: string | null;
  readonly at_ms: number;
  readonly score: number;
}

/** Vector neighbors with their cosines, and their share of the score. */
export interface NearPassages {
  readonly found: readonly { readonly row: number; readonly score: number }[];
  readonly share: number;
}

/** FTS5 score of a passage with each word once, relative to the sum of weights: above 1 for short passages, below for long ones. */
const WHOLE = 1.2;
/** Cosines of unrelated texts, and of a question and its answer, for Universal Sentence Encoder. */
const FAR = 0.3;
const NEAR = 0.65;
/** Score shares from the nearest and next-nearest turns. */
export const NEIGHBORS: readonly number[] = [0.2, 0.1];
/** Boosts for passages said by a person named in the question, and for those with the requested type of content. */
const NAMED = 0.2;
const OF_KIND = 0.15;
/** Boosts for items from or with a known person named in the question, and for items that name them. */
const WITH = 0.5;
const NAMES = 0.15;

/** Weight of a word that `holding` of `all` passages contain (FTS5, "The bm25() function"); a word nobody used has the highest. */
export function weightOf(holding: number, all: number): number {
  return Math.max(0.05, Math.log((all - holding + 0.5) / (holding + 0.5)));
}

/** Share of the question the best passage covers, 0 to 1. */
export function coverageOf(candidates: readonly Candidate[], weights: readonly number[]): number {
  const whole = WHOLE * weights.reduce((sum, weight) => sum + weight, 0);
  return whole === 0 ? 0 : Math.min(1, Math.max(0, ...candidates.map(({ score }) => score)) / whole);
}

/** Confidence that the nearest passage is about the same topic, 0 to 1. */
export function nearnessOf(near: readonly Candidate[]): number {
  const best = Math.max(0, ...near.map(({ score }) => score));
  return Math.min(1, Math.max(0, (best - FAR) / (NEAR - FAR)));
}

/**
 * A convex combination of both rankings. The less of the question is covered by words, the more similarity counts, since scattered word
 * matches are chance. If one ranking is empty, the other stands alone.
 */
export function fused(
  byWords: readonly Candidate[],
  near: readonly Candidate[],
  share: number,
  coverage: number,
): Candidate[] {
  if (near.length === 0) return normalized(byWords);
  const ofMeaning = share + (1 - share) * (1 - coverage) ** 2;
  const all = new Map(
    normalized(byWords).map((one) => [one.row, { ...one, score: one.score * (1 - ofMeaning) }]),
  );
  for (const one of normalized(near)) {
    const known = all.get(one.row)?.score ?? 0;
    all.set(one.row, { ...one, score: known + one.score * ofMeaning });
  }
  return [...all.values()];
}

/** Scales scores so that the best is 1 and the last 0. */
function normalized(candidates: readonly Candidate[]): Candidate[] {
  const scores = candidates.map(({ score }) => score);
  const [most, least] = [Math.max(...scores), Math.min(...scores)];
  const span = most - least;
  return candidates.map((one) => ({ ...one, score: span === 0 ? 1 : (one.score - least) / span }));
}

const ASKS_WHEN =
  /^(?:when|how long|how often|(?:since|until|by) when|(?:on |in |at )?(?:what|which) (?:date|day|month|season|time|year))\b/i;
const ASKS_HOW_MUCH =
  /\bhow (?:far|long|many|much|old|tall)\b|\b(?:what|which) (?:amount|number|price|score|sum)\b/i;
const TELLS_WHEN =
  /\b(?:yesterday|today|tonight|tomorrow|last|next|ago|since|until|weeks?|weekend|months?|years?|days?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|fall|autumn|winter|morning|evening|\d{1,2}(?:st|nd|rd|th)|\d{4}|first|second|third|(?:four|fif|six|seven|eigh|nin|ten|\w+teen|twentie|thirtie)th)\b/i;
const TELLS_HOW_MUCH =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen|half)\b/i;

/** Score multiplier for speaker and content type. */
export function fitOf(
  question: string,
): (passage: { readonly title: string; readonly text: string; readonly isTurn: boolean }) => number {
  const words = new Set(nameWords(question));
  const [asksWhen, asksHowMuch] = [ASKS_WHEN.test(question), ASKS_HOW_MUCH.test(question)];
  return ({ title, text, isTurn }) => {
    const isNamed = isTurn && nameWords(title).some((word) => words.has(word));
    const isOfKind = (asksWhen && TELLS_WHEN.test(text)) || (asksHowMuch && TELLS_HOW_MUCH.test(text));
    return (isNamed ? 1 + NAMED : 1) * (isOfKind ? 1 + OF_KIND : 1);
  };
}

/** The same for known people: more for their own items, less for items that name them. */
export function fitByPerson(
  people: readonly NamedPerson[],
): (passage: {
  readonly title: string;
  readonly text: string;
  readonly keywords: string;
  readonly thread: string | null;
}) => number {
  const known = people.map(({ name, keys }) => ({
    name: ` ${plainWords(name).join(" ")} `,
    keys: keys.filter((key) => key !== ""),
  }));
  const holds = (text: string, name: string): boolean => ` ${plainWords(text).join(" ")} `.includes(name);
  return ({ title, text, keywords, thread }) => {
    if (known.length === 0) return 1;
    const reached = `${keywords} ${thread ?? ""}`.toLowerCase();
    const isTheirs = known.some(
      ({ name, keys }) => keys.some((key) => reached.includes(key)) || holds(`${title} ${keywords}`, name),
    );
    if (isTheirs) return 1 + WITH;
    return known.some(({ name }) => holds(text, name)) ? 1 + NAMES : 1;
  };
}

function nameWords(text: string): string[] {
  return text.match(/\p{Lu}[\p{L}’']{2,}/gu)?.map((word) => word.replace(/[’']s$/, "").toLowerCase()) ?? [];
}
