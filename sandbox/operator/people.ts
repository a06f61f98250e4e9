/** Who is meant: words name somebody only as far as the contacts know them. Asked where several fit, said where no one does. */
import { ask, callsBefore, look, Stop, type Play, type Scene } from "./play.ts";
import { contactsIn, type Contact } from "./results.ts";

const NUMBER = /\+?\(?\d[\d\s().-]{6,}\d/;
const PRONOUN = /^(?:him|her|them|he|she|they|his|their|le)$/i;
const FILLER = new Set(
  "the a an our my your at in of on from for mr mrs ms dr st street unit apt apartment who lives".split(" "),
);

/** A phone number written anyhow as E.164; ten digits are North American. Null where there is none. */
export function numberIn(text: string): string | null {
  const written = NUMBER.exec(text)?.[0] ?? "";
  const digits = written.replace(/\D/g, "");
  if (written.startsWith("+")) return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : null;
  return digits.length === 10 ? `+1${digits}` : null;
}

/** Lower-case words without accents, punctuation and possessive endings. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]s\b/g, "");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** The words that tell something: no articles, titles and the like. */
export function telling(text: string): string[] {
  return wordsOf(text).filter((word) => !FILLER.has(word));
}

/** How well a contact fits: 4 by number or full name, 3 by names, 2 by beginnings of names, 1 by what they are, 0 not at all. */
function fit(who: string, { name, about, number }: Contact): number {
  const asked = numberIn(who);
  if (asked !== null) return number === asked ? 4 : 0;
  const [wanted, names, role] = [telling(who), wordsOf(name), wordsOf(about)];
  const begins = (have: readonly string[]) => (word: string) =>
    have.some((one) => one === word || (word.length > 2 && /\p{L}/u.test(word) && one.startsWith(word)));
  if (wanted.length === 0) return 0;
  if (names.join(" ") === wanted.join(" ")) return 4;
  if (wanted.every((word) => names.includes(word))) return 3;
  return wanted.every(begins(names)) ? 2 : Number(wanted.every(begins([...names, ...role])));
}

/** Those among some contacts whom words mean best. */
export function meant(who: string, contacts: readonly Contact[]): Contact[] {
  const best = Math.max(1, ...contacts.map((contact) => fit(who, contact)));
  return contacts.filter((contact) => fit(who, contact) === best);
}

/** Looks a name, a unit, a place or a number up. */
export function* lookUp(who: string): Play<Contact[]> {
  const words = who.split(/\s+/).filter((word) => telling(word).length > 0);
  const query = (numberIn(who) ?? (words.join(" ") || who)).slice(0, 100);
  const [found] = yield* look(`Looking up ${who}.`, ["contacts", { query, limit: 25 }]);
  return contactsIn(found);
}

/** The one person words mean. Throws Stop where there is no one. */
export function* person(scene: Scene, who: string): Play<Contact> {
  const name = nameFor(who, scene);
  return yield* one(scene, name, yield* lookUp(name));
}

/** The one person among those found: asks which, or whether one of a similar name is meant. */
export function* one(scene: Scene, who: string, found: readonly Contact[]): Play<Contact> {
  const fitting = meant(who, found);
  const [first, ...others] = fitting;
  if (first !== undefined && others.length === 0) return first;
  const options = (first === undefined ? found : fitting).slice(0, 8);
  if (options.length === 0) throw new Stop(noMatch(who));
  const name = titled(who);
  const [question, reason] =
    first === undefined
      ? [`No one in the contacts is called ${name}. Did you mean one of these?`, `No exact match for ${name}`]
      : [`Which ${name} do you mean?`, `More than one ${name}`];
  const chosen = chosenBy(yield* ask(scene, question, reason, options.map(optionOf)), options);
  if (chosen === null)
    throw new Stop("I couldn't tell whom you mean. Say it again with the full name, please.");
  return chosen;
}

export function noMatch(who: string): string {
  return `No one in the contacts matches “${who.trim().slice(0, 60)}”.`;
}

/** The name behind "her", "me" and the like. Throws Stop where it cannot be told. */
export function nameFor(who: string, scene: Scene): string {
  if (/^(?:me|myself)$/i.test(who)) return scene.speaker ?? who;
  if (!PRONOUN.test(who)) return who;
  const named = /\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+(?=,| and )/u.exec(scene.words)?.[0];
  const [last] = callsBefore(scene, "sendText", "texts");
  const number = scene.contactNumber || (last === undefined ? "" : scene.toolbox.argument(last, "number"));
  if (named === undefined && number === "")
    throw new Stop(`I can't tell who “${who}” is. Say the name, please.`);
  return named ?? number;
}

/** A pronoun, number or unit that words begin with: it ends where it ends, whatever follows. */
export function fixedName(text: string): string | null {
  const first = text.split(/\s+/)[0] ?? "";
  const number = NUMBER.exec(text);
  if (PRONOUN.test(first)) return first;
  if (number?.index === 0) return number[0].trim();
  return (
    /^(?:unit |apt\.? )?#?\d{1,3}[a-z](?: (?:at|in|of) (?:\d+ )?\p{L}+)?(?=\s|$)/iu.exec(text)?.[0] ?? null
  );
}

/** A contact as an option, telling namesakes apart. */
function optionOf({ name, about, number }: Contact): string {
  return [name, about || number].filter(Boolean).join(", ");
}

/** The contact an answer chooses; null where it does not tell. Only words count that tell the options apart. */
function chosenBy(answer: string, options: readonly Contact[]): Contact | null {
  const place = ["first", "second", "third", "fourth"].findIndex((word) => wordsOf(answer).includes(word));
  const clear = options.find((option) => optionOf(option) === answer.trim()) ?? options[place];
  if (clear !== undefined) return clear;
  const said = telling(answer);
  const score = (option: Contact): number => {
    const others = options.filter((other) => other !== option).flatMap((other) => wordsOf(optionOf(other)));
    return wordsOf(optionOf(option)).filter((word) => said.includes(word) && !others.includes(word)).length;
  };
  const best = Math.max(1, ...options.map(score));
  const [winner, ...more] = options.filter((option) => score(option) === best);
  return more.length === 0 ? (winner ?? null) : null;
}

/** The name in an answer to "Who is it?": "it's Ana Lopez, Maria's cousin" is Ana Lopez. A sentence is no name: throws Stop. */
export function nameGiven(answer: string): string {
  const plain = answer
    .trim()
    .replace(/^(?:it|that|this|name|he|she)(?: is|['’]s)\s+/i, "")
    .replace(/[.!]+$/, "");
  const [name = ""] = plain.split(/,| from | at /);
  const isName =
    /^\p{Lu}[\p{L}'’-]+(?: (?:\p{Lu}[\p{L}.'’-]*|de|la|van|von)){0,3}$|^\p{Ll}{2,}(?: \p{Ll}{2,}){0,2}$/u.test(
      name,
    );
  if (!isName || /\b(?:you|we|don|no|not|know|the|is|idea|ask|that|some|same|me|it)\b/i.test(name))
    throw new Stop("I couldn't make out a name. Say it like “Ana Lopez”, please.");
  return titled(name);
}

/** A name as it is written, whoever typed it small. */
export function titled(name: string): string {
  return name === name.toLowerCase()
    ? name.replace(/(?<=^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
    : name;
}

/** "A", "A and B", "A, B and C". */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
}
