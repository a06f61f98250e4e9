/** Long texts, a part at a time. Pure. */

/** What of an answer its text may take, as JSON writes it. */
const PAGE_CHARS = 8_000;

/** A part of a text: where it began, and where to go on; null at its end. */
export interface TextPage {
  readonly text: string;
  readonly next: number | null;
}

/** The part from a place on, ended at a line's end where that is near. */
export function textPage(whole: string, from: number): TextPage {
  let text = whole.slice(from, from + PAGE_CHARS);
  // Line breaks and quotation marks take two characters and more.
  for (
    let over = JSON.stringify(text).length - PAGE_CHARS;
    over > 2;
    over = JSON.stringify(text).length - PAGE_CHARS
  )
    text = text.slice(0, Math.max(1, text.length - over));
  if (from + text.length >= whole.length) return { text, next: null };
  const line = text.lastIndexOf("\n");
  // Half of a surrogate pair is no character.
  const end =
    line > PAGE_CHARS / 2 ? line + 1 : /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
  return { text: text.slice(0, Math.max(1, end)), next: from + Math.max(1, end) };
}
