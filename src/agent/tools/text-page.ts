/** Long texts, a part at a time: every tool whose answer can't hold all of a text says by these where the next call goes on. Pure. */
import * as z from "zod";

/** Where to go on, as a tool's input. */
export const fromField = z
  .int()
  .min(0)
  .optional()
  .describe("nextFrom of the answer before; the beginning if left out");

/** Characters of a page as JSON writes it: leaves room in an answer for what stands beside it. */
const PAGE_CHARS = 8_000;
/** What stands beside each of several texts: whose it is, and when. */
const BESIDE_CHARS = 120;

/** A part of a text: where it began, and where to go on; null at its end. */
export interface TextPage {
  readonly text: string;
  readonly next: number | null;
}

/** The part from a place on, ended at a line's end where that is near. */
export function textPage(whole: string, from: number, maxChars = PAGE_CHARS): TextPage {
  let text = whole.slice(from, from + maxChars);
  // Line breaks and quotation marks take two characters and more.
  for (
    let over = JSON.stringify(text).length - maxChars;
    over > 2;
    over = JSON.stringify(text).length - maxChars
  )
    text = text.slice(0, Math.max(1, text.length - over));
  if (from + text.length >= whole.length) return { text, next: null };
  const line = text.lastIndexOf("\n");
  // Half of a surrogate pair is no character.
  const end = line > maxChars / 2 ? line + 1 : /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
  return { text: text.slice(0, Math.max(1, end)), next: from + Math.max(1, end) };
}

/** A part of several texts: which of them it holds, with what of each; where to go on, and how long all are. */
export interface TextsPage {
  readonly pieces: readonly { readonly index: number; readonly text: string }[];
  readonly next: number | null;
  readonly characters: number;
}

/** Several texts counted as one, with a character between each two. A short one that doesn't fit is left whole to the next part. */
export function textsPage(
  texts: readonly string[],
  from: number,
  maxChars = PAGE_CHARS,
  besideOf: (index: number) => number = () => BESIDE_CHARS,
): TextsPage {
  const characters = Math.max(
    0,
    texts.reduce((sum, text) => sum + text.length + 1, -1),
  );
  const pieces: { index: number; text: string }[] = [];
  const few = maxChars / 4;
  let [start, left] = [0, maxChars];
  for (const [index, text] of texts.entries()) {
    const end = start + text.length + 1;
    if (from < end) {
      left -= besideOf(index);
      const size = JSON.stringify(text.slice(Math.max(0, from - start))).length;
      if (pieces.length > 0 && size > left && (size <= few || left < few))
        return { pieces, next: start, characters };
      const page = textPage(text, Math.max(0, from - start), Math.max(few, left));
      pieces.push({ index, text: page.text });
      if (page.next !== null) return { pieces, next: start + page.next, characters };
      left -= JSON.stringify(page.text).length;
    }
    start = end;
  }
  return { pieces, next: null, characters };
}

/** A place in lines: the line, counted from 1, and the character of it. */
export interface LinePlace {
  readonly line: number;
  readonly char: number;
}

/** Whole lines from a place on, as many as there is room for; of a line that is too long alone, a part. */
export function linesPage(
  lines: readonly string[],
  { line: first, char }: LinePlace,
  maxChars = PAGE_CHARS,
): { readonly lines: readonly string[]; readonly next: LinePlace | null } {
  const shown: string[] = [];
  let left = maxChars;
  for (const [index, whole] of lines.entries()) {
    const line = index + 1;
    if (line < first) continue;
    const begin = line === first ? char : 0;
    const size = JSON.stringify(whole.slice(begin)).length;
    if (size > left && shown.length > 0) return { lines: shown, next: { line, char: 0 } };
    const { text, next } = textPage(whole, begin, left);
    shown.push(text);
    if (next !== null) return { lines: shown, next: { line, char: next } };
    left -= size;
  }
  return { lines: shown, next: null };
}
