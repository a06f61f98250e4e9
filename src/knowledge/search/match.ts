/**
 * From what somebody typed to a question FTS5 takes, and from its marks to ranges. Pure. Everything typed is quoted: no operator, column or
 * quote of a question ever reaches the index's own syntax.
 */

import { parted, partedWord, unmarked } from "./parts.ts";

/** Words that say nothing about what is looked for: without them the same question finds clearly more of what it means. */
const STOP_WORDS = new Set(
  (
    "a about after all also am an and any are as at be been but by can could did do does for from had has have he her here him his how i if in into is it its " +
    "just me my no not of on or our out she so some that the their them then there these they this to up us was we were what when where which who whom why will " +
    "with would you your said say says tell told many much long often ever does doing done having being been very too more most other another still only own same than"
  ).split(" "),
);
const MAX_WORDS = 24;
const MAX_CHARS = 400;
/** What surrounds a match in the index's answer. Cannot stand in an indexed text: `plainText` takes them out. */
export const MARKS = { open: "\u0002", close: "\u0003" } as const;
const SNIPPET_CHARS = 280;
const LEAD_CHARS = 80;

/** Half-open ranges of characters. */
export type Ranges = [number, number][];

/** A text as it is indexed: without control characters, at most so long. */
export function plainText(text: string, maxChars: number): string {
  return text
    .slice(0, maxChars)
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}/gu, " ");
}

/** A text as the index holds it; `whole` makes what is shown of it. */
export function indexText(text: string, maxChars: number): string {
  return parted(plainText(text, maxChars));
}

/** The words of a question that say something; all of them where none does. */
export function questionWords(question: string): string[] {
  const words = plainText(question, MAX_CHARS)
    .normalize("NFC")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  const telling = words.filter((word) => !STOP_WORDS.has(bare(word)));
  return telling.length === 0 ? words : telling;
}

/** A question in FTS5's syntax: each word a quoted phrase. `prefix`: the last may be the beginning of a word. */
export function matchExpression(words: readonly string[], joint: "AND" | "OR", prefix: boolean): string {
  return words.map((word, at) => phraseOf(word, prefix && at === words.length - 1)).join(` ${joint} `);
}

const NON_JOINER = "\u200c";
/** Words of Arabic script in which a non-joiner may stand or be left out. */
const MAY_JOIN = /^\p{sc=Arabic}{4,14}$/u;

/** A word's phrase. In Persian one word is written with a non-joiner, which parts it in the index, or without: either finds both. */
function phraseOf(word: string, prefix: boolean): string {
  const bareWord = word.replaceAll('"', "");
  const letters = Array.from(bareWord);
  const splits = MAY_JOIN.test(bareWord)
    ? letters
        .slice(2, -1)
        .map((_, at) => `${letters.slice(0, at + 2).join("")} ${letters.slice(at + 2).join("")}`)
    : [];
  const joined = bareWord.includes(NON_JOINER) ? [bareWord.replaceAll(NON_JOINER, "")] : [];
  const phrases = [bareWord, ...joined, ...splits].map((one) => {
    const { phrase, isOpen } = partedWord(one);
    return `"${phrase}"${prefix || isOpen ? "*" : ""}`;
  });
  return phrases.length === 1 ? (phrases[0] ?? "") : `(${phrases.join(" OR ")})`;
}

/** Takes the marks out of a marked text of the index and says where they stood. */
export function rangesOf(marked: string): { text: string; ranges: Ranges } {
  return unmarked(marked, MARKS);
}

/** The part of a text around its first match; whole where it is short. Never cuts a character in two. */
export function snippetOf(text: string, ranges: Ranges): { text: string; ranges: Ranges } {
  if (text.length <= SNIPPET_CHARS) return { text, ranges };
  const first = ranges[0]?.[0] ?? 0;
  const from = startOfWord(text, Math.max(0, Math.min(first - LEAD_CHARS, text.length - SNIPPET_CHARS)));
  const to = endOfWord(text, Math.min(text.length, from + SNIPPET_CHARS));
  const lead = from > 0 ? "… " : "";
  const shift = lead.length - from;
  return {
    text: `${lead}${text.slice(from, to)}${to < text.length ? " …" : ""}`,
    ranges: ranges
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start + shift, end + shift]),
  };
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function startOfWord(text: string, index: number): number {
  if (index === 0) return 0;
  const space = text.slice(index, index + LEAD_CHARS).search(/\s/);
  const start = space < 0 ? index : index + space + 1;
  return isLowSurrogate(text, start) ? start + 1 : start;
}

function endOfWord(text: string, index: number): number {
  if (index >= text.length) return text.length;
  const space = text.slice(0, index).search(/\s\S*$/);
  const end = space > index - LEAD_CHARS ? space : index;
  return isLowSurrogate(text, end) ? end - 1 : end;
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
