/** Which entries of a table words are nearest to, by meaning. */
import { dot } from "../embeddings/encoder.ts";
import type { Embed } from "./examples.ts";

/** Words of a wish that say what kind of wish it is; what follows is mostly what it is about. */
const HEAD_WORDS = 5;
/** A head alone counts for a little less than the whole. */
const HEAD_SHARE = 0.94;

/** An entry with how near its nearest example is, from 0 to 1. */
export interface Near<T> {
  readonly entry: T;
  readonly score: number;
  readonly example: string;
}

/** Every entry, the nearest first; entries that are equally near stay in their order. */
export function nearest<T extends { readonly when: readonly string[] }>(
  words: string,
  table: readonly T[],
  embed: Embed,
): Near<T>[] {
  const [whole, head] = wholeAndHead(words).map(embed);
  const score = (example: string): number => {
    const [one, start] = wholeAndHead(example).map(embed);
    if (whole === undefined || head === undefined || one === undefined || start === undefined) return 0;
    return Math.max(dot(whole, one), HEAD_SHARE * dot(head, start));
  };
  return table
    .map((entry) => {
      const scored = entry.when.map((example) => ({ entry, example, score: score(example) }));
      return scored.reduce((best, one) => (one.score > best.score ? one : best), {
        entry,
        example: "",
        score: 0,
      });
    })
    .sort((a, b) => b.score - a.score);
}

/** The words, and what they begin with. Numbers and units say nothing about the kind of wish. */
export function wholeAndHead(words: string): [string, string] {
  const plain = words
    .replace(/\+?\(?\d[\d\s().-]{6,}\d/g, "Maria")
    .replace(/(?<=^\w+ )#?\d{1,3}[a-z]\b/i, "Maria");
  return [plain, plain.split(/\s+/).slice(0, HEAD_WORDS).join(" ")];
}
