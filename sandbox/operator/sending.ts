/** Plays that draft for people outside, change drafts and take them back. A person decides on each. */
import {
  fixedName,
  listed,
  lookUp,
  meant,
  nameFor,
  nameGiven,
  noMatch,
  numberIn,
  one,
  person,
  telling,
  titled,
} from "./people.ts";
import { act, ask, callsBefore, look, Stop, type Play, type Scene, type Wanted } from "./play.ts";
import { contactsIn, quoted, quotesIn, rowsOf, type Contact, type Quote } from "./results.ts";
import { acknowledge } from "./topics.ts";
import { asText, record, type Call } from "./transcript.ts";
import { asksForMail, groupIn, readings, replyTo, type Reading } from "./wishes.ts";
import { changed, letterOf, sentence, textOf, upper } from "./words.ts";

interface Message extends Omit<Reading, "who"> {
  readonly to: readonly Contact[];
}

/** Drafts what the words say for those they name. */
export function* send(scene: Scene): Play<string> {
  const isMail = asksForMail(scene.words);
  const group = groupIn(scene.words);
  const { to, ...message } = group === null ? yield* single(scene) : yield* everyone(group);
  if (message.words === "") throw new Stop("What should it say? Say it in one sentence with the name.");
  const without = to.filter(({ number, address }) => (isMail ? address : number) === "");
  const names = listed(to.map(({ name }) => name));
  if (without.length === to.length)
    throw new Stop(
      `${names} is in the contacts without ${isMail ? "an e-mail address" : "a phone number"}, so I can't write to them.`,
    );
  const reached = to.filter((contact) => !without.includes(contact));
  const left =
    without.length === 0
      ? ""
      : ` Without ${isMail ? "an address" : "a number"}: ${listed(without.map(({ name }) => name))}.`;
  const count =
    group === null
      ? ""
      : `${reached.length} residents at ${group.place.split(/\s+/).slice(0, 2).join(" ")}. `;
  const say = `${count}Here's a draft for ${listed(reached.map(({ name }) => name))}.${left} Nothing goes out before someone approves it.`;
  return yield* act(
    say,
    ...reached.map((contact) => (isMail ? mailTo(contact, message, scene) : textTo(contact, message, scene))),
  );
}

function textTo({ id, name, number }: Contact, message: Omit<Message, "to">, { speaker }: Scene): Wanted {
  const text = textOf({ ...message, to: name, from: speaker });
  return ["sendText", { number, contactId: id || undefined, text, ...creation(id, name) }];
}

/** For somebody who is in no contact yet: contact and text are proposed together. */
export function creation(id: string, name: string): Record<string, unknown> {
  const [firstName = name, ...rest] = name.split(/\s+/);
  return id === ""
    ? { createContact: { firstName, ...(rest.length === 0 ? {} : { lastName: rest.join(" ") }) } }
    : {};
}

function mailTo({ id, name, address }: Contact, message: Omit<Message, "to">, scene: Scene): Wanted {
  const subject = upper(sentence(message))
    .replace(/[.!]+$/, "")
    .slice(0, 70);
  return [
    "sendMail",
    { address, contactId: id, subject, text: letterOf({ ...message, to: name }, signature(scene)) },
  ];
}

function signature({ speaker, company }: Scene): string {
  return [speaker, company].filter(Boolean).join("\n");
}

