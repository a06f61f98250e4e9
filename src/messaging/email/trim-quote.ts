/**
 * Where the quoted history of an e-mail begins. Line by line and bounded: a hostile e-mail costs no more than its length. What is not surely
 * history stays. Pure.
 */

import { historyHead, isAttribution, isForwardHead, lineAt } from "./quote-heads.ts";

/** An e-mail's own words and the history below them. */
export interface Trimmed {
  readonly text: string;
  readonly quoted: string;
}

/** Splits plain text. A forwarded e-mail is what its sender wants read: it stays. `isForward`: the subject says that it is one. */
export function trimQuote(text: string, { isForward = false } = {}): Trimmed {
  if (isForward) return { text: text.trim(), quoted: "" };
  const lines = text.split("\n");
  /** Somebody answered between or below the quoted lines: these are no history then. */
  let answersInside = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lineAt(lines, at);
    if (isForwardHead(lines, at)) return { text, quoted: "" };
    if (historyHead(lines, at) === 0) continue;
    if (line.startsWith(">") || isAttribution(lines, at)) {
      answersInside ||= hasOwnWords(lines, at);
      if (answersInside) continue;
    }
    return { text: joined(lines.slice(0, at)), quoted: joined(lines.slice(at)) };
  }
  return { text: text.trim(), quoted: "" };
}

/** Whether a forwarded e-mail stands in a text: what its sender wants read. */
export function holdsForward(text: string): boolean {
  const lines = text.split("\n");
  return lines.some((_, at) => isForwardHead(lines, at));
}

/** A text whose forwarded e-mail is quoted line by line (Apple Mail), as that e-mail was written. */
export function unquoteForward(text: string): string {
  const lines = text.split("\n");
  const from = lines.findIndex((line, at) => line.startsWith(">") && isForwardHead(lines, at));
  if (from < 0) return text;
  return lines.map((line, at) => (at < from ? line : line.replace(/^> ?/, ""))).join("\n");
}

/**
 * What somebody wrote themselves in an e-mail that may hold others' words, and those words. Where quoting or a forwarded e-mail begins, nothing more
 * counts as theirs, though they may have written below it.
 */
export function ownWords(text: string): { readonly own: string; readonly others: string } {
  const lines = text.split("\n");
  const at = lines.findIndex((_, index) => isForwardHead(lines, index) || historyHead(lines, index) > 0);
  return at < 0
    ? { own: text.trim(), others: "" }
    : { own: joined(lines.slice(0, at)), others: joined(lines.slice(at)) };
}

/** Whether somebody wrote between or below the lines that are quoted from here on. */
function hasOwnWords(lines: readonly string[], from: number): boolean {
  const last = lines.findLastIndex((line) => line.trimStart().startsWith(">"));
  const first = lines.findIndex((line, at) => at >= from && line.trimStart().startsWith(">"));
  if (first < 0) return false;
  const between = lines.slice(first, last).some((line) => !/^\s*(?:>|$)/.test(line));
  const below = lines.slice(last + 1).some((line) => line.trim() !== "");
  return between || below;
}

function joined(lines: readonly string[]): string {
  return lines.join("\n").trim();
}
