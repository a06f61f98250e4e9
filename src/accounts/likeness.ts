/** How near two names are, and how much of a description an account's words hold. Pure. */
import { plainWords } from "../kernel/plain-words.ts";

/** Words that many companies' names end in or hold. */
const LEGAL = new Set(
  "the and of llc inc co corp corporation ltd limited company lp llp lllp pllc pc plc gmbh group".split(" "),
);
/** Words of a request that say nothing of the account. */
const IDLE = new Set(
  "a an the that this our us we is are was with for from in on at to by of and or who whose which what account accounts client clients customer customers company companies one business place guy people insured based located near".split(
    " ",
  ),
);
/** The states by their first letters, as addresses have them. */
const STATES: ReadonlyMap<string, string> = new Map(
  (
    "alabama al alaska ak arizona az arkansas ar california ca colorado co connecticut ct delaware de florida fl georgia ga hawaii hi idaho id illinois il indiana in " +
    "iowa ia kansas ks kentucky ky louisiana la maine me maryland md massachusetts ma michigan mi minnesota mn mississippi ms missouri mo montana mt nebraska ne nevada nv " +
    "ohio oh oklahoma ok oregon or pennsylvania pa tennessee tn texas tx utah ut vermont vt virginia va washington wa wisconsin wi wyoming wy"
  )
    .split(" ")
    .reduce<[string, string][]>((pairs, word, index, all) => {
      if (index % 2 === 0) pairs.push([word, all[index + 1] ?? ""]);
      return pairs;
    }, []),
);
/** Endings by which English makes people, places and work of the same trade: roofer and roofing, bakery and baker, dentist and dental. */
const TRADE_ENDING = /(?:ers?|ing|ery|eries|ries|ry|ists?|al)$/;
/** Fewer letters are no root: "al" ends "canal", "er" ends "beer". */
const ROOT_CHARS = 3;

/** The words of a name that tell it from others. */
export function nameWords(name: string): string[] {
  const words = plainWords(name);
  const own = words.filter((word) => !LEGAL.has(word));
  return own.length > 0 ? own : words;
}

/** From 0 to 1: whether one name is another way to write the other. */
export function nameLikeness(asked: string, name: string): number {
  const [left, right] = [nameWords(asked), nameWords(name)];
  if (left.length === 0 || right.length === 0) return 0;
  const together = likeness(left.join(""), right.join(""));
  // A short form leaves words out; words it has and the name doesn't speak against it.
  const mine = mean(left.map((word) => Math.max(...right.map((other) => wordLikeness(word, other)))));
  const theirs = mean(right.map((word) => Math.max(...left.map((other) => wordLikeness(word, other)))));
  return Math.max(together, 0.75 * mine + 0.25 * theirs);
}

/** Two words alike: by letters, a beginning of four letters or more nearly as good as the whole. */
function wordLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= 4 && long.startsWith(short)) return 0.95;
  const alike = likeness(one, other);
  return alike < 0.6 ? 0 : alike;
}

function likeness(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 0 : 1 - distance(one, other) / longest;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Letters to add, drop, change or swap with a neighbor (optimal string alignment). */
function distance(one: string, other: string): number {
  const width = other.length + 1;
  const table = new Uint16Array((one.length + 1) * width);
  const at = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let column = 1; column < width; column++) table[column] = column;
  for (let row = 1; row <= one.length; row++) {
    table[row * width] = row;
    for (let column = 1; column < width; column++) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      const plain = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + change,
      );
      table[row * width + column] = isSwap(one, other, row, column)
        ? Math.min(plain, at(row - 2, column - 2) + 1)
        : plain;
    }
  }
  return at(one.length, other.length);
}

function isSwap(one: string, other: string, row: number, column: number): boolean {
  return row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
}

/** A telling word, and how an account's file may say it. */
export interface TellingWord {
  readonly word: string;
  /** Words that begin so say it. */
  readonly start: string;
  /** Words of the same root say it. */
  readonly root: string;
  /** The word that says it by itself: a state's letters. */
  readonly whole: string | null;
}

/** The words of a description that tell one account from others. */
export function telling(description: string): TellingWord[] {
  return [...new Set(plainWords(description))]
    .filter((word) => !IDLE.has(word) && word.length > 1)
    .map((word) => ({
      word,
      start: word.length > 4 ? word.replace(/(?:ies|es|s)$/, "") : word,
      root: rootOf(word),
      whole: STATES.get(word) ?? null,
    }));
}

/** Beginnings of words by which accounts of these are looked up, those that tell more first. */
export function beginningsOf(words: readonly TellingWord[]): string[] {
  return [
    ...words.flatMap(({ start, whole }) => (whole === null ? [start] : [start, whole])),
    ...words.map(({ root }) => root),
  ];
}

/** How much of the telling words each account's words hold, from 0 to 1; a word that few hold counts more. */
export function coverage<Row>(
  asked: readonly TellingWord[],
  rows: readonly { readonly row: Row; readonly words: readonly string[] }[],
): { readonly row: Row; readonly score: number }[] {
  const holds = ({ start, root, whole }: TellingWord, words: readonly string[]): boolean =>
    words.some((word) => word === whole || word.startsWith(start) || rootOf(word) === root);
  const weights = asked.map((word) => {
    const count = rows.filter(({ words }) => holds(word, words)).length;
    return Math.log(1 + (rows.length + 1) / (count + 1));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return rows.map(({ row, words }) => ({
    row,
    score:
      asked.reduce((sum, word, index) => sum + (holds(word, words) ? (weights[index] ?? 0) : 0), 0) / all,
  }));
}

/** What is left of a word without the ending of its trade; itself where too little would be. */
function rootOf(word: string): string {
  const root = word.replace(TRADE_ENDING, "");
  return root.length < ROOT_CHARS ? word : root;
}
