/** Identities: what identifies a person or thing across records, and its name. Pure. */
import { plainWords } from "../../kernel/plain-words.ts";
import type { SaidName } from "../../platform/said-names.ts";
import type { EntityType } from "../api/entities.ts";

/** One record's identity. */
export interface Identity {
  readonly key: string;
  readonly type: EntityType;
  readonly name: string;
  /** Lowercase. */
  readonly emails: readonly string[];
  /** E.164. */
  readonly phones: readonly string[];
  readonly contactId: string | null;
}

const NAME_CHARS = 200;
const MOST_KEYS = 20;
const MOST_WORDS = 50;
const MOST_TITLE_WORDS = 24;
/** Longest name, in words, that is looked for in titles. */
const LONGEST_NAME = 4;
/** Company suffixes. */
const FORM = /[,\s]+(?:inc|llc|ltd|co|corp|gmbh|plc)\.?$/i;
/** A unit after an address. */
const UNIT = /[,\s]+(?:#\s*|(?:apt|apartment|unit|suite|ste)\.?\s+)[\w-]+$/i;
/** A house number and a street of at least two words, such as "12 Birch St", and its short form, "12 Birch". */
const HOUSE = /^\d+[a-z]?(?:-\d+)?\s+\p{L}\S*\s+\S/iu;
const SHORT_HOUSE = /^\d+[a-z]?(?:-\d+)?\s+\p{L}\S+$/iu;
/** Addresses of automated senders. */
const MACHINE =
  /^(?:no-?reply|do-?not-?reply|notifications?|mailer-daemon|postmaster|bounces?|newsletters?|news|updates?|alerts?)(?:[+@._-])/i;
/** Street suffixes, normalized. */
const STREETS: Readonly<Record<string, string>> = {
  ave: "avenue",
  blvd: "boulevard",
  ct: "court",
  dr: "drive",
  ln: "lane",
  pl: "place",
  rd: "road",
  st: "street",
  ter: "terrace",
};

/** An identity by address alone; null for automated senders. */
export function addressIdentity(address: string, name: string): Identity | null {
  const email = address.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 320 || MACHINE.test(email)) return null;
  const called = name.trim() === "" ? email : name.trim().slice(0, NAME_CHARS);
  return person(`email:${email}`, called, { emails: [email] });
}

/** An identity by name alone; null for a single word, which is ambiguous. */
export function nameIdentity(name: string): Identity | null {
  const words = plainWords(name);
  return words.length < 2 || words.length > 5
    ? null
    : person(`name:${words.join(" ")}`, name.trim().slice(0, NAME_CHARS), {});
}

export function contactIdentity(contact: {
  readonly id: string;
  readonly name: string;
  readonly emails: readonly string[];
  readonly numbers: readonly { readonly number: string }[];
}): Identity {
  const { id, name, emails, numbers } = contact;
  return person(`contact:${id}`, name, {
    emails: emails.slice(0, MOST_KEYS).map((email) => email.toLowerCase()),
    phones: numbers.slice(0, MOST_KEYS).map(({ number }) => number),
    contactId: id,
  });
}

export function memberIdentity(user: {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}): Identity {
  const { id, name, email, phone } = user;
  return person(`user:${id}`, name, { emails: [email.toLowerCase()], phones: phone === null ? [] : [phone] });
}

/** The company on a card; null if it is the person's own name. */
export function companyIdentity(company: string | null, personName: string): Identity | null {
  const name = (company ?? "").trim().replace(FORM, "").slice(0, NAME_CHARS);
  return name === "" || wholeName(name) === wholeName(personName) ? null : thingIdentity("company", name);
}

/** The property of an address such as "12 Birch St #4B"; null if it isn't one. */
export function propertyIdentity(place: string | null): Identity | null {
  const [street = ""] = (place ?? "").trim().replace(UNIT, "").split(/,|\n/);
  const name = street.trim().slice(0, NAME_CHARS);
  return HOUSE.test(name) ? thingIdentity("property", name) : null;
}

/** A task container: a Jira project or ClickUp list. */
export function projectIdentity(name: string): Identity | null {
  return thingIdentity("project", name.trim().slice(0, NAME_CHARS));
}

/** A label; null if it names a property, which is matched by name. */
export function topicIdentity(label: string): Identity | null {
  const name = label.trim().slice(0, NAME_CHARS);
  return SHORT_HOUSE.test(name) || HOUSE.test(name) ? null : thingIdentity("topic", name);
}

/** The identity a text names; null if the name alone is ambiguous. */
export function saidIdentity({ type, name }: SaidName): Identity | null {
  switch (type) {
    case "person":
      return nameIdentity(name);
    case "company":
      return companyIdentity(name, "");
    case "project":
      return projectIdentity(name);
    case "topic":
      return topicIdentity(name);
  }
}

/** A full name, normalized for comparison. */
export function wholeName(name: string): string {
  return plainWords(name)
    .map((word) => STREETS[word] ?? word)
    .join(" ");
}

/** Full names that match; for a property also its number with the first word of the street. */
export function namesOf({ type, name }: Pick<Identity, "type" | "name">): string[] {
  const whole = wholeName(name);
  return type === "property" ? [whole, whole.split(" ").slice(0, 2).join(" ")] : [whole];
}

/** Keys for matching people: full name (at least two words, no address), addresses, numbers. */
export function keysOf({ name, emails, phones }: Pick<Identity, "name" | "emails" | "phones">): string[] {
  const whole = name.includes("@") ? "" : wholeName(name);
  return [...(whole.includes(" ") ? [whole] : []), ...emails, ...phones];
}

/** Search terms: keys and the words of the name, addresses and numbers. */
export function wordsOf(identity: Pick<Identity, "type" | "name" | "emails" | "phones">): string[] {
  const { name, emails, phones } = identity;
  const digits = phones.map((phone) => phone.replace(/\D/g, ""));
  const parts = digits.flatMap((all) => [all, all.slice(-10), all.slice(-7), all.slice(-4)]);
  const words = [...plainWords(name), ...emails.flatMap(plainWords), ...parts];
  return [...new Set([...namesOf(identity), ...keysOf(identity), ...words])]
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
}

/** Word sequences of a title that may be names, normalized. */
export function runsOf(title: string): string[] {
  const words = wholeName(title).split(" ").slice(0, MOST_TITLE_WORDS);
  const runs: string[] = [];
  for (let from = 0; from < words.length; from++)
    for (let length = 2; length <= LONGEST_NAME && from + length <= words.length; length++)
      runs.push(words.slice(from, from + length).join(" "));
  return [...new Set(runs)];
}

function person(key: string, name: string, more: Partial<Identity>): Identity {
  return { key, type: "person", name, emails: [], phones: [], contactId: null, ...more };
}

/** Things are matched by full name. */
function thingIdentity(type: EntityType, name: string): Identity | null {
  const words = wholeName(name);
  return words === ""
    ? null
    : { key: `${type}:${words}`, type, name, emails: [], phones: [], contactId: null };
}
