/** Words that stayed in an example and may be names: nobody knew them, and they are no ordinary words that are always written so. */
import { plainWords } from "../kernel/plain-words.ts";
import { isCommon, PSEUDONYM_WORDS } from "./vocabulary.ts";

const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
/** What marks became, such as `X1` and `ref2`, holds figures: its words alone are ours too. */
const OURS: ReadonlySet<string> = new Set(["example", "street", "https", "com", "someone", "ref", "x"]);
const MAX_WORDS = 40;

/** In the order in which they stand, each once: those with a capital, and those of scripts that have none. */
export function unrecognised(texts: readonly string[]): string[] {
  const words = texts
    .flatMap((text) => text.match(WORD) ?? [])
    .filter((word) => !/^\p{Ll}/u.test(word) || !/\p{sc=Latin}/u.test(word))
    .filter((word) => {
      const parts = plainWords(word).filter((part) => part.length > 1);
      return !parts.every((part) => isCommon(part) || OURS.has(part) || PSEUDONYM_WORDS.has(part));
    });
  return [...new Set(words)].slice(0, MAX_WORDS);
}
