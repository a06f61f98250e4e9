/**
 * Whether a line says something different from words it supposedly repeats. Mechanical and cautious: facts
 * differ by a number, a name, a day, a negation, or a single word between two sentences. Pure.
 */
import { lazy } from "../../kernel/lazy.ts";

const negation = lazy(
  () => /^(?:not?|never|none|nobody|nothing|neither|nor|without|cannot|\p{L}+n['’]t|nunca|nada|sin)$/iu,
);
const COUNTED =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$|^(?:today|tomorrow|yesterday)$|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|half|twice|once)$/i;
/** Capitals within a sentence, where they indicate names. */
const capitals = lazy(() => /(?<=[\p{L}\p{M}\p{N},;)]\s+["“(]?)\p{Lu}[\p{L}\p{M}\p{N}'’]+/gu);

/** Additional content of the quote does not count: a line may repeat only a part. */
export function saysOtherwise(line: string, quote: string): boolean {
  const mine = wordsOf(line);
  const theirs = wordsOf(quote);
  if (mine.some(isNegation) !== theirs.some(isNegation)) return true;
  const isNew = (word: string): boolean => !theirs.includes(word);
  const names = (plain(line).match(capitals()) ?? []).map((name) => name.toLowerCase());
  if ([...mine.filter(isCounted), ...names].some(isNew)) return true;
  const replaced = mine.filter((word, index) => word !== theirs[index] && isNew(word));
  return mine.length === theirs.length && replaced.length === 1;
}

const isNegation = (word: string): boolean => negation().test(word);
const isCounted = (word: string): boolean => /\p{N}/u.test(word) || COUNTED.test(word);

function wordsOf(text: string): string[] {
  return (
    plain(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:['’.:][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  );
}

/** Without Markdown syntax, and with 1,200 as 1200. */
function plain(text: string): string {
  return text.replace(/[*_`]+/g, "").replace(/(?<=\d),(?=\d{3}\b)/g, "");
}
