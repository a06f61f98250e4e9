/**
 * Cleans e-mail text: removes everything invisible, so that the agent reads only what a person would see.
 * Pure.
 */
import { NEEDED_JOINER, UNSEEN_CLASS } from "../../kernel/unseen.ts";

/**
 * Invisible characters, except joiners needed for spelling or emoji. Control characters are handled
 * separately, because some are line feeds.
 */
const UNSEEN = new RegExp(String.raw`(?!\p{Cc}|${NEEDED_JOINER})[${UNSEEN_CLASS}]`, "gu");
const CONTROLS = /[\p{Cc}]/gu;

/**
 * Multi-line text: line feeds only, nothing invisible, at most one empty line in a row, cut to `maxChars`.
 */
export function cleanText(text: string, maxChars: number): string {
  // Cut roughly first, to avoid cleaning text that is discarded.
  const cleaned = text
    .slice(0, maxChars * 4)
    .replace(/\r\n?/g, "\n")
    .replace(UNSEEN, "")
    .replace(CONTROLS, (char) => (char === "\n" ? "\n" : " "))
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return cut(cleaned, maxChars);
}

/** A single line, such as a header or name. */
export function cleanLine(text: string, maxChars: number): string {
  const line = text
    .slice(0, maxChars * 4)
    .replace(UNSEEN, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return cut(line, maxChars);
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).trimEnd()}…`;
}
