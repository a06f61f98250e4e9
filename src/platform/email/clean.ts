/**
 * Cleans e-mail text: removes everything invisible, so that the agent reads only what a person would see.
 * Pure.
 */
import { UNSEEN_CLASS, unseenReplacer } from "../../kernel/unseen.ts";

/** Control characters are handled separately, because some are line feeds. */
const replaceUnseen = unseenReplacer(String.raw`(?!\p{Cc})[${UNSEEN_CLASS}]`);
const CONTROLS = /[\p{Cc}]/gu;

/**
 * Multi-line text: line feeds only, nothing invisible, at most one empty line in a row, cut to `maxChars`.
 */
export function cleanText(text: string, maxChars: number): string {
  // Cut roughly first, to avoid cleaning text that is discarded.
  const cleaned = replaceUnseen(text.slice(0, maxChars * 4).replace(/\r\n?/g, "\n"), "")
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
  const line = replaceUnseen(text.slice(0, maxChars * 4), "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return cut(line, maxChars);
}

export function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).trimEnd()}…`;
}
