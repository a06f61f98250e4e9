/** Contacts as the look-up tool returns them, and which of them is meant by somebody's words. */
import { record } from "./transcript.ts";

/** A contact of a look-up's result. */
export interface FoundContact {
  readonly name: string;
  readonly about: string;
  readonly number: string | null;
  readonly internal: boolean;
  readonly emails: readonly string[];
  readonly company: string | null;
  readonly role: string | null;
}

/** Which contact is meant: one, several to choose from, a near miss, or nobody. */
export type Match =
  | { readonly kind: "one"; readonly contact: FoundContact }
  | { readonly kind: "several"; readonly contacts: readonly FoundContact[] }
  | { readonly kind: "similar"; readonly contacts: readonly FoundContact[] }
  | { readonly kind: "nobody" };

const MOST_OPTIONS = 6;

/** Reads the contacts of a look-up's result; results of another shape hold none. */
export function readContacts(data: unknown): FoundContact[] {
  const content = record(data)["content"] ?? data;
  if (!Array.isArray(content)) return [];
  return content.map(record).flatMap((item): FoundContact[] => {
    const text = (name: string): string | null => {
      const value = item[name];
      return typeof value === "string" && value !== "" ? value : null;
    };
    const name = text("name");
    if (name === null) return [];
    const numbers = Array.isArray(item["numbers"]) ? item["numbers"] : [];
    const number = record(numbers[0])["number"];
    const emails = Array.isArray(item["emails"]) ? item["emails"].map(String) : [];
    const about = [text("role"), text("company")].filter((part) => part !== null).join(", ");
    return [
      {
        name,
        about,
        number: typeof number === "string" ? number : null,
        internal: item["internal"] === true,
        emails,
        company: text("company"),
        role: text("role"),
      },
    ];
  });
}

/** A contact as an option a person can choose, telling namesakes apart. */
export function optionOf(contact: FoundContact): string {
  return contact.about === ""
    ? `${contact.name}, ${contact.number ?? "no number"}`
    : `${contact.name}, ${contact.about}`;
}

/** Lower-case words without accents or punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]s\b/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

const FILLER = new Set(
  "the a an in at of from our my who is mr mrs ms dr unit apartment apt number st street please".split(" "),
);

/** Picks whom the words mean among the contacts a look-up returned for them. */
export function chooseContact(who: string, contacts: readonly FoundContact[]): Match {
  const digits = who.replace(/\D/g, "");
  if (digits.length >= 7) {
    const byNumber = contacts.filter(({ number }) => number?.replace(/\D/g, "").endsWith(digits.slice(-10)));
    return matchOf(byNumber);
  }
  const wanted = wordsOf(who).filter((word) => !FILLER.has(word));
  const full = contacts.filter(({ name }) => wordsOf(name).join(" ") === wanted.join(" "));
  if (full.length > 0) return matchOf(full);
  const every = contacts.filter((contact) => {
    const have = wordsOf(`${contact.name} ${contact.about}`);
    return wanted.every((word) =>
      have.some((known) => known === word || (word.length > 2 && known.startsWith(word))),
    );
  });
  const named = every.filter(({ name }) => wordsOf(name).some((word) => wanted.includes(word)));
  if (every.length > 0) return matchOf(named.length > 0 ? named : every);
  const similar = contacts.filter(({ name }) =>
    wanted.every((word) => wordsOf(name).some((known) => misspelt(word, known))),
  );
  return similar.length > 0
    ? { kind: "similar", contacts: similar.slice(0, MOST_OPTIONS) }
    : { kind: "nobody" };
}

/** Whether two words differ by a slip or two: a letter lost, added, changed. */
function misspelt(left: string, right: string): boolean {
  const allowed = left.length < 3 ? 0 : left.length < 8 ? 1 : 2;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of left.split("").entries()) {
    const next = [index + 1];
    for (let column = 1; column <= right.length; column++) {
      const change = (row[column - 1] ?? 0) + (letter === right[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? Infinity) <= allowed;
}

function matchOf(contacts: readonly FoundContact[]): Match {
  const [only, ...others] = contacts;
  if (only === undefined) return { kind: "nobody" };
  return others.length === 0
    ? { kind: "one", contact: only }
    : { kind: "several", contacts: contacts.slice(0, MOST_OPTIONS) };
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** The contact an answer chooses among those offered; null when it does not tell. */
export function chosenBy(answer: string, offered: readonly FoundContact[]): FoundContact | null {
  const exact = offered.find((contact) => optionOf(contact) === answer.trim());
  if (exact !== undefined) return exact;
  const said = wordsOf(answer);
  const place = ORDINALS.findIndex((word) => said.includes(word));
  const number = /^\s*(?:number |#)?([1-6])\.?\s*$/i.exec(answer)?.[1];
  const byPlace = offered[number === undefined ? place : Number(number) - 1];
  if (byPlace !== undefined) return byPlace;
  // Only words that tell the offered people apart count: "the one in 3B" chooses by the unit, not by "in".
  const telling = (contact: FoundContact): number => {
    const own = wordsOf(optionOf(contact));
    const others = offered.filter((other) => other !== contact).flatMap((other) => wordsOf(optionOf(other)));
    return said.filter((word) => own.includes(word) && !others.includes(word)).length;
  };
  const scored = offered.map((contact) => ({ contact, score: telling(contact) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const winners = scored.filter(({ score }) => score === best);
  return best > 0 && winners.length === 1 ? (winners[0]?.contact ?? null) : null;
}
