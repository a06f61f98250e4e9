/** Our own marks in words somebody wrote are made harmless, so that nothing can end its enclosure or pass for the product. */
const OWN_MARKS =
  /<(\s*\/?\s*(?:message_from_outside|context|approval_outcome|summary_of_earlier_conversation|notice|team|skills?|memory|files|workspace_now|agents|material|form_answer|waiting_drafts|thread)\b)(?:([^<>\n]{0,80})>)?/gi;

/** A text in which nothing reads like a mark of ours. */
export function withoutOwnMarks(text: string): string {
  return text.replace(OWN_MARKS, (_, name: string, rest?: string) =>
    rest === undefined ? `‹${name}` : `‹${name}${rest}›`,
  );
}

/** Most characters of a name. */
const NAME_CHARS = 80;

/** Names and first words come from outside too: one line, without anything that could pass for markup of ours. */
export function plainLine(text: string, maxChars = NAME_CHARS): string {
  return text
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/[<>]/g, "")
    .trim()
    .slice(0, maxChars);
}
