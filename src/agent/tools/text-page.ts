/** Pages of long texts, with the position for the next call. Pure. */
import * as z from "zod";

/** Input field for the start position. */
export const fromField = z
  .int()
  .min(0)
  .optional()
  .describe("nextFrom of the answer before; the beginning if left out");

/** Maximum page length in JSON; leaves space for other fields. */
const PAGE_CHARS = 8_000;
/** Space per text for its author and time. */
const BESIDE_CHARS = 120;

/** A page: its start, and the next position; null at the end. */
export interface TextPage {
  readonly text: string;
  readonly next: number | null;
}

/** The page from a position, ending at a line break if one is near. */
export function textPage(whole: string, from: number, maxChars = PAGE_CHARS): TextPage {
  let text = whole.slice(from, from + maxChars);
  // In JSON, line breaks and quotation marks take two or more characters.
  for (
    let over = JSON.stringify(text).length - maxChars;
    over > 2;
    over = JSON.stringify(text).length - maxChars
  )
    text = text.slice(0, Math.max(1, text.length - over));
  if (from + text.length >= whole.length) return { text, next: null };
  const line = text.lastIndexOf("\n");
  // Don't split a surrogate pair.
  const end = line > maxChars / 2 ? line + 1 : /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
  return { text: text.slice(0, Math.max(1, end)), next: from + Math.max(1, end) };
}

/** A page of several texts: the parts it contains, the next position, and the total length. */
export interface TextsPage {
  readonly pieces: readonly { readonly index: number; readonly text: string }[];
  readonly next: number | null;
  readonly characters: number;
}

/**
 * Counts several texts as one, separated by one character. A short text that doesn't fit moves to the next
 * page as a whole.
 */
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

/** A position by line, from 1, and character. */
export interface LinePlace {
  readonly line: number;
  readonly char: number;
}

/** As many whole lines as fit from a position; part of a line that is too long. */
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
