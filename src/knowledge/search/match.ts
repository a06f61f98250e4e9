/**
 * Converts typed text to an FTS5 query, and its match markers to ranges. Pure. All input is quoted, so it can't contain operators or
 * column names.
 */

import { lazy } from "../../kernel/lazy.ts";
import { parted, partedWord, unmarked } from "./parts.ts";

/** Stop words: dropping them clearly improves results. */
const STOP_WORDS = new Set(
  (
    "a about after all also am an and any are as at be been but by can could did do does for from had has have he her here him his how i if in into is it its " +
    "just me my no not of on or our out she so some that the their them then there these they this to up us was we were what when where which who whom why will " +
    "with would you your said say says tell told many much long often ever does doing done having being been very too more most other another still only own same than"
  ).split(" "),
);
const MAX_WORDS = 24;
const MAX_CHARS = 400;
/** Match markers. Can't occur in indexed text, since `plainText` removes control characters. */
export const MARKS = { open: "\u0002", close: "\u0003" } as const;
const SNIPPET_CHARS = 280;
const LEAD_CHARS = 80;

/** Half-open character ranges. */
type Ranges = [number, number][];

/** Text for indexing: without control characters, truncated. */
export function plainText(text: string, maxChars: number): string {
  return text
    .slice(0, maxChars)
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}/gu, " ");
}

/** A text as the index stores it; `whole` reverses it for display. */
export function indexText(text: string, maxChars: number): string {
  return parted(plainText(text, maxChars));
}

/** Letters and digits of full or half width, and vowel points of Arabic and Hebrew, which people leave out. */
const WIDE = String.raw`\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc`;
const POINTS = String.raw`\u064b-\u0652\u0670\u05b0-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7`;
const wideRuns = lazy(() => new RegExp(`[${WIDE}]+`, "gu"));
const points = lazy(() => new RegExp(`[${POINTS}]`, "gu"));
const isFormed = lazy(() => new RegExp(`[${WIDE}${POINTS}]`, "u"));
const FORMS_CHARS = 1_000;

/** Words as most people type them. */
function plainForm(text: string): string {
  return text.replace(wideRuns(), (run) => run.normalize("NFKC")).replace(points(), "");
}

/** The plain forms of a text's words that are written in another: for its keywords, so that either finds it. */
export function plainForms(text: string): string {
  if (!isFormed().test(text)) return "";
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => isFormed().test(word));
  return [...new Set(words.map(plainForm))].join(" ").slice(0, FORMS_CHARS);
}

/** The question's words without stop words; all of them if nothing else is left. */
export function questionWords(question: string): string[] {
  const words = plainForm(plainText(question, MAX_CHARS).normalize("NFC"))
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  const telling = words.filter((word) => !STOP_WORDS.has(bare(word)));
  return telling.length === 0 ? words : telling;
}

/** An FTS5 query with each word as a quoted phrase. With `prefix`, the last matches as a prefix. */
export function matchExpression(words: readonly string[], joint: "AND" | "OR", prefix: boolean): string {
  return words.map((word, at) => phraseOf(word, prefix && at === words.length - 1)).join(` ${joint} `);
}

const NON_JOINER = "\u200c";
/** Arabic-script words that may contain a non-joiner. */
const MAY_JOIN = /^\p{sc=Arabic}{4,14}$/u;

/** A word's phrase. Persian words are written with or without a non-joiner, which splits them in the index; both are matched. */
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

/** Removes the markers from a marked text and returns their ranges. */
export function rangesOf(marked: string): { text: string; ranges: Ranges } {
  return unmarked(marked, MARKS);
}

/** The text around the first match, or all of it if short. Never splits a character. */
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
  return word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
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
