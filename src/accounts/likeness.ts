/** Similarity of names, and how well an account's words cover a description. Pure. */
import { plainWords } from "../kernel/plain-words.ts";

/** Words common in company names. */
const LEGAL = new Set(
  "the and of llc inc co corp corporation ltd limited company lp llp lllp pllc pc plc gmbh group".split(" "),
);
/** Words of a request that do not describe an account, such as those that stand in every file. */
const IDLE = new Set(
  "a an the all any every that this our us we is are was with for from in on at to by of and or who whose which what account accounts client clients customer customers company companies one business place guy people insured insurance insurances policy policies coverage coverages cover covers have has file files based located near".split(
    " ",
  ),
);
/** State names and their abbreviations, as used in addresses. */
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
/**
 * English endings for people, places and work of the same trade: roofer and roofing, bakery and baker,
 * dentist and dental.
 */
const TRADE_ENDING = /(?:ers?|ing|ery|eries|ries|ry|ists?|al)$/;
/** Minimum letters of a root: "al" also ends "canal", "er" ends "beer". */
const ROOT_CHARS = 3;

/** The distinctive words of a name. */
export function nameWords(name: string): string[] {
  const words = plainWords(name);
  const own = words.filter((word) => !LEGAL.has(word));
  return own.length > 0 ? own : words;
}

/** From 0 to 1: whether one name is a variant of the other. */
export function nameLikeness(asked: string, name: string): number {
  const [left, right] = [nameWords(asked), nameWords(name)];
  if (left.length === 0 || right.length === 0) return 0;
  const together = likeness(left.join(""), right.join(""));
  // A short form may omit words; additional words count against the match.
  const mine = mean(left.map((word) => Math.max(...right.map((other) => wordLikeness(word, other)))));
  const theirs = mean(right.map((word) => Math.max(...left.map((other) => wordLikeness(word, other)))));
  return Math.max(together, 0.75 * mine + 0.25 * theirs);
}

/**
 * Similarity of words by letters; a prefix of four or more letters counts almost as much as the full word.
 */
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

/** Edit distance with swaps of neighboring letters (optimal string alignment). */
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

/** A distinctive word, and how an account's file may express it. */
interface TellingWord {
  readonly word: string;
  /** Matches words with this prefix. */
  readonly start: string;
  /** Matches words with this root. */
  readonly root: string;
  /** Matches this exact word, such as a state's abbreviation or the singular of a short word. */
  readonly whole: string | null;
}

/** The distinctive words of a description. */
export function telling(description: string): TellingWord[] {
  return [...new Set(plainWords(description))]
    .filter((word) => !IDLE.has(word) && word.length > 1)
    .map((word) => ({
      word,
      start: word.length > 4 ? word.replace(/(?:ies|es|s)$/, "") : word,
      root: rootOf(word),
      whole: STATES.get(word) ?? singularOf(word),
    }));
}

/** `cars`: car. A longer word is matched by its prefix. */
function singularOf(word: string): string | null {
  return /^[a-z]{2,3}s$/.test(word) && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : null;
}

/** Word prefixes for index lookups, most distinctive first. */
export function beginningsOf(words: readonly TellingWord[]): string[] {
  return [
    ...words.flatMap(({ start, whole }) => (whole === null ? [start] : [start, whole])),
    ...words.map(({ root }) => root),
  ];
}

/** From 0 to 1: how many of the words each account matches, weighted by rarity. */
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

/** The word without its trade ending; unchanged if the root would be too short. */
function rootOf(word: string): string {
  const root = word.replace(TRADE_ENDING, "");
  return root.length < ROOT_CHARS ? word : root;
}
