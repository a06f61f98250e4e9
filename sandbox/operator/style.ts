/** Finds style rules that a script can measure in drafts. */
import { first } from "./transcript.ts";

const GREETING = /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b/i;
const SIGN_OFF =
  /(?:^|[\n.!?,]\s*)(?:best|best regards|kind regards|regards|thanks|thank you|cheers|sincerely|warmly)\b[^.?!]{0,60}[.!]?\s*$/i;
/** Maximum length ratio that counts as shortened. */
const MUCH_SHORTER = 0.65;
/** Edits that make a habit. */
const ENOUGH = 2;

const goes = (pattern: RegExp) => (from: string, to: string) => pattern.test(from) && !pattern.test(to);
const comes = (pattern: RegExp) => (from: string, to: string) => goes(pattern)(to, from);

/** A rule, whether an edit shows it, and the reasons of a rejection that ask for it. */
type Habit = readonly [text: string, shows: (from: string, to: string) => boolean, asked: RegExp];

// oxfmt-ignore
const HABITS: readonly Habit[] = [
  ["Keep drafts short: say what matters and leave out the rest.", (from, to) => to.length <= from.length * MUCH_SHORTER, /\b(?:too long|too wordy|shorter|keep it short|brief)\b/i],
  ["Leave out the greeting and begin with what matters.", goes(GREETING), /\b(?:no|without an?|drop the|skip the) greeting\b/i],
  ["Begin with a short greeting.", comes(GREETING), /\b(?:say hello|with a greeting|greet them)\b/i],
  ["Leave out the closing line.", goes(SIGN_OFF), /\b(?:no|without an?|drop the|skip the) (?:sign-off|closing)\b/i],
  ["End with a short thank-you or another closing line.", comes(SIGN_OFF), /\b(?:thank them|sign off)\b/i],
  ["Leave out exclamation marks.", goes(/!/), /\bexclamation\b/i],
];

/** The style learner's answer: the habit most examples show, unless it is already a rule or was declined. */
export function styleRule(question: string): { rule: { text: string; examples: string[] } | null } {
  const linesOf = (mark: string): string[] =>
    first(new RegExp(`<${mark}>\\n([\\s\\S]*?)\\n</${mark}>`), question)
      .split("\n")
      .filter((line) => line !== "");
  const given = linesOf("examples").map((line) => givenIn(JSON.parse(line) as Record<string, unknown>));
  const known = [...linesOf("style"), ...linesOf("turned_down")].map((line) => String(JSON.parse(line)));
  const found = HABITS.map(([text, shows, asked]) => ({
    text,
    examples: given.flatMap(({ id, proposed, wanted, reason }) =>
      asked.test(reason) || (wanted !== null && shows(proposed, wanted)) ? [id] : [],
    ),
    isAsked: given.some(({ reason }) => asked.test(reason)),
  }))
    .filter(({ text, examples, isAsked }) => !known.includes(text) && (isAsked || examples.length >= ENOUGH))
    .toSorted((left, right) => right.examples.length - left.examples.length);
  const [best] = found;
  return { rule: best === undefined ? null : { text: best.text, examples: best.examples } };
}

/** `wanted` is null if the draft was rejected. */
function givenIn({ id, proposed, wanted, reason }: Record<string, unknown>) {
  return {
    id: String(id),
    proposed: longest(proposed),
    wanted: wanted === null ? null : longest(wanted),
    reason: typeof reason === "string" ? reason : "",
  };
}

/** A message's text, whatever field its tool uses. */
function longest(leaves: unknown): string {
  const texts = Object.values(leaves as Record<string, string>);
  return texts.toSorted((left, right) => right.length - left.length)[0] ?? "";
}
