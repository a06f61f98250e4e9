/**
 * Names in texts and their invented replacements: each word of a name maps to one word, so that a name is
 * replaced identically everywhere.
 */
import { plainWords } from "../../kernel/plain-words.ts";
import { isCommon, isRole, PSEUDONYM_WORDS, PSEUDONYMS } from "./vocabulary.ts";

/** A person whose name may occur in the texts. */
interface KnownName {
  readonly name: string;
  /** A company or an address: its words count only if capitalized. */
  readonly isCapital?: boolean;
}

const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
/** Characters of context considered before a word. */
const BEFORE_CHARS = 12;
const TITLE = /(?:^|[^\p{L}])(?:Mrs?|Ms|Mx|Dr|Prof|Sra?|Hr|Fr|\p{Lu})\.$/u;
const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;

/** Consecutive capitalized words. */
interface Run {
  readonly words: readonly string[];
  /** Whether it starts a sentence, so that the capital is not significant. */
  readonly begins: boolean;
  /** Whether it is in a typical name position: before a comma, or as a closing line. */
  readonly isSaid: boolean;
}

export class Names {
  readonly #words = new Map<string, string>();
  readonly #anyCase = new Set<string>();
  readonly #uncased: readonly string[];
  readonly #others: string[] = [];
  readonly #free: readonly (readonly [string, string])[];
  #next = 0;

  /** Invented names that occur in the texts are not used. */
  constructor(texts: readonly string[], known: readonly KnownName[]) {
    const taken = new Set([...known.map(({ name }) => name), ...texts].flatMap(plainWords));
    this.#free = PSEUDONYMS.filter((pair) => pair.every((word) => !taken.has(word.toLowerCase())));
    this.#uncased = known.map(({ name }) => name.trim()).filter((name) => /^[\p{Lo}\p{M}]{2,}$/u.test(name));
    for (const { name, isCapital = false } of known) {
      const words = wordsOf(name);
      this.#assign(words);
      for (const word of isCapital ? [] : words)
        if (word.length > 2 && !isCommon(word)) this.#anyCase.add(word);
    }
  }

  /** Invented names of unknown people. */
  get others(): readonly string[] {
    return this.#others;
  }

