/** How words and names are written in the sources. Pure. */
import { foldedWord, type Thing } from "./given.ts";

export interface Language {
  /** Words that occur in lower case: at the start of a sentence they are not names. */
  readonly small: ReadonlySet<string>;
  /** The word that always appears next to a name, so that either may stand for both. */
  otherName(word: string): string;
}

const TWO_NAMES = /(?<![\p{L}\d])(\p{Lu}\p{Ll}[\p{L}'’-]*) (?=(\p{Lu}\p{Ll}[\p{L}'’-]*))/gu;

export function languageOf(found: readonly Thing[]): Language {
  const small = new Set<string>();
  const beside = new Map<string, Set<string>>();
  const put = (one: string, other: string): unknown =>
    beside.set(one, (beside.get(one) ?? new Set<string>()).add(other));
  for (const text of new Set(found.flatMap(({ above, body }) => [above, ...body]))) {
    for (const [word] of text.matchAll(/(?<![\p{L}\d])\p{Ll}[\p{L}-]*/gu))
      small.add(foldedWord(word.replaceAll("-", "")));
    for (const [, one = "", other = ""] of text.matchAll(TWO_NAMES)) {
      const [first, last] = [foldedWord(one), foldedWord(other)];
      put(first, last);
      put(last, first);
    }
  }
  return {
    small,
    otherName(word) {
      const [other = "", ...others] = beside.get(word) ?? [];
      return others.length === 0 ? other : "";
    },
  };
}
