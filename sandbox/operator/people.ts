/** Resolves people: a name counts only if the contacts know it. Asks if several match, and says so if none does. */
import { ask, callsOf, lastCall, look, Stop, type Play, type Scene, type Wanted } from "./engine.ts";
import { contactsIn, linesBefore, namesOn, saidLast, type Contact } from "./results.ts";
import { isAlike, keywords, numberIn, telling, wordsIn } from "./slots.ts";
import { asText, first, record, type Call } from "./transcript.ts";

const PRONOUN = /^(?:him|her|them|he|she|they|his|their)(?=\s|$)/i;
/** Numbers, units and pronouns have a fixed end, whatever follows. */
const FIXED = [
  PRONOUN,
  /^\+?\(?\d[\d\s().-]{6,}\d/,
  /^(?:the )?(?:(?:tenant|resident) (?:in|of) )?(?:unit |apt\.? )?#?\d{1,3}[a-z](?: (?:at|in|of) (?:\d+ )?\p{L}+)?(?=\s|$)/iu,
];

/** Match quality: 4 by number or full name, 3 by names, 2 by name prefixes, 1 by role, 0 not at all. */
function fit(who: string, { name, about, number }: Contact): number {
  const asked = numberIn(who);
  if (asked !== null) return number === asked ? 4 : 0;
  const [wanted, names] = [telling(who), wordsIn(name)];
  const begins = (have: readonly string[]) => (word: string) =>
    have.some(
      (one) =>
        one === word ||
        `${one}s` === word ||
        (word.length > 2 && /\p{L}/u.test(word) && one.startsWith(word)),
    );
  if (wanted.length === 0) return 0;
  if (names.join(" ") === wanted.join(" ")) return 4;
  if (wanted.every((word) => names.includes(word) || names.includes(word.replace(/s$/, "")))) return 3;
  return wanted.every(begins(names)) ? 2 : Number(wanted.every(begins([...names, ...wordsIn(about)])));
}

/** The best matching contacts, by name unless `least` is lower. */
export function meant(who: string, contacts: readonly Contact[], least = 1): Contact[] {
  const best = Math.max(least, ...contacts.map((contact) => fit(who, contact)));
  return contacts.filter((contact) => fit(who, contact) === best);
}

/** Looks up a name, unit, place or number. */
export function* lookUp(who: string): Play<Contact[]> {
  const words = who.split(/\s+/).filter((word) => telling(word).length > 0);
  const query = numberIn(who) ?? words.join(" ").replace(/['’]s\b/g, "");
  if (query === "") return [];
  const [found] = yield* look(`Looking up ${who}.`, [
    "search_contacts",
    { query: query.slice(0, 100), limit: 25 },
  ]);
  return contactsIn(found);
}

/** The people whom the words name, by as many of their names as possible. */
export function* peopleIn(words: string): Play<Contact[]> {
  const asked = keywords(words).filter((word) => /^\p{L}{3,}$/u.test(word));
  if (asked.length === 0) return [];
  const found = yield* look(
    "",
    ...asked.slice(0, 6).map((query): Wanted => ["search_contacts", { query, limit: 25 }]),
  );
  const all = found.flatMap(contactsIn);
  const hits = (contact: Contact): number =>
    asked.filter((word) => meant(word, [contact], 3).length > 0).length;
  const most = Math.max(1, ...all.map(hits));
  return all.filter(
    (contact, at) => hits(contact) === most && all.findIndex(({ id }) => id === contact.id) === at,
  );
}

/** The one meant among candidates; asks if several. Throws Stop if there is none. */
export function* one(scene: Scene, who: string, options: readonly Contact[]): Play<Contact> {
  const [only, ...others] = options;
  if (only === undefined) throw new Stop(noMatch(who));
  if (others.length === 0) return only;
  const name = titled(who);
  const lines = options.map(optionOf);
  const answer = yield* ask(scene, `Which ${name} do you mean?`, `More than one ${name}`, lines);
  const chosen = options[chosenOf(answer, lines)];
  if (chosen === undefined)
    throw new Stop("I couldn't tell whom you mean. Say it again with the full name, please.");
  return chosen;
}

/** What looks like a name at the beginning: capitalized words, or two words. */
export function noMatch(text: string): string {
  const name = first(/^((?:\p{Lu}[\p{L}'’-]*\s?)+)/u, text) || text.split(/\s+/).slice(0, 2).join(" ");
  return `No one in the contacts matches “${titled(name)}”.`;
}

/** A contact as an option, distinguishable from namesakes. */
function optionOf({ name, about, number }: Contact): string {
  return [name, about || number].filter(Boolean).join(", ");
}

const PLACES = [
  "1|first|1st",
  "2|second|2nd",
  "3|third|3rd",
  "4|fourth|4th",
  "5|fifth|5th",
  "6|sixth",
  "7|seventh",
  "8|eighth",
];

/** Whether an answer names an option by its place: “1”, “the second one”, “the last”. */
export function placeIn(answer: string, count: number): number {
  const [, said = ""] =
    /^\W*(?:(?:number|option|no|the) )*([\p{L}\d]+)(?: (?:one|of them|please|pls))*\W*$/iu.exec(answer) ?? [];
  if (/^last$/i.test(said)) return count - 1;
  const at = PLACES.findIndex((names) => names.split("|").includes(said.toLowerCase()));
  return at < count ? at : -1;
}

/** Which option an answer selects: by place, or by words only one of them has. -1 if none. */
export function chosenOf(answer: string, options: readonly string[]): number {
  const place = placeIn(answer, options.length);
  if (place >= 0) return place;
  // “Not Whitlock, the other one”.
  const out = telling(first(/\bnot (?:the )?([^,.;]+)/i, answer));
  const others = options.filter((option) => !out.some((word) => telling(option).includes(word)));
  if (out.length > 0) return others.length === 1 ? options.indexOf(others[0] ?? "") : -1;
  const has = (word: string) => (option: string) => telling(option).includes(word);
  const said = telling(answer).filter((word) => options.some(has(word)) && !options.every(has(word)));
  const fitting =
    said.length === 0 ? [] : options.filter((option) => said.every((word) => has(word)(option)));
  return fitting.length === 1 ? options.indexOf(fitting[0] ?? "") : -1;
}

/** The recipients and the remaining words: as many words as name someone in the contacts. Throws Stop if nobody matches. */
export function* addressees(
  scene: Scene,
  text: string,
): Play<{ readonly to: Contact[]; readonly rest: string }> {
  const { name, options, rest } = yield* namedFirst(scene, text);
  const more =
    first(/^(?:and|y|&)\s+(?!(?:say|tell|ask)\b)(.+)$/u, rest) ||
    first(/^,\s+(\p{Lu}\S+(?: \p{Lu}\S+)?,? and \p{Lu}.+)$/u, rest);
  if (more === "" && UNCLEAR.test(rest))
    throw new Stop(`I can't tell whom “${text.slice(0, 40)}…” is for. Name one person, then the message.`);
  if (more === "" && MISREAD.some((pattern) => pattern.test(rest))) throw new Stop(noMatch(text));
  const others = more === "" ? { to: [], rest } : yield* addressees(scene, more);
  return { to: [yield* one(scene, name, options), ...others.to], rest: others.rest };
}

/** Text after a name that isn't a message: "or John". */
const UNCLEAR = /^(?:and(?! ask\b)|or|y|&|of|from|['’]s)\b/i;
/** Text after a name that is still part of it: an unknown surname. */
const MISREAD = [
  /^\p{Lu}\p{Ll}+ (?:that|:|we|the|it|his|her|your|our|i|about)\b/u,
  /^(?!(?:that|i|we|you|s?he|they|it|there|the|our|your|my|his|her|their|please|is|are|can|could|will|do|not|to|at|on|in|an?|saying|know|about)\b)(?:\S+ ){1,2}(?:that|saying)\b/i,
];

interface Named {
  readonly name: string;
  readonly options: readonly Contact[];
  readonly rest: string;
}

/** The name at the beginning of a text. */
function* namedFirst(scene: Scene, text: string): Play<Named> {
  const place = OF_LIST.exec(text);
  if (place !== null) return yield* namedOnList(scene, place[1] ?? "", text.slice(place[0].length).trim());
  const fixed = FIXED.map((pattern) => pattern.exec(text)?.[0].trim()).find((one) => one !== undefined);
  if (fixed !== undefined) return yield* namedBy(scene, fixed, text.slice(fixed.length).trim());
  const words = text
    .replace(/^(?:the|our|mr\.?|mrs\.?|ms\.?|dr\.?) /i, "")
    .replace(/^(\p{L}+(?: \p{L}+)?) (?:guys?|man|lady|people|company|crew|person)(?=\s)/iu, "$1")
    .split(/\s+/);
  const found = yield* lookUp((words[0] ?? "").replace(/[,:]$/, ""));
  const upTo = (count: number): string => words.slice(0, count).join(" ");
  const count = [4, 3, 2, 1].find((length) => {
    const isName = telling(upTo(length)).length === length && !/['’]s$/.test(upTo(length));
    const isKnown = meant(upTo(length), found, Math.min(length, 2)).length > 0;
    return isName && (isKnown || (length > 1 && found.some((one) => isOf(upTo(length), one))));
  });
  if (count === undefined) return yield* namedNearly(scene, words, text);
  const [, name = "", mark = ""] = /^(.*?)([,:]?)$/.exec(upTo(count)) ?? [];
  const options = meant(name, found);
  // A surname mistyped is no message.
  const next = words[count] ?? "";
  const [typed = ""] = wordsIn(next);
  const isMistyped =
    mark === "" && options.some((each) => wordsIn(each.name).some((one) => isAlike(typed, one)));
  const rest = `${mark} ${words.slice(isMistyped ? count + 1 : count).join(" ")}`.trim();
  return atPlace({ name, options, rest });
}

/** “Clara in 4B”, “James from Larkspur”: words after a name that the contact's place has. */
function atPlace({ name, options, rest }: Named): Named {
  for (const count of [3, 2, 1]) {
    const pattern = new RegExp(
      `^(?:in|at|from|of) ((?:#?[\\p{L}\\d]+ ){${count - 1}}#?[\\p{L}\\d]+)(?=[\\s,:])\\s*`,
      "iu",
    );
    const [all = "", place = ""] = pattern.exec(rest) ?? [];
    const own = telling(place);
    const there = options.filter(
      ({ about }) => own.length > 0 && own.every((word) => wordsIn(about).includes(word)),
    );
    if (there.length > 0) return { name, options: there, rest: rest.slice(all.length) };
  }
  return { name, options, rest };
}

/** Whether words are a contact's company, or begin it: “Dube Trucking”. */
function isOf(company: string, { about }: Contact): boolean {
  return ` ${wordsIn(about).join(" ")} `.includes(` ${wordsIn(company).join(" ")} `);
}

const OF_LIST = /^the (first|second|third|fourth|last)(?: one| person| of them)?(?=\s|[,:]|$)/i;

/** Whom a line of the last answer names: "text the second one". Throws Stop if there is no such line. */
function* namedOnList(scene: Scene, place: string, rest: string): Play<Named> {
  const lines = linesBefore(scene);
  const at = ["first", "second", "third", "fourth"].indexOf(place.toLowerCase());
  for (const name of namesOn(lines.at(at) ?? "")) {
    const options = meant(name, yield* lookUp(name), 3);
    if (options.length > 0) return { name, options, rest };
  }
  throw new Stop(`I can't tell who “the ${place.toLowerCase()} one” is. Say the name, please.`);
}

/** The most people asked about where no name fits. */
const NEARLY = 4;

/** Whether the typed words may be this name misspelled. A match on the company alone doesn't count: it is another person. */
function isNear(typed: string, name: string): boolean {
  const isLike = (word: string) => (own: string) =>
    own.charAt(0) === word.charAt(0) && Math.abs(own.length - word.length) < 3;
  return wordsIn(typed).some((word) => wordsIn(name).some(isLike(word)));
}

/** A misspelled name, of which the team's own search finds a few people. Throws Stop otherwise. */
function* namedNearly(scene: Scene, words: readonly string[], text: string): Play<Named> {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(" ").replace(/[,:]$/, "");
    const found = words.length > count ? yield* lookUp(name) : [];
    if (found.length === 0 || found.length > NEARLY) continue;
    const who = yield* one(scene, name, found);
    if (found.length === 1 && !isNear(name, who.name))
      throw new Stop(`${noMatch(text)} The nearest is ${optionOf(who)}.`);
    return { name: who.name, options: [who], rest: words.slice(count).join(" ") };
  }
  throw new Stop(noMatch(text));
}

/** A person by number, unit or pronoun. The name of an unknown number is asked for, so that contact and text are proposed together. */
function* namedBy(scene: Scene, fixed: string, rest: string): Play<Named> {
  const isPronoun = PRONOUN.test(fixed);
  const name = isPronoun ? yield* behind(scene) : fixed.replace(/^.*\b(?:tenant|resident) \w+ /, "");
  if (name === "") throw new Stop(`I can't tell who “${fixed}” is. Say the name, please.`);
  const options = meant(name, yield* lookUp(name));
  const number = numberIn(name);
  if (options.length > 0 || number === null) return { name, options, rest };
  const question = `${number} isn't in your contacts. Who is it?`;
  const given = nameGiven(yield* ask(scene, question, `A name for ${number}`));
  return { name, options: [{ id: "", name: given, about: "", number, address: "" }], rest };
}

const OF_PERSON = ["send_message", "list_messages", "contact_history", "get_account", "update_account"];

/** Whom a pronoun refers to: this conversation's contact, or the person or account of the last answer. Empty if unclear. */
export function* behind(scene: Scene): Play<string> {
  const { before, contactNumber } = scene;
  if (contactNumber !== "") return contactNumber;
  const since = before.slice(before.findLastIndex(({ kind }) => kind === "said") + 1);
  const isOfPerson = ({ tool }: Call): boolean => OF_PERSON.includes(tool);
  const last = callsOf(since).findLast(isOfPerson);
  if (last !== undefined) return ofCall(last);
  const people = new Set<string>();
  for (const name of namesOn(saidLast(scene)).slice(0, 4))
    for (const one of name === scene.speaker ? [] : meant(name, yield* lookUp(name), 3)) people.add(one.name);
  const [only, ...others] = people;
  if (only !== undefined) return others.length === 0 ? only : "";
  const earlier = lastCall(scene, ...OF_PERSON);
  return earlier === undefined ? "" : ofCall(earlier);
}

function ofCall({ input, result }: Call): string {
  const account = record(record(result?.data)["state"])["name"];
  return asText(input["to"] ?? input["number"] ?? input["contact"]) || asText(account ?? input["account"]);
}

/** The name in an answer to "Who is it?": "it's Ana Lopez, Maria's cousin" is Ana Lopez. Throws Stop for a sentence. */
export function nameGiven(answer: string): string {
  const [name = ""] = answer
    .replace(/^\s*(?:it|that|this|name|s?he)(?: is|['’]s)\s+|[.!]*\s*$/gi, "")
    .split(/,| from | at /);
  const isName =
    /^\p{Lu}[\p{L}'’-]+(?: (?:\p{Lu}[\p{L}.'’-]*|de|la|van|von)){0,3}$|^\p{Ll}{2,}(?: \p{Ll}{2,}){0,2}$/u;
  if (!isName.test(name) || /\b(?:you|we|don|no|not|know|the|is|idea|ask|that|some|same|me|it)\b/i.test(name))
    throw new Stop("I couldn't make out a name. Say it like “Ana Lopez”, please.");
  return titled(name);
}

/** A name in title case. */
export function titled(name: string): string {
  return name === name.toLowerCase()
    ? name.replace(/(?<=^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
    : name;
}

/** "A", "A and B", "A, B and C". */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
}

export function firstName(name: string): string {
  return name.split(" ")[0] ?? name;
}
