/** Neutralizes our own markup in outside text, so that it can't end its enclosure or pass for ours. */
import { UNSEEN_CLASS, unseenReplacer } from "../kernel/unseen.ts";

const OWN_MARKS =
  /<(\s*\/?\s*(?:message_from_outside|context|approval_outcome|summary_of_earlier_conversation|notice|team|skills?|memory|files|workspace_now|records_around|agents|material|form_answer|house_rules|waiting_drafts|thread|name_from_outside|transcript|more_tools|pictures)\b)(?:([^<>\n]{0,80})>)?/gi;

/** Returns the text with nothing that resembles our markup. */
export function withoutOwnMarks(text: string): string {
  return text.replace(OWN_MARKS, (_, name: string, rest?: string) =>
    rest === undefined ? `‹${name}` : `‹${name}${rest}›`,
  );
}

/** Invisible characters and all kinds of white space. */
const replaceUnseen = unseenReplacer(String.raw`[${UNSEEN_CLASS}\s]+`);
/** Maximum length of a name. */
const NAME_CHARS = 80;

/** Puts outside text, such as a name, on one line without anything that resembles our markup. */
export function plainLine(text: string, maxChars = NAME_CHARS): string {
  return replaceUnseen(text, " ").replace(/[<>]/g, "").trim().slice(0, maxChars);
}

/** The same, which ends behind a whole word. */
export function wholeWords(text: string, maxChars: number): string {
  const line = plainLine(text, Number.MAX_SAFE_INTEGER);
  return line.length <= maxChars ? line : `${line.slice(0, maxChars).replace(/\s+\S*$/u, "")} …`;
}

/** A name that an outsider may have chosen, for use in our own text. It can't end the surrounding markup. */
export function outsideName(name: string): string {
  return `<name_from_outside>${plainLine(name)}</name_from_outside>`;
}
