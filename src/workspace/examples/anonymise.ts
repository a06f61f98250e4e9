/**
 * Anonymizes texts: names become invented ones, consistently across all texts; numbers, addresses, links and
 * IDs become fictional ones. Amounts, dates and times remain. In doubt a word is replaced; a person reviews
 * the result. Pure, and linear in the texts' length.
 */
import type { Json } from "../../kernel/hash.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import { Marks } from "./marks.ts";
import { isNamed, Names } from "./names.ts";
import { PSEUDONYM_WORDS } from "./vocabulary.ts";

/** Larger numbers may be personal. */
const SAFE_NUMBER = 1_000_000;

/** A person known to the team. */
export interface KnownPerson {
  /** Empty if only a number or address is known. */
  readonly name: string;
  /** Phone numbers and e-mail addresses. */
  readonly keys: readonly string[];
  /** Gets an invented name even if the texts don't mention them. */
  readonly isRecipient?: boolean;
  readonly isCompany?: boolean;
}

/** A consistent replacement across all its input. */
interface Anonymiser {
  readonly text: (text: string) => string;
  /** Replaces every text in a value, and keys that are not ordinary identifiers. */
  readonly value: <Value extends Json>(value: Value) => Value;
  /** Invented names of the recipients, in order. */
  readonly recipients: readonly string[];
  /** Invented names of everyone else mentioned. */
  readonly mentioned: readonly string[];
}

/** Built from the texts to be replaced, and the known people. */
export function anonymiser(given: readonly string[], known: readonly KnownPerson[]): Anonymiser {
  const texts = given.map(plain);
  const said = new Set(texts.flatMap(plainWords));
  const relevant = known.filter(
    ({ name, isRecipient = false }) =>
      isRecipient || isNamed(name, said) || (isUncased(name) && texts.some((text) => text.includes(name))),
  );
  const names = new Names(
    texts,
    relevant.map((person) => ({
      name: labelOf(person),
      isCapital: person.isCompany === true || person.name === "",
    })),
  );
  const marks = new Marks(markNames(relevant, names), texts);
  for (const one of texts) names.learn(marks.replace(one));
  const text = (one: string): string => names.replace(marks.replace(plain(one)));
  const called = (isRecipient: boolean): string[] =>
    relevant
      .filter((person) => (person.isRecipient === true) === isRecipient)
      .map((person) => names.nameOf(labelOf(person)));
  const recipients = called(true);
  const others = [...new Set([...called(false), ...names.others])];
  const isMore = (name: string, of: string): boolean => name !== of && ` ${name} `.includes(` ${of} `);
  return {
    text,
    value: (value) => valueBy(value, text) as typeof value,
    recipients,
    mentioned: others.filter(
      (name) => !recipients.includes(name) && ![...recipients, ...others].some((one) => isMore(one, name)),
    ),
  };
}

/** Normalizes full-width letters, digits and punctuation. */
function plain(text: string): string {
  return text.replaceAll(/[\uff01-\uff5e\ufe6b]+/gu, (wide) => wide.normalize("NFKC")).normalize("NFC");
}

function isUncased(name: string): boolean {
  return /^[\p{Lo}\p{M}]{2,}$/u.test(name);
}

/** A person's label: their name, else their number or address. */
function labelOf({ name, keys }: KnownPerson): string {
  return name.trim() === "" ? (keys[0] ?? "") : name;
}

function markNames(known: readonly KnownPerson[], names: Names) {
  const owners = new Map(
    known.flatMap((person) => person.keys.map((key) => [key.toLowerCase(), labelOf(person)] as const)),
  );
  const numbers = new Set(
    [...owners.keys()]
      .filter((key) => !key.includes("@"))
      .map((key) => key.replaceAll(/\P{Nd}/gu, "").slice(-10)),
  );
  return {
    mailbox(address: string): string | null {
      const owner = owners.get(address);
      return owner === undefined ? null : names.nameOf(owner).toLowerCase().replaceAll(" ", ".");
    },
    isKnown: (key: string) => owners.has(key) || numbers.has(key),
    isInvented: (local: string) =>
      local.split(".").every((word) => PSEUDONYM_WORDS.has(word.replace(/\d+$/, ""))),
  };
}

function valueBy(value: Json, text: (text: string) => string): Json {
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return Math.abs(value) < SAFE_NUMBER ? value : 0;
  if (Array.isArray(value)) return value.map((one) => valueBy(one, text));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      /^[a-z][A-Za-z_]*$/.test(key) ? key : text(key),
      valueBy(one, text),
    ]),
  );
}
