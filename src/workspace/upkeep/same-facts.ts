/**
 * Whether a line says something else than words it is taken to repeat. Mechanical and on the careful side: a number, a name, a day, a negation or
 * the one word in which two sentences differ is what facts differ in. Pure.
 */

const NEGATION =
  /^(?:not?|never|none|nobody|nothing|neither|nor|without|cannot|\p{L}+n['’]t|nunca|nada|sin)$/iu;
const COUNTED =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$|^(?:today|tomorrow|yesterday)$|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|half|twice|once)$/i;
/** A capital inside a sentence, which is where it means a name. */
const NAME = /(?<=[\p{L}\p{N},;)]\s+["“(]?)\p{Lu}[\p{L}\p{N}'’]+/gu;

/** Whether it does. What the quote says beyond the line does not count: a line may repeat a part. */
export function saysOtherwise(line: string, quote: string): boolean {
  const mine = wordsOf(line);
  const theirs = wordsOf(quote);
  if (mine.some(isNegation) !== theirs.some(isNegation)) return true;
  const isNew = (word: string): boolean => !theirs.includes(word);
  const names = (plain(line).match(NAME) ?? []).map((name) => name.toLowerCase());
  if ([...mine.filter(isCounted), ...names].some(isNew)) return true;
  const replaced = mine.filter((word, index) => word !== theirs[index] && isNew(word));
  return mine.length === theirs.length && replaced.length === 1;
}

const isNegation = (word: string): boolean => NEGATION.test(word);
const isCounted = (word: string): boolean => /\p{N}/u.test(word) || COUNTED.test(word);

function wordsOf(text: string): string[] {
  return (
    plain(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:['’.:][\p{L}\p{N}]+)*/gu) ?? []
  );
}

/** Without what Markdown adds, and with 1,200 as 1200. */
function plain(text: string): string {
  return text.replace(/[*_`]+/g, "").replace(/(?<=\d),(?=\d{3}\b)/g, "");
}
