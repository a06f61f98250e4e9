/** Long texts, a part at a time. Pure. */

/** Characters of a page as JSON writes it: leaves room in an answer for what stands beside it. */
const PAGE_CHARS = 8_000;

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
