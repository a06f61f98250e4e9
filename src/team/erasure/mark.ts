/** Recognizes a person in stored data, and masks them. Pure. */
import { nationalNumber } from "../../kernel/phone.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import type { ErasedPerson } from "../api/erasure.ts";

/** Replaces numbers, addresses, IDs and full names. */
export const ERASED = "[erased]";

/** Finds and masks one person's data. */
export interface Mark {
  /** Whether a value contains one of their numbers, addresses or IDs. */
  readonly isKeyIn: (value: unknown) => boolean;
  /** Also their full name as names are written: what `without` masks. */
  readonly isIn: (value: unknown) => boolean;
  /** Also their name in any case, and unique parts of it: too weak to mask, enough to list. */
  readonly isNamed: (value: unknown) => boolean;
  /** Also their full name if others have it too: for people to review. */
  readonly isListed: (value: unknown) => boolean;
  /** Whether masked data is surrounded by words, which may still identify them. */
  readonly isAmidWords: (value: unknown) => boolean;
  /** The value with all their data masked; the same value if there was none. */
  readonly without: (value: unknown) => unknown;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** A number in any format: with or without country code, with spaces, dots, dashes or parentheses. */
function numberPattern(e164: string): string {
  const national = nationalNumber(e164);
  const country = e164.slice(1, e164.length - national.length);
  const spaced = national.split("").join("[\\s().\\-]{0,3}");
  return `(?<!\\d)(?:(?:\\+|%2B|00)?${country}[\\s().\\-]{0,3})?\\(?${spaced}(?!\\d)`;
}

/**
 * The preceding character must not belong to it; in raw JSON, the letter of an escaped line break directly
 * precedes the next line.
 */
const after = (inside: string): string => `(?:(?<!${inside})|(?<=\\\\[bfnrt]))`;

/** A word or name that is not part of a longer word. Words of a name may be joined as in file names. */
function namePattern(words: readonly string[]): string {
  return `${after("[\\p{L}\\p{N}]")}${words.map(escaped).join("[\\s._,\\-]{1,3}")}(?![\\p{L}\\p{N}])`;
}

/** First name first, and last name first. */
function bothWays(name: string): string[] {
  const words = name.split(/\s+/).filter((word) => word !== "");
  return [namePattern(words), namePattern([...words.slice(-1), ...words.slice(0, -1)])];
}

/** A full name in any case, also without accents, and with the last name first. */
function wholeNamePatterns(name: string): string[] {
  return [name, plainWords(name).join(" ")].flatMap(bothWays);
}

/** A capitalized full name: "Main Street" counts as a name, "the main street" doesn't. */
function writtenNamePatterns(name: string): string[] {
  const capital = (word: string): string => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  const lower = name.toLowerCase();
  const plain = plainWords(name).map(capital).join(" ");
  const written = [name, lower.split(/\s+/).map(capital).join(" "), name.toUpperCase(), plain];
  return [...new Set(written)].flatMap(bothWays).map((one) => `(?-i:${one})`);
}

export function markOf(person: ErasedPerson): Mark {
  const { contactId, numbers, addresses, conversations, approvals, calls } = person;
  const { whole, parts, shared } = person.names ?? { whole: [], parts: [], shared: [] };
  const threads = conversations.filter((id) => id.startsWith("email:"));
  const ids = new Set([...(contactId === null ? [] : [contactId]), ...threads, ...approvals, ...calls]);
  const keys = [
    ...numbers.map(numberPattern),
    ...addresses.map((address) => `${after("[\\w.+\\-]")}${escaped(address)}(?![\\w\\-]|\\.\\w)`),
    ...[...ids].map((id) => `${after("[\\w\\-]")}${escaped(id)}(?![\\w\\-])`),
  ];
  const pattern = patternOf([...keys, ...whole.flatMap(writtenNamePatterns)]);
  const isIn = finder(pattern);
  const without = (value: unknown): unknown => {
    if (typeof value === "string") return value.replace(pattern, ERASED);
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key.replace(pattern, ERASED), without(inner)]),
    );
  };
  const names = [...whole.flatMap(wholeNamePatterns), ...parts.map((part) => namePattern([part]))];
  const named = [...keys, ...names];
  const isAmidWords = (value: unknown): boolean => {
    if (typeof value === "string") return isIn(value) && holdsWords(value.replace(pattern, ""));
    if (typeof value !== "object" || value === null) return false;
    return Object.values(value).some(isAmidWords);
  };
  return {
    isKeyIn: finder(patternOf(keys)),
    isIn,
    isNamed: finder(patternOf(named)),
    isListed: finder(patternOf([...named, ...shared.flatMap(wholeNamePatterns)])),
    isAmidWords,
    without: (value) => (isIn(value) ? without(value) : value),
  };
}

/**
 * For conversations: IDs of drafts and calls are kept, because turns refer to them and they reveal nothing.
 */
export function markOfConversations(person: ErasedPerson): Mark {
  return markOf({ ...person, approvals: [], calls: [] });
}

/** IDs and lists of numbers contain no word next to a space. */
function holdsWords(text: string): boolean {
  return /\s/.test(text) && /\p{L}{2}/u.test(text);
}

function patternOf(sources: readonly string[]): RegExp {
  return sources.length === 0 ? /(?!)/g : new RegExp(sources.join("|"), "giu");
}

function finder(pattern: RegExp): (value: unknown) => boolean {
  const finds = (value: unknown): boolean => {
    if (typeof value === "string") return value.search(pattern) >= 0;
    if (typeof value !== "object" || value === null) return false;
    return Object.entries(value).some(([key, inner]) => key.search(pattern) >= 0 || finds(inner));
  };
  return finds;
}
