/** Text from e-mails without what cannot be seen: what a person would not read, the agent does not read either. Pure. */
import { NEEDED_JOINER, UNSEEN_CLASS } from "../../kernel/unseen.ts";

/** What can't be seen, but for joiners that spell a word or an emoji. Controls follow by themselves: some are line feeds. */
const UNSEEN = new RegExp(String.raw`(?!\p{Cc}|${NEEDED_JOINER})[${UNSEEN_CLASS}]`, "gu");
const CONTROLS = /[\p{Cc}]/gu;

/** Lines of text: line feeds only, nothing invisible, no more than one empty line in a row, cut to so many characters. */
export function cleanText(text: string, maxChars: number): string {
  // Cut twice: first roughly, so that no work is done on what is thrown away.
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

/** One line of a header or a name. */
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
