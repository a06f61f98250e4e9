/**
 * Words of the company in what a tool found. A tool puts such words into its result as a `passage`, which says where they stand; what is stored of the
 * answer is its JSON with the bare words, and beside it the path of each in that JSON.
 */
import type { Json } from "../../kernel/hash.ts";

/** Where words stand. A type, not an interface: it is a value of JSON. */
export type PassagePlace = {
  /** What opens them: a path in the app, or an address outside. */
  readonly link: string;
  readonly title: string;
  /** Their kind as `retrieve_context` calls it. */
  readonly in: string;
  /** Their day and time in the team's zone, or empty. */
  readonly at: string;
};

/** Words in an answer's JSON that a model can cite. */
export interface Passage extends PassagePlace {
  /** The way to the words from the top of the answer. */
  readonly path: readonly (string | number)[];
}

/** Words with their place, on their way from a tool to its answer. */
class PlacedWords {
  readonly words: string | readonly string[];
  readonly place: PassagePlace;

  constructor(words: string | readonly string[], place: PassagePlace) {
    this.words = words;
    this.place = place;
  }

  toJSON(): string | readonly string[] {
    return this.words;
  }
}

/** A page of ours, or one outside as a browser opens it. */
const OPENABLE = /^\/(?![/\\])|^https?:\/\/[^\s/@]+\//;

/**
 * Words in a tool's result that a model can cite, whole or line by line; in the answer's JSON they are the bare words. Words of no place that opens are no
 * more than that.
 */
export function passage(words: string | readonly string[], place: PassagePlace): Json {
  return OPENABLE.test(place.link) ? (new PlacedWords(words, place) as unknown as Json) : words;
}

/** Whether a value is words with their place: no object to look into. */
export function isPassage(value: unknown): boolean {
  return value instanceof PlacedWords;
}

/** Shortens a passage; null if the value is not one. Several lines become one text. */
export function shortenedPassage(value: Json, shorten: (words: string) => string): Json | null {
  if (!isPassage(value)) return null;
  const { words, place } = value as unknown as PlacedWords;
  return passage(shorten(typeof words === "string" ? words : words.join("\n")), place);
}

/** The passages of an answer, in its order. */
export function passagesIn(answer: unknown, path: Passage["path"] = []): Passage[] {
  if (answer instanceof PlacedWords) return [{ path, ...answer.place }];
  if (answer === null || typeof answer !== "object") return [];
  const isList = Array.isArray(answer);
  return Object.entries(answer).flatMap(([key, one]) =>
    passagesIn(one, [...path, isList ? Number(key) : key]),
  );
}

/** The object of an answer that holds a passage's words, and the name of the field; null where no words stand there. */
export function holderOf(
  answer: unknown,
  { path }: Pick<Passage, "path">,
): { readonly thing: Record<string, unknown>; readonly field: string; readonly words: string } | null {
  let thing: unknown = answer;
  for (const step of path.slice(0, -1)) thing = (thing as Record<string | number, unknown> | null)?.[step];
  const field = String(path.at(-1));
  if (thing === null || typeof thing !== "object" || !Object.hasOwn(thing, field)) return null;
  const words = (thing as Record<string, unknown>)[field];
  const text = Array.isArray(words) ? words.join("\n") : words;
  return typeof text === "string" ? { thing: thing as Record<string, unknown>, field, words: text } : null;
}
