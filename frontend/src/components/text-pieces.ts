/** Long texts, cut. Pure. */
import { showText } from "../../../src/platform/api/shown-text.ts";

/**
 * At most that many characters, with an ellipsis. For single-line places whose full text is available elsewhere. Invisible characters are shown as
 * on the cards, so that a name or title from outside can't reverse the text around it.
 */
export function clipped(text: string, chars: number): string {
  return text.length <= chars ? showText(text) : `${showText(head(text, chars))}…`;
}

/** The first characters, never half of one. */
function head(text: string, chars: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(chars - 1)) ? chars - 1 : chars;
  return text.slice(0, end);
}

/** The beginning of a text, limited by characters and lines; null if the text fits. */
export function beginning(text: string, chars: number, lines: number): string | null {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) break;
  }
  const byLines = end < 0 ? text.length : end;
  if (text.length <= chars && byLines === text.length) return null;
  return head(text, Math.min(chars, byLines));
}

/** A long text in chunks, split at line breaks where possible, so that the browser lays out only the visible ones. */
export function textChunks(text: string, chars = 20_000): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length;) {
    let end = Math.min(from + chars, text.length);
    if (end < text.length) {
      const line = text.lastIndexOf("\n", end);
      if (line > from) end = line + 1;
      else if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    }
    found.push(text.slice(from, end));
    from = end;
  }
  return found;
}
