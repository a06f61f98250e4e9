/** Search words of contacts: those stored with each contact, and those parsed from a query. Pure. */
import type { Contact } from "../../integrations/connections/index.ts";
import { plainWords } from "../../kernel/plain-words.ts";

const MAX_WORDS = 30;
const MAX_ASKED = 6;
/** Words with digits up to this length, such as units, match exactly: unit 4 is not unit 41. */
const WHOLE_DIGITS = 3;

/**
 * The words a contact is found by. Numbers are indexed by prefix, with and without country code, and by their
 * last seven and last four digits.
 */
export function wordsOfContact({ name, company, role, emails, numbers }: Contact): string[] {
  const digits = numbers.flatMap(({ number }) => {
    const all = number.replace(/\D/g, "");
    return all.length < 7 ? [all] : [all, all.slice(-10), all.slice(-7), all.slice(-4)];
  });
  const words = plainWords([name, company ?? "", role ?? "", ...emails].join(" "));
  return [...new Set([...words, ...emails.map((email) => email.toLowerCase()), ...digits])]
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
}

/** A query word: complete, or a prefix. */
export interface AskedWord {
  readonly word: string;
  readonly isWhole: boolean;
}

/** Parses a query into words. Numbers may contain spaces, dashes and parentheses. */
export function askedWords(question: string): AskedWord[] {
  const typed = question.trim();
  if (/^[+\d\s().-]+$/.test(typed)) {
    const digits = typed.replace(/\D/g, "");
    if (digits.length > WHOLE_DIGITS) return [{ word: digits, isWhole: false }];
  }
  const words = /^\S+@\S*$/.test(typed) ? [typed.toLowerCase()] : plainWords(typed);
  return words
    .slice(0, MAX_ASKED)
    .map((word) => ({ word, isWhole: /\d/.test(word) && word.length <= WHOLE_DIGITS }));
}

/**
 * Where a contact lives or works, parsed from the role: "Tenant, 12 Birch St #4B" is a tenant at "12 Birch St
 * #4B".
 */
export function placeOf(role: string | null): {
  readonly role: string | null;
  readonly place: string | null;
} {
  const cut = role?.indexOf(", ") ?? -1;
  const place = cut < 1 ? "" : (role?.slice(cut + 2) ?? "");
  return /\d/.test(place) ? { role: role?.slice(0, cut) ?? null, place } : { role, place: null };
}
