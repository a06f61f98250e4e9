/**
 * Checks a claim against the most similar source sentence. A figure in some other row proves nothing: if
 * the sentence most similar to the claim's context has a different value of that kind, which the answer
 * doesn't mention, the claim was changed. Pure.
 */
import { isHeld } from "./derived.ts";
import { recordOf, wordsIn, type Thing } from "./given.ts";
import { valuesOf, type Value } from "./values.ts";

/** A sentence of a source with its headings. */
export interface Place {
  readonly record: Thing;
  readonly mayRival: boolean;
  /** Keys of the sentence only; a number in its heading, such as a message's time, is not part of the statement. */
  readonly own: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  /** Of the sentence only. */
  readonly values: readonly Value[];
}

/** Maximum source sentences compared. */
const MOST_PLACES = 600;
const STEM = 5;
/** Words within this distance describe the claim; others of its sentence count less. */
const NEAR_WORDS = 6;
const FAR_WEIGHT = 0.3;
/** Weight of the question's words, if the answer has few. */
const ASKED_WEIGHT = 0.6;
/** Minimum similarity of a sentence to the claim's context, and its lead over any sentence that contains the claim. */
const LEAST = 2;
const AHEAD = 1.25;

const HOUR = /\b(?:at|by|before|after|from|until|till|to|between|and|around|about)\s+$/i;

const STOP = new Set(
  "a about after again all also am an and any are as asks at be because been before but by can could did do does for from had has have he her here him his how i if in instead is it its just may me more my no not of off on one only or our out says she so some than that the their them then there they this to told too two until up us was we were what when where which while who will with would wrote you your pm per".split(
    " ",
  ),
);

/** Source sentences. Only cited ones can contradict a claim; all can support it. */
export function placesOf(found: readonly Thing[], cited: readonly string[]): Place[] {
  const isCited = ({ link }: Thing): boolean => link === null || cited.includes(link);
  const citesAny = found.some(({ link }) => link !== null && cited.includes(link));
  return found
    .flatMap((thing) => {
      const mayRival = !citesAny || isCited(thing);
      const { above, body } = thing;
      return body.length === 0
        ? [{ above: "", part: above, mayRival }]
        : body.map((part) => ({ above, part, mayRival }));
    })
    .slice(0, MOST_PLACES)
    .map(({ above, part, mayRival }) => ({
      mayRival,
      record: recordOf(`${above}\n${part}`),
      own: new Set([...recordOf(part).keys, ...figuresOf(above)]),
      stems: new Set([...wordsIn(above), ...wordsIn(part)].map(stemOf)),
      values: valuesOf(part).values,
    }));
}

function figuresOf(text: string): string[] {
  return valuesOf(text).values.flatMap(({ kind, keys }) => (kind === "figure" ? keys : []));
}

function stemOf(word: string): string {
  return word.slice(0, STEM);
}

/** A value or name of an answer. */
export interface Placed {
  readonly at: number;
  readonly words: string;
  isIn(thing: Thing): boolean;
  /** Null for a name. */
  readonly value: Value | null;
}

/** The context of an answer's claims. */
export interface Around {
  readonly places: readonly Place[];
  readonly answer: Thing;
  readonly question: string;
}

/** Whether the context of a claim clearly belongs to a different value. */
export function isContradicted(
  claim: Placed,
  sentence: string,
  { places, answer, question }: Around,
): boolean {
  const { value } = claim;
  if (value === null) return false;
  const around = wordsAround(claim, sentence, question);
  if (around.size < 2) return false;
  // `at 8` may be the hour in a message's heading.
  const isHour = HOUR.test(sentence.slice(0, claim.at));
  let held = 0;
  let against = 0;
  for (const place of places) {
    const score = scoreOf(place, around);
    if (value.keys.some((key) => (isHour ? isHeld(key, place.record) : isAt(key, place))))
      held = Math.max(held, score);
    else if (place.mayRival && hasOther(place, value, answer)) against = Math.max(against, score);
  }
  return against >= LEAST && against >= held + AHEAD;
}

function hasOther({ values }: Place, value: Value, answer: Thing): boolean {
  const group = groupOf(value);
  const others = values.filter((one) => groupOf(one) === group);
  // A value the answer already uses from there belongs to another claim.
  return others.length > 0 && !others.some((one) => one.keys.some((key) => isHeld(key, answer)));
}

function isAt(key: string, { own, record }: Place): boolean {
  return key.startsWith("n:") ? own.has(key) : isHeld(key, record);
}

/** Values that can be confused with each other. */
function groupOf({ kind, keys, words }: Value): string {
  if (kind !== "figure") return kind;
  const [first = ""] = keys;
  if (keys.some((key) => key.startsWith("dd:"))) return "ordinal";
  if (!first.startsWith("n:")) return first.slice(0, 1);
  return /^[$€£]/.test(words) ? "money" : words.endsWith("%") ? "share" : "number";
}

function scoreOf(place: Place, around: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const [word, weight] of around)
    if (word.includes(":") ? isAt(word, place) : place.stems.has(word)) score += weight;
  return score;
}

/** Distinctive words and values near a claim, weighted. */
function wordsAround({ at, words }: Placed, sentence: string, question: string): Map<string, number> {
  const around = new Map<string, number>();
  const put = (word: string, weight: number): void => {
    if (!STOP.has(word) && word.length > 1)
      around.set(word.includes(":") ? word : stemOf(word), Math.max(weight, around.get(word) ?? 0));
  };
  const before = wordsIn(sentence.slice(0, at));
  const behind = wordsIn(sentence.slice(at + words.length));
  for (const [index, word] of before.toReversed().entries()) put(word, index < NEAR_WORDS ? 1 : FAR_WEIGHT);
  for (const [index, word] of behind.entries()) put(word, index < NEAR_WORDS ? 1 : FAR_WEIGHT);
  for (const other of valuesOf(sentence).values) {
    const [key] = other.keys;
    const distance = Math.abs(other.at - at);
    if (key !== undefined && distance > 0) put(key, distance < 40 ? 1 : FAR_WEIGHT);
  }
  for (const word of wordsIn(question)) if (!around.has(stemOf(word))) put(word, ASKED_WEIGHT);
  return around;
}
