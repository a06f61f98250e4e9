/**
 * Whether a claim stands where its sentence's other words stand. A figure that some row holds proves nothing of another row: where the sentence of a source
 * that says most of what is said around the claim has another value of its kind, and one the answer nowhere names, the claim is changed. Pure.
 */
import { isHeld } from "./derived.ts";
import { recordOf, wordsIn, type Thing } from "./given.ts";
import { valuesOf, type Value } from "./values.ts";

/** A sentence of something that was found, with what stands above it. */
export interface Place {
  readonly record: Thing;
  readonly mayRival: boolean;
  /** Keys of the sentence alone: a number in what stands above it, such as the hour of a message, is none of what it says. */
  readonly own: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  /** Of the sentence alone. */
  readonly values: readonly Value[];
}

/** Places that are looked at. */
const MOST_PLACES = 600;
const STEM = 5;
/** Words so near a claim say what it is of; others of its sentence say a little. */
const NEAR_WORDS = 6;
const FAR_WEIGHT = 0.3;
/** Words of the question, where the answer says little itself. */
const ASKED_WEIGHT = 0.6;
/** What a place must share with what is said around a claim, and by how much more than any place that holds it. */
const LEAST = 2;
const AHEAD = 1.25;

const HOUR = /\b(?:at|by|before|after|from|until|till|to|between|and|around|about)\s+$/i;

const STOP = new Set(
  "a about after again all also am an and any are as asks at be because been before but by can could did do does for from had has have he her here him his how i if in instead is it its just may me more my no not of off on one only or our out says she so some than that the their them then there they this to told too two until up us was we were what when where which while who will with would wrote you your pm per".split(
    " ",
  ),
);

/** The places of what was found. What an answer cites alone can speak against it; all speaks for it. */
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

/** A value of an answer, or a name. */
export interface Placed {
  readonly at: number;
  readonly words: string;
  isIn(thing: Thing): boolean;
  /** Null for a name. */
  readonly value: Value | null;
}

/** What stands around claims of an answer. */
export interface Around {
  readonly places: readonly Place[];
  readonly answer: Thing;
  readonly question: string;
}

/** Whether what is said around a claim stands plainly with another of its kind. */
export function isContradicted(
  claim: Placed,
  sentence: string,
  { places, answer, question }: Around,
): boolean {
  const { value } = claim;
  if (value === null) return false;
  const around = wordsAround(claim, sentence, question);
  if (around.size < 2) return false;
  // `at 8` may be the hour that stands over a message.
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
  // What the answer has from there already is of another claim.
  return others.length > 0 && !others.some((one) => one.keys.some((key) => isHeld(key, answer)));
}

function isAt(key: string, { own, record }: Place): boolean {
  return key.startsWith("n:") ? own.has(key) : isHeld(key, record);
}

/** Values that can stand in for one another. */
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

/** Telling words and values around a claim, each with its weight. */
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