/** Right behind a name, such words belong to whom is meant. */
const LEFT_OVER = /^(?:and|or|y|&|of|from|['’]s)\b/i;
/** Where a mark such as "that" comes later, what is right behind a name is the message only when it begins so. */
const CLAUSE =
  /^(?:$|that|i|we|you|he|she|they|it|the|there|our|your|my|please|is|are|can|could|will|do|not|to|at|on|in|an?)\b|^$/i;

/** Settles by the contacts whom the words are for, and what they say. Throws Stop where no one fits. */
function* single(scene: Scene): Play<Message> {
  const all = readings(scene.words);
  for (const [index, { who, words, manner }] of all.entries()) {
    const read = words === "" ? yield* namesThenWords(scene, who) : yield* names(scene, who);
    const rest = read.map((one) => one.rest).join("");
    const isMisread = LEFT_OVER.test(rest) || (index > 0 && !CLAUSE.test(rest));
    if (read.length === 0 || isMisread) continue;
    const to: Contact[] = [];
    for (const { name, contacts } of read) to.push(yield* one(scene, name, contacts));
    return { to, words: (words || rest).replace(/^(?:that|know)(?: that)?\s+/i, ""), manner };
  }
  const who = all.map((reading) => reading.who).at(0) ?? "";
  throw new Stop(
    noMatch(/^(?:\p{Lu}[\p{L}'’-]*\s?)+/u.exec(who)?.[0] ?? who.split(/\s+/).slice(0, 2).join(" ")),
  );
}

interface Known {
  readonly name: string;
  readonly contacts: readonly Contact[];
  /** What follows the name. */
  readonly rest: string;
}

/** Names that end where a mark begins; none where one of them matches no one. */
function* names(scene: Scene, who: string): Play<Known[]> {
  const known: Known[] = [];
  for (const part of who.split(/\s*,\s*(?:and )?|\s+(?:and|&|y)\s+/i)) {
    const name = nameFor(part, scene);
    const contacts = yield* lookUp(name);
    const number = numberIn(name);
    if (meant(name, contacts).length > 0) known.push({ name, contacts, rest: "" });
    else if (number !== null)
      known.push({ name: number, contacts: [yield* newContact(scene, name, number)], rest: "" });
    else if (contacts.length > 0 && name.split(/\s+/).length < 4) known.push({ name, contacts, rest: "" });
    else return [];
  }
  return known;
}

/** Names with the message right behind the last, "Rosa and José the water is back": as many words as name somebody in the contacts. */
function* namesThenWords(scene: Scene, text: string): Play<Known[]> {
  const fixed = fixedName(text);
  const words = text.split(/\s+/);
  const start = /^(?:the|our|mr\.?|mrs\.?|ms\.?|dr\.?)$/i.test(words[0] ?? "") ? 1 : 0;
  const found = fixed === null ? yield* lookUp(words[start] ?? "") : [];
  const counts = [4, 3, 2, 1].map((more) => start + more).filter((count) => count <= words.length);
  const count = counts.find((end) => {
    const name = words.slice(start, end).join(" ");
    return !/['’]s$/.test(name) && meant(name, found).length > 0 && telling(name).length === end - start;
  });
  if (fixed !== null)
    return (yield* names(scene, fixed)).map((one) => ({ ...one, rest: text.slice(fixed.length).trim() }));
  if (count === undefined) return [];
  const name = titled(words.slice(start, count).join(" ").replace(/[,:]$/, ""));
  const rest = words.slice(count).join(" ");
  const more = /^(?:and|y|&)\s+(?=\p{Lu})(.+)$/u.exec(rest)?.[1];
  const others = more === undefined ? [] : yield* namesThenWords(scene, more);
  if (more !== undefined && others.length === 0) return [];
  return [{ name, contacts: found, rest }, ...others];
}

/** Somebody with a number that is in no contact: who they are is asked, so that contact and text are proposed together. */
function* newContact(scene: Scene, who: string, number: string): Play<Contact> {
  const named = who
    .replace(/[+(]?[\d\s().-]{7,}\d\)?/, "")
    .replace(/[()]/g, "")
    .trim();
  const name =
    named || (yield* ask(scene, `${number} isn't in your contacts. Who is it?`, `A name for ${number}`));
  return { id: "", name: nameGiven(name), about: number, number, address: "" };
}

/** Everyone who lives at a place, each number once. Throws Stop where no one does. */
function* everyone({ place: text, words, manner }: Reading & { readonly place: string }): Play<Message> {
  const parts = text.split(/\s+/);
  for (const count of words === "" ? [3, 2, 1] : [parts.length]) {
    const place = parts.slice(0, count).join(" ");
    if (telling(place).length < Math.min(count, parts.length)) continue;
    const found = meant(place, yield* lookUp(place)).filter(({ about }) => /resident|tenant/i.test(about));
    const to = found.filter(
      ({ number }, index) => found.findIndex((other) => other.number === number) === index,
    );
    if (to.length > 0)
      return { to, manner, words: (words || parts.slice(count).join(" ")).replace(/^that /i, "") };
  }
  throw new Stop(`No one in the contacts lives at “${parts.slice(0, 2).join(" ")}”.`);
}

/** Answers somebody's newest text, or e-mail where the words say so. */
export function* reply(scene: Scene): Play<string> {
  const name = replyTo(scene.words) ?? "";
  if (/e-?mail/i.test(scene.words)) return yield* mailReply(scene, name);
  const to = yield* person(scene, name);
  if (to.number === "") throw new Stop(`${to.name} is in the contacts without a phone number.`);
  const [found] = yield* look("", ["texts", { number: to.number, contactId: to.id, limit: 20 }]);
  const thread = quotesIn(found, to.name);
  const theirs = thread.slice(thread.findLastIndex(({ fromUs }) => fromUs) + 1).slice(-2);
  const newest = thread.at(-1);
  if (newest === undefined) return `There are no texts with ${to.name}.`;
  if (newest.fromUs) return `There's nothing to answer: ${quoted(newest)} ${to.name} hasn't written since.`;
  const draft = acknowledge(theirs, thread, { to: to.name, from: scene.speaker }, scene.embed);
  const english = draft.english === null ? "" : ` In English, it says: “${draft.english}”`;
  return yield* act(
    `${quoted({ ...newest, text: theirs.map(({ text }) => text).join(" ") })}. Here's a reply that promises nothing yet.${english}`,
    ["sendText", { number: to.number, contactId: to.id, text: draft.text }],
  );
}

function* mailReply(scene: Scene, name: string): Play<string> {
  const [found] = yield* look("", ["searchMail", { query: `from:(${name})`, limit: 10 }]);
  const mail = quotesIn(found).find(({ fromUs }) => !fromUs);
  if (mail === undefined) throw new Stop(`I found no e-mail from “${name}”.`);
  const say = `${quoted(mail)} Here's a reply that promises nothing yet.`;
  return yield* act(
    say,
    answerTo(mail, "thank you for your e-mail. I'm looking into it and will get back to you.", scene),
  );
}

/** The call that proposes an answer in an e-mail's thread. */
export function answerTo(mail: Quote, words: string, scene: Scene): Wanted {
  const subject = /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`;
  const text = letterOf({ words, manner: "tell", to: mail.who }, signature(scene));
  return ["sendMail", { address: mail.address, subject, text, replyToEmailId: mail.id }];
}

/** The drafts that were proposed last, together. */
export function lastDrafts({ before, toolbox }: Scene): readonly Call[] {
  const isDraft = (call: Call): boolean => ["sendText", "sendMail"].includes(toolbox.roleOf(call) ?? "");
  const replied = before.findLast((event) => event.kind === "replied" && event.calls.some(isDraft));
  return replied?.kind === "replied" ? replied.calls.filter(isDraft) : [];
}

/** The drafts again, each changed as the words ask. */
export function* rewrite(scene: Scene): Play<string> {
  const drafts = lastDrafts(scene);
  const texts = drafts.map((draft) => changed(scene.toolbox.argument(draft, "text"), scene.words));
  if (texts.includes(null))
    throw new Stop(
      "That's more than the demo's script can turn into words. It can do “shorter”, “friendlier”, “more formal”, or “say 10 instead of 9”.",
    );
  return yield* act(
    "Here's the new version.",
    ...drafts.flatMap((draft, index) => again(draft, { text: texts[index] }, scene)),
  );
}

/** A draft proposed again with other values. The old one makes room, unless it is decided: that one is followed by another. */
export function again(
  draft: Call,
  values: Readonly<Record<string, unknown>>,
  { before, toolbox }: Scene,
): Wanted[] {
  const id = approvalOf(draft);
  const isOver = before.some((event) => event.kind === "outcome" && event.id === id);
  const known = { ...draft.input, replaces: isOver ? undefined : id, ...values };
  return [[toolbox.roleOf(draft) ?? "sendText", known]];
}

/** The draft again for somebody else. */
export function* redirect(scene: Scene): Play<string> {
  const [draft] = lastDrafts(scene);
  if (draft === undefined) throw new Stop("There's no draft here to send to somebody else.");
  const number = scene.toolbox.argument(draft, "number");
  const named = /\b(?:meant?|for|to) (?:the )?(?!other\b|wrong\b)(\p{L}[\p{L} '’-]+?)[.!]*$/iu.exec(
    scene.words,
  )?.[1];
  const seen = callsBefore(scene, "contacts").flatMap(({ result }) => contactsIn(result));
  const first = telling(seen.find((contact) => contact.number === number)?.name ?? "")[0] ?? "";
  if (named === undefined && first === "") throw new Stop("Whom do you mean? Say the full name, please.");
  const found = named === undefined ? meant(first, yield* lookUp(first)) : yield* lookUp(named);
  const to = yield* one(
    scene,
    named ?? first,
    found.filter((contact) => contact.number !== number),
  );
  if (to.number === "") throw new Stop(`${to.name} is in the contacts without a phone number.`);
  const text = scene.toolbox
    .argument(draft, "text")
    .replace(/^(Hi|Hello|Hola|Dear) [^,]+,/, `$1 ${to.name.split(" ")[0] ?? to.name},`);
  const values = { to: undefined, contact: undefined, contactId: to.id, number: to.number, text };
  return yield* act(`Here's the draft for ${to.name} instead.`, ...again(draft, values, scene));
}

/** Takes back what was proposed or planned last, as far as there are tools for it. */
export function* cancelLast(scene: Scene): Play<string> {
  const [last] = callsBefore(scene, "sendText", "sendMail", "addContact", "schedule", "append");
  const role = last === undefined ? null : scene.toolbox.roleOf(last);
  if (last === undefined || role === null) return "All right. There's nothing of mine waiting here.";
  if (role === "append")
    return "That's noted already. You can take it out under Files, where every earlier version is kept.";
  const isPlan = role === "schedule";
  const ids = isPlan
    ? rowsOf(last.result?.data, ["id"]).map((row) => asText(row["id"]))
    : (role === "addContact" ? [last] : lastDrafts(scene)).map(approvalOf);
  yield* act("", ...ids.map((id): Wanted => [isPlan ? "unschedule" : "withdraw", { id }]));
  return `Cancelled. ${isPlan ? "It won't run." : "Nothing was sent."}`;
}

/** The approval a draft became; empty where it became none. */
export function approvalOf({ result }: Call): string {
  return asText(record(result?.data)["approvalId"]);
}
