/** Whom a wish to send something is for, and what it says: "let Greg know his sticker is ready", "dile a Rosa que llegó su paquete". */
import {
  capitalized,
  fixedName,
  lookUp,
  meant,
  nameFor,
  nameGiven,
  noMatch,
  numberIn,
  one,
  telling,
} from "./people.ts";
import { ask, Stop, type Play, type Scene } from "./play.ts";
import type { Contact } from "./results.ts";

/** How the words are meant to reach their reader. */
export type Manner = "tell" | "please" | "ask" | "remind" | "thank" | "exact" | "spanish";

/** Words for some people; `place` is where they all live, where it is everyone there. */
export interface Message {
  readonly to: readonly Contact[];
  readonly words: string;
  readonly manner: Manner;
  readonly place: string | null;
}

/** One way to read a wish. Without words, `who` holds both: whom and what are not set apart. */
interface Reading {
  readonly who: string;
  readonly words: string;
  readonly manner: Manner;
}

const POLITE =
  /^(?:(?:hi|hey|hello|ok|okay|please|now|then|also|and|steward)[,!]?\s+|(?:can|could|would|will) you (?:please )?|i(?:['’]d| would) like you to |i want you to )+/i;
const SEND = "(?:send|shoot|write|drop|give)";
const WHAT = "(?:text message|text|message|sms|note|line|e-?mail)";
const VERB = `(?:text|tell|message|inform|notify|ping|update|write to|write|e-?mail|${SEND} (?:an? )?(?:quick |short )?${WHAT} to|let)`;
const SAYING =
  "(?: that|:|,| saying(?: that)?| to say(?: that)?| and (?:say|tell (?:him|her|them))(?: that)?| know(?: that| about)?)";
const form = (pattern: string, manner: Manner = "tell") => ({
  pattern: new RegExp(`^${pattern}$`, "iu"),
  manner,
});

/** The strongest marks first. */
const FORMS = [
  form(
    "(?:dile|d[ií]gale|av[ií]sale|av[ií]sa|escr[ií]bele|m[aá]ndale|cu[eé]ntale|recu[eé]rdale) al? (?<who>.+?) (?:de que|que) (?<words>.+)",
    "spanish",
  ),
  form(
    `${SEND} (?<who>.+?) (?:an? |our )?(?:quick |big )?(?:thank[- ]you|thanks)(?: ${WHAT})? for (?<words>.+)`,
    "thank",
  ),
  form("thank (?<who>.+?) for (?<words>.+)", "thank"),
  form("ask (?<who>.+?) to (?<words>.+)", "please"),
  form("ask (?<who>.+?) (?<words>(?:if|whether|when|what|where|how|why|which|who)\\b.+)", "ask"),
  form("remind (?<who>(?!me\\b|us\\b|the team\\b).+?) (?<words>(?:about|that|to|of) .+)", "remind"),
  form(`${SEND} (?<who>.+?) an? (?:quick |short )?${WHAT}${SAYING} ?(?<words>.+)`),
  form(`${VERB} (?<who>.+?)${SAYING} ?(?<words>.+)`),
  form("(?:tell|text|message) (?<who>.+?) to (?<words>.+)", "please"),
  form(`${VERB} (?<who>.+)`),
];

/** Everyone at a place. */
const GROUP =
  /^(?:to )?(?:(?:all|every(?:one|body)?|each)(?: of)?(?: the| our)?|the|(?:a )?todos los)(?: (?:tenants?|residents?|people|inquilinos|renters?))?(?: (?:at|in|of|from|de|en))+ (?<place>.+)$/i;

/** The ways to read a wish, the likeliest first; none for words that send nothing. */
export function readings(said: string): Reading[] {
  const polite = POLITE.exec(said.trim())?.[0] ?? "";
  const trimmed = said.trim().slice(polite.length);
  const wish = /\byou\b/i.test(polite) ? trimmed.replace(/\?$/, "") : trimmed;
  const quoted = /["“«]([^"”»]+)["”»]/.exec(wish);
  const plain = quoted === null ? wish : wish.replace(quoted[0], "…");
  return FORMS.flatMap(({ pattern, manner }) => {
    const { who, words = "" } = pattern.exec(plain)?.groups ?? {};
    if (who === undefined || /^(?:me|us|it|that|this)\b/i.test(who)) return [];
    if (quoted === null) return [{ who: who.trim(), words: words.trim(), manner }];
    const before = who.replace(/[\s,:]*…[\s\S]*$/, "").trim();
    return [{ who: before, words: quoted[1] ?? "", manner: "exact" as const }];
  });
}

/** Whether a wish is for an e-mail rather than a text. */
export function asksForMail(said: string): boolean {
  return /^(?:\w+ ){0,4}?(?:e-?mail|(?:send|write|draft)\b.{0,40}\be-?mail)\b/i.test(said.trim());
}

/** Whether a wish is for everyone at a place. */
export function isForGroup(said: string): boolean {
  return readings(said).some(({ who }) => GROUP.test(who));
}

/** Settles whom the words are for by the contacts. Throws Stop where no one fits, or where there are no words. */
export function* message(scene: Scene): Play<Message> {
  if (isForGroup(scene.words)) return yield* groupMessage(scene);
  let unknown: string | null = null;
  for (const { who, words, manner } of readings(scene.words)) {
    if (words !== "" && who.split(/\s+/).length > 8) continue;
    const isMarked = words !== "";
    const known = yield* isMarked ? markedNames(scene, who) : namesThenWords(scene, who);
    if (known.length === 0) {
      unknown ??= isMarked ? who : likelyName(who);
      continue;
    }
    const to: Contact[] = [];
    for (const { name, contacts } of known) to.push(yield* one(scene, name, contacts));
    return { to, words: needed(isMarked ? words : lastWords(known)), manner, place: null };
  }
  throw new Stop(noMatch(unknown ?? scene.words));
}

interface Known {
  readonly name: string;
  readonly contacts: readonly Contact[];
  /** What follows the name. */
  readonly words: string;
}

function lastWords(known: readonly Known[]): string {
  return known.at(-1)?.words ?? "";
}

/** A name that ends where a mark begins. */
function* markedName(scene: Scene, who: string): Play<Known | null> {
  const name = nameFor(who, scene);
  const contacts = yield* lookUp(scene, name);
  const number = numberIn(name);
  if (
    meant(name, contacts).length > 0 ||
    (number === null && contacts.length > 0 && who.split(/\s+/).length < 4)
  )
    return { name, contacts, words: "" };
  return number === null
    ? null
    : { name: number, contacts: [yield* newContact(scene, who, number)], words: "" };
}

/** Names that end where a mark begins; none where one of them matches no one. */
function* markedNames(scene: Scene, who: string): Play<Known[]> {
  const known: Known[] = [];
  for (const name of who.split(/\s*,\s*(?:and )?|\s+(?:and|&|y)\s+/i)) {
    const found = yield* markedName(scene, name);
    if (found === null) return [];
    known.push(found);
  }
  return known;
}

/** A name with the message right behind it: as many words as name somebody in the contacts. */
function* nameThenWords(scene: Scene, text: string): Play<Known | null> {
  const fixed = fixedName(text);
  if (fixed !== null) {
    const known = yield* markedName(scene, fixed);
    return known === null ? null : { ...known, words: text.slice(fixed.length).trim() };
  }
  const words = text.split(/\s+/);
  const start = /^(?:the|our|mr\.?|mrs\.?|ms\.?|dr\.?)$/i.test(words[0] ?? "") ? 1 : 0;
  const contacts = yield* lookUp(scene, words[start] ?? "");
  for (let count = Math.min(words.length, start + 4); count > start; count--) {
    const name = words.slice(start, count).join(" ");
    const rest = words.slice(count).join(" ");
    if (meant(name, contacts).length === 0 || telling(name).length !== count - start) continue;
    return { name: capitalized(name.replace(/,$/, "")), contacts, words: rest };
  }
  return null;
}

/** Names with the message right behind the last: "Rosa and José the water is back". */
function* namesThenWords(scene: Scene, text: string): Play<Known[]> {
  const first = yield* nameThenWords(scene, text);
  if (first === null) return [];
  const more = /^(?:and|y|&)\s+(?=\p{Lu})(.+)$/u.exec(first.words)?.[1];
  if (more === undefined) return [first];
  const others = yield* namesThenWords(scene, more);
  return others.length === 0 ? [] : [first, ...others];
}

/** Somebody with a number that is in no contact: who they are is asked, so that contact and text are proposed together. */
function* newContact(scene: Scene, who: string, number: string): Play<Contact> {
  const named = who
    .replace(/[+(]?[\d\s().-]{7,}\d\)?/, "")
    .replace(/[()]/g, "")
    .trim();
  const question = { text: `${number} isn't in your contacts. Who is it?`, reason: `A name for ${number}` };
  const name = named === "" ? yield* ask(scene, question) : named;
  return { id: "", name: nameGiven(name), about: number, number, address: null };
}

/** Everyone who lives at a place, and what to tell them. Throws Stop where no one does. */
function* groupMessage(scene: Scene): Play<Message> {
  const { parts, marked, manner } = readGroup(scene.words);
  for (const count of marked === "" ? [3, 2, 1] : [parts.length]) {
    const place = parts.slice(0, count).join(" ");
    if (telling(place).length < Math.min(count, parts.length)) continue;
    const to = residents(meant(place, yield* lookUp(scene, place)));
    if (to.length > 0)
      return {
        to,
        words: needed(marked || parts.slice(count).join(" ")),
        manner,
        place,
      };
  }
  throw new Stop(`No one in the contacts lives at “${parts.slice(0, 2).join(" ")}”.`);
}

/** The words behind "everyone at", which begin with the place, and the message where a mark sets it off. */
function readGroup(said: string): { parts: string[]; marked: string; manner: Message["manner"] } {
  const { who = "", words = "", manner = "tell" } = readings(said).find((one) => GROUP.test(one.who)) ?? {};
  return { parts: (GROUP.exec(who)?.groups?.["place"] ?? "").split(/\s+/), marked: words, manner };
}

/** Those who live somewhere, each number once. */
function residents(found: readonly Contact[]): Contact[] {
  const living = found.filter(({ about }) => /resident|tenant/i.test(about));
  return living.filter(({ number }, index) => living.findIndex((other) => other.number === number) === index);
}

function likelyName(text: string): string {
  return /^(?:\p{Lu}[\p{L}'’-]*\s?)+/u.exec(text)?.[0].trim() ?? text.split(/\s+/)[0] ?? text;
}

function needed(words: string): string {
  const kept = words.replace(/^(?:that|know)(?: that)?\s+/i, "").trim();
  if (kept === "") throw new Stop("What should it say? Say it in one sentence with the name.");
  return kept;
}
