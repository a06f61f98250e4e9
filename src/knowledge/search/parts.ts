/**
 * Tokenization for scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) and for Korean, whose particles are attached to
 * words. FTS5 would treat a whole line as one word, so the index stores overlapping letter pairs and the last letter: `水漏れ` becomes `水漏`,
 * `漏れ` and `れ`. A search matches consecutive pairs anywhere in a text. Duplicated letters are marked with control characters, which never
 * occur in indexed text. Pure.
 */
import { lazy } from "../../kernel/lazy.ts";
const BLANKLESS = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Yi}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
/** A letter with its combining marks. */
const LETTER = String.raw`(?!\p{M})${BLANKLESS}\p{M}*`;
/** Marks the next letter as a duplicate. */
const AGAIN = "\u0001";
/** Separates letters of different scripts. */
const APART = "\u0004";

const blankless = lazy(() => new RegExp(BLANKLESS, "u"));
const eachLetter = lazy(() => new RegExp(LETTER, "gu"));
const OTHER = String.raw`(?!${BLANKLESS})[\p{L}\p{N}]`;
const runsOfLetters = lazy(() => new RegExp(`(${OTHER})?((?:${LETTER})+)(?=(${OTHER})?)`, "gu"));
const doubledLetters = lazy(() => new RegExp(String.raw`${AGAIN}.?\p{M}*|${APART}`, "gu"));
const lastDoubled = lazy(() => new RegExp(String.raw`${AGAIN}.\p{M}*$`, "u"));
const endsAlone = lazy(() => new RegExp(`${LETTER}$`, "u"));
const IS_MARK = /\p{M}/u;
const onlyKana = lazy(() => /^\p{sc=Hiragana}+$/u);
const onlyHangul = lazy(() => /^\p{sc=Hangul}+$/u);
const japaneseWords = lazy(() => new Intl.Segmenter("ja", { granularity: "word" }));

/** A text in index form. */
export function parted(text: string): string {
  if (!blankless().test(text)) return text;
  return text.replace(
    runsOfLetters(),
    (_all, before: string | undefined, run: string, after: string | undefined) => {
      const letters = run.match(eachLetter()) ?? [];
      const doubled = letters.map((letter, at) => (at === 0 ? letter : `${letter}${AGAIN}${letter}`));
      return `${before === undefined ? "" : before + APART}${doubled.join("")}${after === undefined ? "" : APART}`;
    },
  );
}

/** Restores the original text. */
export function joinParts(text: string): string {
  return text.includes(AGAIN) || text.includes(APART) ? text.replace(doubledLetters(), "") : text;
}

/** A search word in index form. `isOpen`: its last letter may start a pair. */
export function partedWord(word: string): { readonly phrase: string; readonly isOpen: boolean } {
  if (!blankless().test(word)) return { phrase: word, isOpen: false };
  const phrase = parted(word.replace(/[^\p{L}\p{N}\p{M}]+$/u, ""));
  const shorter = phrase.replace(lastDoubled(), "");
  return { phrase: shorter, isOpen: shorter === phrase && endsAlone().test(phrase) };
}

/** Restores a marked index text and the positions of its marks. */
export function unmarked(
  marked: string,
  marks: { readonly open: string; readonly close: string },
): { readonly text: string; readonly ranges: [number, number][] } {
  const ranges: [number, number][] = [];
  let text = "";
  let from = 0;
  /** Where the last letter began. */
  let letterAt = 0;
  let skipped: "nothing" | "letter" | "marks" = "nothing";
  for (const char of marked) {
    if (char === marks.open) from = skipped === "letter" ? letterAt : text.length;
    else if (char === marks.close) addRange(ranges, from, text.length);
    else if (char === AGAIN) skipped = "letter";
    else if (char === APART) skipped = "nothing";
    else if (skipped === "letter") skipped = "marks";
    else if (skipped === "nothing" || !IS_MARK.test(char)) {
      skipped = "nothing";
      if (!IS_MARK.test(char)) letterAt = text.length;
      text += char;
    }
  }
  return { text, ranges };
}

/** Adjacent pairs share a letter, so they form one range. */
function addRange(ranges: [number, number][], from: number, to: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to);
  else ranges.push([from, to]);
}

/** Splits a question's words in scripts without spaces into dictionary words, any of which may match. */
export function splitWords(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => (blankless().test(word) ? piecesOf(word) : [word])))];
}

/**
 * Dictionary words; for unknown letters and Korean (whose endings vary), letter pairs. Japanese endings are weak and dropped beside other
 * words.
 */
function piecesOf(word: string): string[] {
  const found: string[] = [];
  let alone = "";
  for (const { segment } of japaneseWords().segment(word)) {
    const isAlone = Array.from(segment).length === 1 && blankless().test(segment);
    if (isAlone) alone += segment;
    if (isAlone) continue;
    found.push(...pairs(alone), ...(onlyHangul().test(segment) ? pairs(segment) : [segment]));
    alone = "";
  }
  const said = [...found, ...pairs(alone)].filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const telling = said.filter((piece) => Array.from(piece).length > 1 && !onlyKana().test(piece));
  return telling.length > 0 ? telling : said;
}

function pairs(word: string): string[] {
  const letters = Array.from(word);
  if (word === "") return [];
  return letters.length < 3 ? [word] : letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);
}

/** Word count as a reader would estimate it: two letters of a script without spaces count as one word. */
export function countWords(text: string): number {
  return unitsIn(text).length;
}

/** Words with their trailing spaces. */
export function unitsIn(text: string): string[] {
  return text.match(UNIT) ?? [];
}

const UNIT = new RegExp(String.raw`(?:${BLANKLESS}\p{M}*){1,2}\s*|(?:(?!${BLANKLESS})\S)+\s*`, "gu");
