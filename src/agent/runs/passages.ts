/**
 * Company text in tool results. A tool marks such text as a `passage` with its source. The answer is stored
 * as JSON with the plain text, together with the path of each passage in it.
 */
import type { Json } from "../../kernel/hash.ts";

/** The `format` of a result that holds a digest instead of its whole source. A result without `format` is verbatim. Persisted. */
export const SUMMARIZED = "summarized";
/** The `format` of a result that was cut. Persisted. */
export const TRUNCATED = "truncated";

/** A passage's source. A type alias, because an interface isn't assignable to Json. */
export type PassagePlace = {
  /** A path in the app, or an external URL. */
  readonly link: string;
  readonly title: string;
  /** The kind, in the terms of `retrieve_context`. */
  readonly in: string;
  /** Day and time in the team's zone, or empty. */
  readonly at: string;
};

/** Text in an answer's JSON that a model can cite. */
export interface Passage extends PassagePlace {
  /** The path from the root of the answer. */
  readonly path: readonly (string | number)[];
}

/** Text with its source, between a tool and its answer. */
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

/** A page of the app, or an absolute URL. */
const OPENABLE = /^\/(?![/\\])|^https?:\/\/[^\s/@]+\//;

/**
 * Marks text in a tool's result as citable, as a whole or line by line. In the answer's JSON it is plain
 * text. Text without a link that opens is not marked.
 */
export function passage(words: string | readonly string[], place: PassagePlace): Json {
  return OPENABLE.test(place.link) ? (new PlacedWords(words, place) as unknown as Json) : words;
}

/** Whether a value is marked text, which is not an object to search in. */
export function isPassage(value: unknown): boolean {
  return value instanceof PlacedWords;
}

/** Shortens a passage; null if the value is not one. Several lines are joined. */
export function shortenedPassage(value: Json, shorten: (words: string) => string): Json | null {
  if (!isPassage(value)) return null;
  const { words, place } = value as unknown as PlacedWords;
  return passage(shorten(typeof words === "string" ? words : words.join("\n")), place);
}

/** The passages of an answer, in order. */
export function passagesIn(answer: unknown, path: Passage["path"] = []): Passage[] {
  if (answer instanceof PlacedWords) return [{ path, ...answer.place }];
  if (answer === null || typeof answer !== "object") return [];
  const isList = Array.isArray(answer);
  return Object.entries(answer).flatMap(([key, one]) =>
    passagesIn(one, [...path, isList ? Number(key) : key]),
  );
}

/** The object and field of an answer that hold a passage's text; null if there is none. */
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
