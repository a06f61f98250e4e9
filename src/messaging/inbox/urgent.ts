/** Which words cannot wait for a draft, by the words alone: the team's own, and the patterns that hold while no classifier answers. Pure. */
import { URGENT_PATTERNS } from "./urgent-patterns.ts";

/** Said of a whole text, or of its part where it is long. */
const CALM =
  /\b(?:(?:not?|isnt|nothing) (?:urgent|an emergency|emergency)|no rush|false alarm|falsa alarma|never ?mind)\b/;
/** Said of danger, water, heat and ways in that are already dealt with, in the same thought; of another it says nothing. */
const SETTLED =
  /\b(?:all (?:good|dry|clear)|resolved|(?:is|was|are|were|been|got|all|now|already) (?:fixed|repaired|back on|taken care of)|works? (?:great|fine|well|again|now)|(?:leak|leaking|flood|flooding|smoke|smell|alarm|it)(?: has)? stopped|ya (?:tenemos|funciona|esta arreglad[oa]|hay))\b/;
/** What somebody is thanked for is done; what they wrote before it may not be. */
const THANKED = /\b(?:(?:thanks?(?: you)?|grateful) for|gracias por)\b.*/;
/** Where one thought ends and the next begins. */
const THOUGHTS = /[.,!?;\n]+|\b(?:but|however|although|except|and|now|again|still|yet|pero)\b/i;
/** What there is no more of. */
const ENDED = /\bno more \w+(?: everywhere)?/g;
/** So much of a long text is judged by itself, to a sentence's end: that one thing can wait says nothing of what is told pages below it. */
const PARTS = /[^]{1,2000}(?:[.!?\n]+|$)|[^]{1,2000}/g;

/** The team's own word or phrase a text holds; null where it holds none. A word counts from its beginning: "flood" in "flooding". */
export function teamWord(text: string, words: readonly string[]): string | null {
  const thoughts = thoughtsOf(text);
  return words.find((word) => thoughts.some((thought) => holds(thought, plainWords(word)))) ?? null;
}

/** Why a text cannot wait, in a few words, by the patterns alone; null where it may. */
export function urgentByPattern(text: string): string | null {
  const thoughts = thoughtsOf(text).map((thought) => thought.replace(ENDED, ""));
  return URGENT_PATTERNS.find(({ sounds }) => thoughts.some((thought) => sounds.test(thought)))?.why ?? null;
}

/** What of a text may be about trouble that is still there; nothing of a part that says itself that it can wait. */
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

/** Whether a thought speaks of something, and not only of its being no more. */
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
