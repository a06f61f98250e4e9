/**
 * Finds where the quoted history of an e-mail starts. Line by line and bounded: cost is linear in the length
 * even for hostile input. Anything not certainly history is kept. Pure.
 */

import { historyHead, isAttribution, isForwardHead, lineAt } from "./quote-heads.ts";

/** An e-mail's own text and the history below it. */
export interface Trimmed {
  readonly text: string;
  readonly quoted: string;
}

/**
 * Splits plain text. Forwarded content is kept, because the sender wants it read. `isForward`: the subject
 * says it is a forward.
 */
export function trimQuote(text: string, { isForward = false } = {}): Trimmed {
  if (isForward) return { text: text.trim(), quoted: "" };
  const lines = text.split("\n");
  /** Answers between or below quoted lines mean that the quotes are not history. */
  let answersInside = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lineAt(lines, at);
    if (isForwardHead(lines, at)) return { text, quoted: "" };
    if (historyHead(lines, at) === 0) continue;
    if (line.startsWith(">") || isAttribution(lines, at)) {
      answersInside ||= hasOwnWords(lines, at);
      if (answersInside) continue;
    }
    return { text: joinLines(lines.slice(0, at)), quoted: joinLines(lines.slice(at)) };
  }
  return { text: text.trim(), quoted: "" };
}

/** Whether the text contains a forwarded e-mail. */
export function holdsForward(text: string): boolean {
  const lines = text.split("\n");
  return lines.some((_, at) => isForwardHead(lines, at));
}

/** Removes line-by-line quoting from a forwarded e-mail (Apple Mail). */
export function unquoteForward(text: string): string {
  const lines = text.split("\n");
  const from = lines.findIndex((line, at) => line.startsWith(">") && isForwardHead(lines, at));
  if (from < 0) return text;
  return lines.map((line, at) => (at < from ? line : line.replace(/^> ?/, ""))).join("\n");
}

/** What an image says about itself (`html-text.ts`): its author may never have seen it. */
const IMAGE_NOTE = /\(image: [^()\n]*\)/g;

/**
 * Separates the author's own words from other people's. Everything from the first quote or forward counts as
 * others', even if the author wrote below it.
 */
export function ownWords(text: string): { readonly own: string; readonly others: string } {
  const images = text.match(IMAGE_NOTE) ?? [];
  const { own, others } = ownLines(text.replaceAll(IMAGE_NOTE, ""));
  return { own, others: [others, ...images].filter((part) => part !== "").join("\n") };
}

function ownLines(text: string): { readonly own: string; readonly others: string } {
  const lines = text.split("\n");
  const at = lines.findIndex((_, index) => isForwardHead(lines, index) || historyHead(lines, index) > 0);
  return at < 0
    ? { own: text.trim(), others: "" }
    : { own: joinLines(lines.slice(0, at)), others: joinLines(lines.slice(at)) };
}

/** Whether the author wrote between or below the quoted lines from here on. */
function hasOwnWords(lines: readonly string[], from: number): boolean {
  const last = lines.findLastIndex((line) => line.trimStart().startsWith(">"));
  const first = lines.findIndex((line, at) => at >= from && line.trimStart().startsWith(">"));
  if (first < 0) return false;
  const between = lines.slice(first, last).some((line) => !/^\s*(?:>|$)/.test(line));
  const below = lines.slice(last + 1).some((line) => line.trim() !== "");
  return between || below;
}

function joinLines(lines: readonly string[]): string {
  return lines.join("\n").trim();
}
