/**
 * Detects what could mislead people in text that outsiders may have influenced: links, addresses, and numbers
 * that are not on record. Pure.
 */
import { lazy } from "./lazy.ts";

/** `scheme://x`, `www.x`, `x.example/path`, an IP address, also with a spelled-out or bracketed dot. */
const links = lazy(
  () =>
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+|\bwww\s*\.\s*\S+|\b(?:[\p{L}\p{M}\p{N}-]+\.)+(?!(?:am|pm)\b)\p{L}{2,24}\b(?:[/?#:]\S*)?|\b\d{1,3}(?:\.\d{1,3}){3}\b(?:[/?#:]\S*)?|\b[\p{L}\p{M}\p{N}-]+(?:\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?|\sdot\s)[\p{L}\p{M}\p{N}-]+\S*/giu,
);
const addresses = lazy(
  () => /[\p{L}\p{M}\p{N}._%+-]+\s?(?:@|[[(]\s?at\s?[\])])\s?[\p{L}\p{M}\p{N}.-]+\.\p{L}{2,}/giu,
);
/** Seven digits or more, however they are grouped. */
const numbers = lazy(() => /\+?\p{Nd}(?:[\s().\-–/]{0,2}\p{Nd}){6,}/gu);

const DATE = /^(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)$/;

/** Digits of the numbers in a text, to be checked against `onRecord`. */
export function numbersIn(words: string): string[] {
  return [...new Set((words.normalize("NFKC").match(numbers()) ?? []).map(digitsOf))];
}

/** The first link in a text, also one without a scheme; null without one. */
export function firstLink(words: string): string | null {
  return words.normalize("NFKC").match(links())?.[0] ?? null;
}

/** Removes everything that could mislead; `onRecord` holds the digits of numbers that may stay. */
export function withoutLeads(words: string, onRecord: ReadonlySet<string>): string {
  return words
    .normalize("NFKC")
    .replace(addresses(), "[address removed]")
    .replace(links(), "[link removed]")
    .replace(numbers(), (number) =>
      onRecord.has(digitsOf(number)) || DATE.test(number) ? number : "[number removed]",
    );
}

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, "");
}
