/** Our own marks in words somebody wrote are made harmless, so that nothing can end its enclosure or pass for the product. */
import { UNSEEN_CLASS, unseenReplacer } from "../kernel/unseen.ts";

const OWN_MARKS =
  /<(\s*\/?\s*(?:message_from_outside|context|approval_outcome|summary_of_earlier_conversation|notice|team|skills?|memory|files|workspace_now|records_around|agents|material|form_answer|waiting_drafts|thread|name_from_outside|transcript|more_tools)\b)(?:([^<>\n]{0,80})>)?/gi;

/** A text in which nothing reads like a mark of ours. */
export function withoutOwnMarks(text: string): string {
  return text.replace(OWN_MARKS, (_, name: string, rest?: string) =>
    rest === undefined ? `‹${name}` : `‹${name}${rest}›`,
  );
}

/** What nobody sees, and every kind of white space. */
const replaceUnseen = unseenReplacer(String.raw`[${UNSEEN_CLASS}\s]+`);
/** Most characters of a name. */
const NAME_CHARS = 80;

/** Names and first words come from outside too: one line, without anything that could pass for markup of ours. */
export function plainLine(text: string, maxChars = NAME_CHARS): string {
  return replaceUnseen(text, " ").replace(/[<>]/g, "").trim().slice(0, maxChars);
}

/** A name that whoever has it may have chosen, in a place that is otherwise the product's own. Nothing in it can end the mark. */
export function outsideName(name: string): string {
  return `<name_from_outside>${plainLine(name)}</name_from_outside>`;
}
