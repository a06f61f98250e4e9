/** How a person is recognized in what is kept, and what stands in their place. Pure. */
import { nationalNumber } from "../kernel/phone.ts";
import type { ErasedPerson } from "../protocol/erasure.ts";

/** What stands where a number, an address or an id was. */
export const ERASED = "[erased]";

/** Finds and takes out what belongs to one person. */
export interface Mark {
  readonly isIn: (value: unknown) => boolean;
  /** The value with everything of theirs replaced; the same value where there was nothing. */
  readonly without: (value: unknown) => unknown;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** A number however it is written: with or without its country, with blanks, dots, dashes or brackets. */
function numberPattern(e164: string): string {
  const national = nationalNumber(e164);
  const country = e164.slice(1, e164.length - national.length);
  const spaced = national.split("").join("[\\s().-]{0,3}");
  return `(?<!\\d)(?:(?:\\+|%2B|00)?${country}[\\s().-]{0,3})?\\(?${spaced}(?!\\d)`;
}

/** Makes it for a person: their numbers, addresses and ids. Names are others' too, and stay. */
export function markOf(person: ErasedPerson): Mark {
  const { contactId, numbers, addresses, conversations, approvals, calls } = person;
  const threads = conversations.filter((id) => id.startsWith("email:"));
  const ids = new Set([...(contactId === null ? [] : [contactId]), ...threads, ...approvals, ...calls]);
  const sources = [
    ...numbers.map(numberPattern),
    ...addresses.map((address) => `(?<![\\w.+-])${escaped(address)}(?![\\w-]|\\.\\w)`),
    ...[...ids].map((id) => `(?<![\\w-])${escaped(id)}(?![\\w-])`),
  ];
  const pattern = sources.length === 0 ? /(?!)/g : new RegExp(sources.join("|"), "gi");
  const isIn = (value: unknown): boolean => {
    if (typeof value === "string") return value.search(pattern) >= 0;
    if (typeof value !== "object" || value === null) return false;
    return Object.entries(value).some(([key, inner]) => key.search(pattern) >= 0 || isIn(inner));
  };
  const without = (value: unknown): unknown => {
    if (typeof value === "string") return value.replace(pattern, ERASED);
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key.replace(pattern, ERASED), without(inner)]),
    );
  };
  return { isIn, without: (value) => (isIn(value) ? without(value) : value) };
}
