/** Who is meant: words name somebody only as far as the contacts know them. Asked where several fit, said where no one does. */
import { ask, callsBefore, look, Stop, type Play, type Scene } from "./play.ts";
import { contactsIn, type Contact } from "./results.ts";

/** `3B`, `#3B`, `apt 3B`. */
const UNIT = /(?:^|\s)(?:unit |apt\.? |apartment )?#?(\d{1,3}[a-z])(?=\s|$|[,.?!])/i;
const NUMBER = /\+?\(?\d[\d\s().-]{6,}\d/;
const PRONOUN = /^(?:him|her|them|he|she|they|his|their|le)$/i;
const FILLER = new Set(
  "the a an our my your at in of on from for mr mrs ms dr st street unit apt apartment who lives".split(" "),
);
/** Most contacts that are asked for: a whole building fits. */
const MOST = 25;

/** A phone number written anyhow as E.164; ten digits are North American. Null where there is none. */
export function numberIn(text: string): string | null {
  const written = NUMBER.exec(text)?.[0] ?? "";
  const digits = written.replace(/\D/g, "");
  if (written.startsWith("+")) return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : null;
  return digits.length === 10 ? `+1${digits}` : null;
}

/** Lower-case words without accents, punctuation and possessive endings. */
export function wordsOf(text: string): string[] {
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
function fit(who: string, contact: Contact): number {
  const number = numberIn(who);
  if (number !== null) return contact.number === number ? 4 : 0;
  const wanted = telling(who);
  const [name, about] = [wordsOf(contact.name), wordsOf(contact.about)];
  const begins = (have: readonly string[]) => (word: string) =>
    have.some((one) => one === word || (word.length > 2 && /\p{L}/u.test(word) && one.startsWith(word)));
  if (wanted.length === 0) return 0;
  if (name.join(" ") === wanted.join(" ")) return 4;
  if (wanted.every((word) => name.includes(word))) return 3;
  if (wanted.every(begins(name))) return 2;
  const unit = UNIT.exec(who)?.[1]?.toLowerCase();
  return (unit === undefined || about.includes(unit)) && wanted.every(begins([...name, ...about])) ? 1 : 0;
}

/** Those among some contacts whom words mean best. */
export function meant(who: string, contacts: readonly Contact[]): Contact[] {
  const best = Math.max(1, ...contacts.map((contact) => fit(who, contact)));
  return contacts.filter((contact) => fit(who, contact) === best);
}

/** Looks a name up. */
export function* lookUp(scene: Scene, name: string): Play<Contact[]> {
  if (!scene.toolbox.has("contacts")) throw new Stop("I have no tool to look up contacts here.");
  const query = (numberIn(name) ?? queryFor(name)).slice(0, 200);
  const [found = null] = yield* look(`Looking up ${name}.`, {
    role: "contacts",
    values: { query, limit: MOST },
  });
  return contactsIn(found);
}

/** What to look up for a name: the words that tell something, as they were written. */
export function queryFor(name: string): string {
  const words = name.split(/\s+/).filter((word) => telling(word).length > 0);
  return words.length === 0 ? name : words.join(" ");
}

/** The one person words mean. Throws Stop where there is no one. */
export function* person(scene: Scene, who: string): Play<Contact> {
  const name = nameFor(who, scene);
  return yield* one(scene, name, yield* lookUp(scene, name));
}

/** The one person among those found: asks which, or whether one of a similar name is meant. */
export function* one(scene: Scene, who: string, found: readonly Contact[]): Play<Contact> {
  const fitting = meant(who, found);
  const [first, ...others] = fitting;
  if (first !== undefined && others.length === 0) return first;
  const options = (first === undefined ? found : fitting).slice(0, 8);
  if (options.length === 0) throw new Stop(noMatch(who));
  const name = capitalized(who);
  const question =
    first === undefined
      ? `No one in the contacts is called ${name}. Did you mean one of these?`
      : `Which ${name} do you mean?`;
  const reason = first === undefined ? `No exact match for ${name}` : `More than one ${name}`;
  const answer = yield* ask(scene, { text: question, options: options.map(optionOf), reason });
  const chosen = chosenBy(answer, options);
  if (chosen === null)
    throw new Stop("I couldn't tell whom you mean. Choose one of the names, or say it again in full.");
  return chosen;
}

export function noMatch(who: string): string {
  return `No one in the contacts matches “${who}”.`;
}

/** The name behind "her", "me" and the like. Throws Stop where it cannot be told. */
export function nameFor(who: string, scene: Scene): string {
  if (/^(?:me|myself)$/i.test(who)) return scene.speaker ?? who;
  if (!PRONOUN.test(who)) return who;
  const named = /\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+/u.exec(scene.words)?.[0];
  if (named !== undefined) return named;
  const [last] = callsBefore(scene, "sendText", "texts");
  const number = scene.contactNumber ?? (last === undefined ? "" : scene.toolbox.argument(last, "number"));
  if (number === "") throw new Stop(`I can't tell who “${who}” is. Say the name, please.`);
  return number;
}

/** A pronoun, number or unit that text begins with: it ends where it ends, whatever follows. */
export function fixedName(text: string): string | null {
  const first = text.split(/\s+/)[0] ?? "";
  if (PRONOUN.test(first)) return first;
  const number = NUMBER.exec(text);
  if (number?.index === 0) return number[0].trim();
  const unit = /^(?:unit |apt\.? |apartment )?#?\d{1,3}[a-z](?: (?:at|in|of) (?:\d+ )?\p{L}+)?(?=\s|$)/iu;
  return unit.exec(text)?.[0] ?? null;
}

/** A contact as an option, telling namesakes apart. */
function optionOf({ name, about, number }: Contact): string {
  return [name, about || number || ""].filter((part) => part !== "").join(", ");
}

/** The contact an answer chooses; null when it does not tell. Only words count that tell the options apart. */
export function chosenBy(answer: string, options: readonly Contact[]): Contact | null {
  const place = ["first", "second", "third", "fourth"].findIndex((word) => wordsOf(answer).includes(word));
  const clear = options.find((option) => optionOf(option) === answer.trim()) ?? options[place];
  if (clear !== undefined) return clear;
  const said = telling(answer);
  const score = (option: Contact): number => {
    const others = options.filter((other) => other !== option).flatMap((other) => wordsOf(optionOf(other)));
    return wordsOf(optionOf(option)).filter((word) => said.includes(word) && !others.includes(word)).length;
  };
  const best = Math.max(1, ...options.map(score));
  const winners = options.filter((option) => score(option) === best);
  return winners.length === 1 ? (winners[0] ?? null) : null;
}

/** "A", "A and B", "A, B and C". */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
}

/** The name in an answer to "Who is it?": "it's Ana Lopez, Maria's cousin" is Ana Lopez. Throws Stop where none can be told. */
export function nameGiven(answer: string): string {
  const plain = answer
    .replace(/\p{Lu}[\p{L}-]*['’]s\b/gu, ",")
    .replace(/^(?:it|that|this|name|he|she)(?: is|['’]s)\b/i, "");
  const names =
    plain.match(/\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/gu) ??
    plain.match(/^\s*\p{L}+(?: \p{L}+){0,2}(?=[.!\s]*$)/u);
  const [name] = [...(names ?? [])].sort((a, b) => b.length - a.length);
  if (name === undefined) throw new Stop("I couldn't make out a name. Say it like “Ana Lopez”, please.");
  return capitalized(name.trim());
}

/** A name as it is written, whoever typed it small. */
export function capitalized(name: string): string {
  return name === name.toLowerCase()
    ? name.replace(/(?:^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
    : name;
}
