/** The people behind some search results, each once. Pure. */
import type { ContactLine } from "../../../../src/messaging/api/contacts.ts";
import type { Conversation } from "../../../../src/agent/api/conversation.ts";
import type { SearchResult } from "../../../../src/platform/api/search.ts";
import { clipped } from "../../components/text-pieces.ts";
import { phoneWords } from "../../components/words.ts";

export interface Person {
  /** Their number, or their name if there is no number. */
  readonly key: string;
  readonly name: string;
  /** Tells them apart from people with the same name. */
  readonly detail: string;
  readonly href: string;
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether every word begins a word of the name, or of the number. */
export function isNamed(name: string, detail: string, words: string): boolean {
  const known = plain(`${name} ${detail}`)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const digits = detail.replace(/\D/g, "");
  const asked = plain(words).split(/\s+/).filter(Boolean);
  return asked.every(
    (word) =>
      known.some((one) => one.startsWith(word)) ||
      (/^\+?\d{3,}$/.test(word) && digits.includes(word.replace("+", ""))),
  );
}

/** A contact's detail that tells it apart from others with the same name: place, or role. */
export function ofContact({ id, name, place, role, company, phone, email }: ContactLine): Person {
  const detail = place ?? role ?? company ?? phone ?? email ?? "";
  return {
    key: id,
    name: clipped(name, 100),
    detail: clipped(detail, 80),
    href: `/contacts/${encodeURIComponent(id)}`,
  };
}

/** The person the texts and calls belong to. */
export function peopleInTexts(hits: readonly SearchResult[]): Person[] {
  return hits.flatMap(({ source, title, meta }) => {
    const number = meta["number"];
    if ((source !== "sms" && source !== "call") || typeof number !== "string") return [];
    return [ofNumber(clipped(title, 100), number)];
  });
}

export function peopleInConversations(conversations: readonly Conversation[]): Person[] {
  return conversations.flatMap(({ id, contact, deletedAt }) => {
    if (!contact || deletedAt) return [];
    if (contact.phone !== undefined) return [ofNumber(clipped(contact.name, 100), contact.phone)];
    const name = clipped(contact.name, 100);
    return [{ key: plain(name), name, detail: "", href: `/conversations/${encodeURIComponent(id)}` }];
  });
}

function ofNumber(name: string, number: string): Person {
  const shown = phoneWords(number);
  return {
    key: number,
    name: name || shown,
    detail: name === shown || name === number ? "" : shown,
    href: `/contacts/${encodeURIComponent(number)}`,
  };
}

/** People the words name, best known first; the first source that has a person decides their name. */
export function namedPeople(words: string, lists: readonly (readonly Person[])[], most: number): Person[] {
  const known = new Map<string, Person>();
  for (const person of lists.flat()) {
    if (!known.has(person.key) && isNamed(person.name, person.detail, words)) known.set(person.key, person);
  }
  return [...known.values()].slice(0, most);
}
