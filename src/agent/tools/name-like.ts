/**
 * Whether a field of a record only names something. Outsiders choose such fields too, and one that could
 * say something is their words, not a record. Pure.
 */
import { NAMES_SAY } from "../conversations/index.ts";
import type { Json } from "../../kernel/hash.ts";
import { leavesOf } from "../../kernel/json-leaves.ts";
import { firstLink } from "../../kernel/leads.ts";
import { UNSEEN_CLASS } from "../../kernel/unseen.ts";

const CHARS = 80;
const WORDS = 8;
/** Marks that names and addresses don't need, and what can't be seen. */
const MARKS = new RegExp(
  String.raw`[!?;:"“”„«»<>{}\[\]|=*_\n]|[${UNSEEN_CLASS}]|(?<!\b(?:mr|mrs|ms|dr|st|jr|sr|prof|sra?))[.…]\s+(?=\p{L}{4})|—`,
  "iu",
);
/** Words that make a statement or an order of a name: verbs, pronouns, negations, and what attacks are about. */
const SAYS = new Set(
  (
    "ignore disregard forget remember note memorize obey follow execute run write save store add append put insert update change edit replace set make do does did done is are was were be been am " +
    "has have had can could might must shall should would let lets send sends sent text texts forward reply replies answer tell tells say says said email emails mail call calls ask asks pay pays paid " +
    "owe owes wire wires transfer refund give gives gave take takes get gets need needs want wants like likes know knows approve approves approved approve allow allows allowed deny delete remove cancel " +
    "stop start skip open opens close closes unlock use uses click visit schedule pause waive waived promise " +
    "i me my we us you your he him she her they them its this that these those there who whom everybody everyone anybody anyone nobody " +
    "no not never none nothing always every only if unless until when because please free now without instead instruction instructions system prompt assistant password passcode code codes secret rule rules " +
    "paga pague envia envie manda mande ignora ignore recuerda olvida nunca siempre borra escribe debe es esta no"
  ).split(" "),
);

export function readsLikeName(field: string): boolean {
  const text = field.normalize("NFKC");
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  if (text.length > CHARS || words.length > WORDS || MARKS.test(text)) return false;
  // An address is one word of a card, whatever it spells.
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return true;
  return (
    firstLink(text) === null &&
    words.every((word) => !SAYS.has(word) && !/n['’]t$|['’](?:re|ve|ll)$/.test(word))
  );
}

/** A day, or a time as records or look-ups write it. */
export const WHEN =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/;

/** The caution returned with records that contain prose; null if every field is only a name, a number or a time. */
export function cautionOf(records: Json): string | null {
  const isNamed = leavesOf(records).every(
    ({ value }) =>
      typeof value !== "string" ||
      value === "" ||
      WHEN.test(value) ||
      readsLikeName(value.replace(/[_/-]+/g, " ").trim()),
  );
  return isNamed ? null : NAMES_SAY;
}