  /** The invented name of a known person. */
  nameOf(name: string): string {
    const words = wordsOf(name).flatMap((word) => this.#words.get(word) ?? []);
    return [...new Set(words)].slice(0, 2).join(" ");
  }

  replace(text: string): string {
    const whole = this.#uncased.reduce((left, name) => left.replaceAll(name, this.nameOf(name)), text);
    return whole.replaceAll(WORD, (found: string, at: number) => {
      const { own, ending } = possessive(found);
      const isDate = CALENDAR.test(own.toLowerCase()) && isBesideFigure(whole, at, found.length);
      const name = isDate ? null : this.#wordFor(own);
      return name === null ? found : `${name}${ending}`;
    });
  }

  #wordFor(word: string): string | null {
    const parts = plainWords(word);
    const names = [...new Set(parts.flatMap((part) => this.#words.get(part) ?? []))];
    if (names.length === 0) return null;
    const isCapital = /^\p{Lu}/u.test(word) || !/\p{Ll}/u.test(word);
    return isCapital || parts.some((part) => this.#anyCase.has(part)) ? names.join("-") : null;
  }

  /**
   * Maps the words of a name to words of one invented name; returns the new ones, empty if all were mapped.
   */
  #assign(words: readonly string[]): string[] {
    const fresh = words.filter((word) => !this.#words.has(word));
    if (fresh.length === 0) return [];
    let pair: (string | undefined)[] = [];
    return fresh.map((word) => {
      if (pair.length === 0) pair = [...this.#take()].slice(word === words[0] ? 0 : 1);
      const name = pair.shift() ?? "";
      this.#words.set(word, name);
      return name;
    });
  }

  #take(): readonly [string, string] {
    const list = this.#free.length === 0 ? PSEUDONYMS : this.#free;
    const round = Math.floor(this.#next / list.length);
    const [first = "", last = ""] = list[this.#next++ % list.length] ?? [];
    return round === 0 ? [first, last] : [`${first}${round + 1}`, `${last}${round + 1}`];
  }

  /** Detects unknown names by capitals where sentences have none. */
  learn(text: string): void {
    text.split("\n").forEach((line, index) => {
      // In all-caps lines, capitals mean nothing.
      if (!/\p{Ll}/u.test(line) && /\p{L}\P{L}+\p{L}/u.test(line)) return;
      for (const run of runsIn(line, index > 0)) {
        const fresh = run.words.flatMap((word, at) =>
          at === 0 && run.begins && run.words.length === 1 && !run.isSaid ? [] : this.#unknown(word),
        );
        const name = this.#assign(fresh);
        if (name.length > 0) this.#others.push(name.slice(0, 2).join(" "));
      }
    });
  }

  /** The unmapped words of an unknown name; empty for ordinary words. */
  #unknown(word: string): string[] {
    const parts = plainWords(possessive(word).own).filter((part) => part.length > 1);
    const isPlain = (part: string): boolean =>
      isCommon(part) || PSEUDONYM_WORDS.has(part) || this.#words.has(part);
    return parts.every(isPlain) ? [] : parts;
  }
}

/** Whether any word of a name is among the mentioned words (folded). */
export function isNamed(name: string, said: ReadonlySet<string>): boolean {
  return wordsOf(name).some((word) => said.has(word));
}

/** The words of a name, folded, without role words; for a bare number, the number itself. */
function wordsOf(name: string): string[] {
  const local = name.split("@")[0] ?? name;
  const words = plainWords(local).filter((word) => /\p{L}/u.test(word) && !isRole(word));
  const long = words.filter((word) => word.length > 1);
  return long.length === 0 ? [name] : long;
}

function possessive(word: string): { readonly own: string; readonly ending: string } {
  const [ending = ""] = /['’][sS]$/u.exec(word) ?? [];
  return { own: word.slice(0, word.length - ending.length), ending };
}

function isBesideFigure(text: string, at: number, length: number): boolean {
  return (
    /\p{Nd}(?:st|nd|rd|th)?\.?\s(?:of\s)?$/u.test(text.slice(Math.max(0, at - 8), at)) ||
    /^\.?,?\s?\p{Nd}/u.test(text.slice(at + length, at + length + 4))
  );
}

function* runsIn(line: string, isLater: boolean): Generator<Run> {
  let words: string[] = [];
  let start = 0;
  let end = -1;
  const run = (): Run => ({
    words,
    begins: beginsSentence(line, start),
    isSaid: line[end] === "," || (isLater && isAlone(line, start, end)),
  });
  for (const { 0: word, index } of line.matchAll(WORD)) {
    const isCapital = /^[\p{Lu}\p{Lt}]/u.test(word);
    const goesOn = index === end + 1 && line[end] === " ";
    if (words.length > 0 && !(isCapital && goesOn)) {
      yield run();
      words = [];
    }
    if (!isCapital) continue;
    if (words.length === 0) start = index;
    words.push(word);
    end = index + word.length;
  }
  if (words.length > 0) yield run();
}

/** Whether nothing else is on the line. */
function isAlone(line: string, start: number, end: number): boolean {
  return start < BEFORE_CHARS && !/\p{L}/u.test(line.slice(0, start)) && line.slice(end).trim() === "";
}

function beginsSentence(line: string, at: number): boolean {
  const from = Math.max(0, at - BEFORE_CHARS);
  const before = line.slice(from, at).replace(/[\s"“”„«»'‘’()[\]*_#>•–—-]+$/u, "");
  if (before === "") return from === 0;
  return /[.!?…¿¡]$/u.test(before) && !TITLE.test(before);
}
