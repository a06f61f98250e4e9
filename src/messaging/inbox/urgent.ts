/**
 * Detects urgency from the text alone: the team's own words, and patterns used while no classifier answers.
 * Pure.
 */
import { URGENT_PATTERNS } from "./urgent-patterns.ts";

/** Phrases that make a whole text, or a part of a long one, non-urgent. */
const CALM =
  /\b(?:(?:not?|isnt|nothing) (?:urgent|an emergency|emergency)|no rush|false alarm|falsa alarma|never ?mind)\b/;
/** Phrases that settle trouble mentioned in the same clause; they don't affect other clauses. */
const SETTLED =
  /\b(?:all (?:good|dry|clear)|resolved|(?:is|was|are|were|been|got|all|now|already) (?:fixed|repaired|back on|taken care of)|works? (?:great|fine|well|again|now)|(?:leak|leaking|flood|flooding|smoke|smell|alarm|it)(?: has)? stopped|ya (?:tenemos|funciona|esta arreglad[oa]|hay))\b/;
/** Anything after "thanks for" is done; what comes before it may not be. */
const THANKED = /\b(?:(?:thanks?(?: you)?|grateful) for|gracias por)\b.*/;
/** Separators between clauses. */
const THOUGHTS = /[.,!?;\n]+|\b(?:but|however|although|except|and|now|again|still|yet|pero)\b/i;
/** Phrases for something that has ended. */
const ENDED = /\bno more \w+(?: everywhere)?/g;
/**
 * A long text is judged in parts that end at a sentence: one statement that something can wait says nothing
 * about text pages later.
 */
const PARTS = /[^]{1,2000}(?:[.!?\n]+|$)|[^]{1,2000}/g;

/**
 * The team's own word or phrase in the text; null if none. Words match as prefixes: "flood" matches
 * "flooding".
 */
export function teamWord(text: string, words: readonly string[]): string | null {
  const thoughts = thoughtsOf(text);
  return words.find((word) => thoughts.some((thought) => holds(thought, plainWords(word)))) ?? null;
}

/** Why a text is urgent, in a few words, by patterns alone; null if it is not. */
export function urgentByPattern(text: string): string | null {
  const thoughts = thoughtsOf(text).map((thought) => thought.replace(ENDED, ""));
  return URGENT_PATTERNS.find(({ sounds }) => thoughts.some((thought) => sounds.test(thought)))?.why ?? null;
}

/** Clauses that may describe an ongoing problem; none from parts that say they can wait. */
function thoughtsOf(text: string): string[] {
  return (text.match(PARTS) ?? []).flatMap(thoughtsOfPart);
}

function thoughtsOfPart(part: string): string[] {
  const plain = plainWords(part);
  if (CALM.test(plain)) return [];
  if (!SETTLED.test(plain) && !THANKED.test(plain)) return [plain];
  return part
    .split(THOUGHTS)
    .map((thought) => plainWords(thought).replace(THANKED, ""))
    .filter((thought) => !SETTLED.test(thought));
}

/** Whether a clause mentions the pattern other than as something that has ended. */
function holds(thought: string, wanted: string): boolean {
  return wanted !== "" && ` ${thought}`.replaceAll(` no more ${wanted}`, "").includes(` ${wanted}`);
}

function plainWords(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
