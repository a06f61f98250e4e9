/**
 * Finds contacts as people describe them: name parts in any order, with or without accents, a typo, a number
 * or its last digits, a company, a unit. Pure and deterministic.
 */

import type { Contact } from "../../../integrations/connections/index.ts";
import { plainWords } from "../../../kernel/plain-words.ts";

/** Match quality of a query word; typos count only if nothing better matched for any contact. */
const EXACT = 1;
const PREFIX = 0.8;
const INSIDE = 0.55;
const TYPO = 0.5;

const NAME_WEIGHT = 1;
const OTHER_WEIGHT = 0.7;

/** Words that do not help identify a person. */
const FILLER = new Set(
  "a an and apt apartment at contact for from in mr mrs ms number of on phone please text the to unit with who is".split(
    " ",
  ),
);

interface Indexed {
  readonly contact: Contact;
  readonly nameWords: readonly string[];
  readonly otherWords: readonly string[];
  readonly digits: readonly string[];
}

interface Scored {
  readonly contact: Contact;
  readonly score: number;
  readonly found: number;
  readonly typo: boolean;
  /** Misses a required word. */
  readonly lacks: boolean;
}

/**
 * Matching contacts, best first. If some match every word of the query, partial matches are omitted. A unit,
 * house number and street must match, or nothing does, because the next door is a different person.
 */
export function rankContacts(contacts: readonly Contact[], query: string): Contact[] {
  const { words, numbers } = wordsOfQuery(query);
  if (words.length + numbers.length === 0) return [];
  const scored = contacts
    .map(index)
    .map((entry) => score(entry, words, numbers))
    .filter(({ found, lacks }) => found > 0 && !lacks);
  const most = Math.max(...scored.map(({ found }) => found));
  const best = scored.filter(({ found }) => found === most);
  const certain = best.filter(({ typo }) => !typo);
  return (certain.length > 0 ? certain : best).sort(byScore).map(({ contact }) => contact);
}

/** Splits a query into words and numbers. */
export function wordsOfQuery(query: string): { words: string[]; numbers: string[] } {
  const numbers: string[] = [];
  const rest = query.replace(/\+?\(?\d[\d\s().-]{5,}\d/g, (written) => {
    numbers.push(written.replace(/\D/g, ""));
    return " ";
  });
  const all = plainWords(rest);
  const telling = all.filter((word) => !FILLER.has(word));
  return { words: telling.length > 0 || numbers.length > 0 ? telling : all, numbers };
}

function index(contact: Contact): Indexed {
  return {
    contact,
    nameWords: plainWords(contact.name),
    otherWords: plainWords(
      [contact.company, contact.role, ...contact.emails].filter((part) => part !== null).join(" "),
    ),
    digits: contact.numbers.map(({ number }) => number.replace(/\D/g, "")),
  };
}

function score(entry: Indexed, words: readonly string[], numbers: readonly string[]): Scored {
  let total = 0;
  let found = 0;
  let typo = false;
  let lacks = false;
  for (const [position, word] of words.entries()) {
    const inNumber =
      /^\d{4,}$/.test(word) && entry.digits.some((digits) => digits.endsWith(word)) ? EXACT : 0;
    const inName = bestMatch(word, entry.nameWords);
    const elsewhere = bestMatch(word, entry.otherWords);
    const match = Math.max(inNumber, inName, elsewhere);
    lacks ||= match === 0 && mustFit(words, position);
    if (match === 0) continue;
    found++;
    typo ||= match < PREFIX;
    total += Math.max(inNumber, inName * NAME_WEIGHT, elsewhere * OTHER_WEIGHT);
  }
  for (const number of numbers) {
    if (!entry.digits.some((digits) => digits.endsWith(number) || number.endsWith(digits))) continue;
    found++;
    total += EXACT;
  }
  const spare = Math.max(0, entry.nameWords.length - words.length) * 0.01;
  return { contact: entry.contact, score: total - spare, found, typo, lacks };
}

/** Whether a word is a unit or house number, or the street after one. */
function mustFit(words: readonly string[], position: number): boolean {
  return /\d/.test(words[position] ?? "") || /^\d+$/.test(words[position - 1] ?? "");
}

function bestMatch(word: string, candidates: readonly string[]): number {
  let best = 0;
  for (const candidate of candidates) best = Math.max(best, match(word, candidate));
  return best;
}

/** Words with digits (units, house numbers) must match exactly: unit 4 is not unit 41. */
function match(word: string, candidate: string): number {
  if (word === candidate) return EXACT;
  if (/\d/.test(word) || word.length < 2) return 0;
  if (candidate.startsWith(word)) return PREFIX;
  if (word.length >= 4 && candidate.includes(word)) return INSIDE;
  const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  return allowed > 0 && distanceWithin(word, candidate, allowed) ? TYPO : 0;
}

/**
 * Whether two words differ by at most `limit` edits: an added, missing or changed letter, or two swapped
 * neighbors.
 */
function distanceWithin(left: string, right: string, limit: number): boolean {
  if (Math.abs(left.length - right.length) > limit) return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (areSwapped(left, right, row, column)) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return (last[right.length] ?? limit + 1) <= limit;
}

/** Whether two words, up to a row and a column, end in the same two letters, swapped. */
function areSwapped(left: string, right: string, row: number, column: number): boolean {
  if (row < 2 || column < 2) return false;
  return left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
}

function byScore(left: Scored, right: Scored): number {
  if (left.score !== right.score) return right.score - left.score;
  if (left.contact.name !== right.contact.name) return left.contact.name < right.contact.name ? -1 : 1;
  return left.contact.id < right.contact.id ? -1 : 1;
}
