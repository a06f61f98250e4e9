/** Drafts to outside people: made, made again, taken back. A person decides on each of them. */
import { changed, letterOf, sentence, textOf, upper } from "./drafting.ts";
import { acknowledge } from "./incoming-topics.ts";
import { asksForMail, isForGroup, readings, type Manner, type Message } from "./message.ts";
import { listed, lookUp, meant, one, person, telling } from "./people.ts";
import { act, callsBefore, look, Stop, type Play, type Scene, type Wanted } from "./play.ts";
import { contactsIn, mailsIn, tableOf, type Contact, type Mail, type Quote } from "./results.ts";
import { shownMoment } from "./times.ts";
import { asText, record, type Call } from "./transcript.ts";

type Words = Omit<Message, "to">;

/** Whether words ask for a text or an e-mail to single people. */
export function asked({ words }: Scene, kind: "text" | "mail"): boolean {
  return readings(words).length > 0 && !isForGroup(words) && asksForMail(words) === (kind === "mail");
}

/** First name of the colleague who speaks. */
function signature({ speaker }: Scene): string | null {
  return speaker?.split(" ")[0] ?? null;
}

/** The call that proposes a text; none for one of many who has no number. Throws Stop for a lone person without one. */
export function textTo(to: Contact, { words, manner, place }: Words, scene: Scene): Wanted[] {
  if (to.number === null && place !== null) return [];
  if (to.number === null)
    throw new Stop(`${to.name} is in the contacts without a phone number, so I can't text them.`);
  const text = textOf({ words, manner, to: to.name, from: signature(scene) });
  return [{ role: "sendText", values: { number: to.number, contactId: to.id, text, ...creation(to) } }];
}

/** For somebody who is in no contact yet: contact and text are proposed together. */
export function creation({ id, name }: Pick<Contact, "id" | "name">): Record<string, unknown> {
  if (id !== "") return {};
  const [firstName = name, ...rest] = name.split(/\s+/);
  return { createContact: { firstName, ...(rest.length === 0 ? {} : { lastName: rest.join(" ") }) } };
}

/** The call that proposes an e-mail. Throws Stop for a person without an address. */
export function mailTo(to: Contact, { words, manner }: Words, scene: Scene): Wanted[] {
  if (to.address === null)
    throw new Stop(`${to.name} is in the contacts without an e-mail address, so I can't e-mail them.`);
  const said = upper(sentence({ words, manner })).replace(/[.!]+$/, "");
  const subject = said.length <= 70 ? said : `${said.slice(0, 67).trimEnd()}…`;
  const text = letterOf({ words, manner, to: to.name }, signatureLines(scene));
  return [{ role: "sendMail", values: { address: to.address, contactId: to.id, subject, text } }];
}

function signatureLines({ speaker, company }: Scene): string {
  return [speaker, company].filter((line) => line !== null).join("\n");
}

/** Said with a draft. */
export function drafted(to: readonly Contact[], manner: Manner): string {
  const kept = manner === "spanish" ? " I kept your Spanish words." : "";
  const then =
    to.length === 1 ? "It'll go out once someone approves it." : "They'll go out once someone approves them.";
  return `Here's a draft for ${listed(to.map(({ name }) => name))}.${kept} ${then}`;
}

/** Whom a reply is for, as the words name them; null where they ask for none. */
export function replyTo(words: string): string | null {
  const what = "(?:texts?|e-?mails?|messages?)";
  const asking = new RegExp(
    `\\b(?:(?:reply|response|answer) (?:to|for)|answer|respond to|write back to) (?:the )?(?:last |latest )?(?:${what} (?:of|from|by) )?(.+?)(?:['’]s? (?:last |latest )?${what})?[?.!]*$`,
    "i",
  );
  return asking.exec(words)?.[1] ?? null;
}

/** The look-up of somebody's texts. */
export function threadOf({ number, id, name }: Contact): Wanted {
  if (number === null) throw new Stop(`${name} is in the contacts without a phone number.`);
  return { role: "texts", values: { number, contactId: id, limit: 20 } };
}

/** The reply to what somebody wrote last; none where nothing of theirs is unanswered. */
export function replyCalls(to: Contact, thread: readonly Quote[], scene: Scene): Wanted[] {
  const theirs = unanswered(thread);
  if (theirs.length === 0) return [];
  const ours = thread.filter(({ fromUs }) => fromUs).map(({ text }) => text);
  const { text } = acknowledge(theirs, ours, { to: to.name, from: signature(scene) }, scene.embed);
  return [{ role: "sendText", values: { number: to.number, contactId: to.id, text } }];
}

/** What is said with a reply, or instead of one. */
export function replyIntro(to: Contact, thread: readonly Quote[], { embed }: Scene): string {
  const last = thread.at(-1);
  if (last === undefined) return `There are no texts with ${to.name}.`;
  if (last.fromUs)
    return `We wrote last (${shownMoment(last.when)}): “${last.text}” ${to.name} hasn't written since, so there's nothing to answer.`;
  const theirs = unanswered(thread);
  const { english } = acknowledge(theirs, [], { to: to.name, from: null }, embed);
  const said = english === null ? "" : ` In English, it says: “${english}”`;
  return `${to.name} wrote (${shownMoment(last.when)}): “${theirs.join(" ")}” Here's a reply that doesn't promise anything yet.${said}`;
}

/** The last of what they wrote since we did. */
function unanswered(thread: readonly Quote[]): string[] {
  const from = thread.findLastIndex(({ fromUs }) => fromUs) + 1;
  return thread
    .slice(from)
    .slice(-2)
    .map(({ text }) => text);
}

/** Slot: the newest e-mail of somebody. */
export function* newestMail(scene: Scene): Play<Mail> {
  const name = replyTo(scene.words) ?? "";
  const [found] = yield* look(`Searching the e-mails from ${name}.`, {
    role: "searchMail",
    values: { query: `from:(${name})`, limit: 10 },
  });
  const mail = mailsIn(found, scene.timeZone).find(({ fromUs }) => !fromUs);
  if (mail === undefined) throw new Stop(`I found no e-mail from “${name}”.`);
  return mail;
}

const LOOKING = "thank you for your e-mail. I'm looking into it and will get back to you.";

/** The call that proposes an answer in an e-mail's thread. */
export function mailReply(mail: Mail, scene: Scene, words = LOOKING): Wanted {
  const text = letterOf({ words, manner: "tell", to: mail.who }, signatureLines(scene));
  const subject = /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`;
  return { role: "sendMail", values: { address: mail.address, subject, text, replyToEmailId: mail.id } };
}

/** The drafts that were proposed last, together; null where there are none. */
export function lastDrafts({ before, toolbox }: Scene): readonly Call[] | null {
  const isDraft = (call: Call): boolean => ["sendText", "sendMail"].includes(toolbox.roleOf(call) ?? "");
  const reply = before.findLast((event) => event.kind === "replied" && event.calls.some(isDraft));
  return reply?.kind === "replied" ? reply.calls.filter(isDraft) : null;
}

/** The drafts again, each changed as the words ask. Throws Stop where no rule of the demo's does it. */
export function rewrite(drafts: readonly Call[], scene: Scene): Wanted[] {
  return drafts.flatMap((draft) => {
    const text = changed(scene.toolbox.argument(draft, "text"), scene.words);
    if (text !== null) return again(draft, { text }, scene);
    throw new Stop(
      "That's more than the demo's script can turn into words. It can do “shorter”, “friendlier”, “more formal”, or “say 10 instead of 9”.",
    );
  });
}

/** A draft proposed again with other values; the old one makes room for it, where the tools allow that. */
export function again(draft: Call, values: Readonly<Record<string, unknown>>, scene: Scene): Wanted[] {
  const role = scene.toolbox.roleOf(draft) ?? "sendText";
  const id = approvalOf(draft);
  // What has gone out, or may have, is followed by another draft; nothing takes its place.
  const isOver = scene.before.some(
    (event) =>
      event.kind === "outcome" && event.approvalId === id && /^(?:done|needs_human)$/.test(event.state),
  );
  if (isOver) return [{ role, values: { ...draft.input, ...values, replaces: undefined } }];
  const replaces = scene.toolbox.takes(role, "replaces") ? { replaces: id } : {};
  const next: Wanted = { role, values: { ...draft.input, ...values, ...replaces } };
  return "replaces" in replaces || !scene.toolbox.has("withdraw")
    ? [next]
    : [{ role: "withdraw", values: { id } }, next];
}

/** What is left to do about drafts that could not make room. */
export function leftOver(drafts: readonly Call[], { toolbox }: Scene): string {
  const makesRoom = drafts.every((draft) => toolbox.takes(toolbox.roleOf(draft) ?? "sendText", "replaces"));
  return makesRoom || toolbox.has("withdraw")
    ? ""
    : " The earlier draft is still on its card: choose Discard there.";
}

/** Slot: whom somebody means instead of the last draft's recipient. */
export function* otherPerson(scene: Scene): Play<Contact> {
  const [draft] = lastDrafts(scene) ?? [];
  const number = draft === undefined ? "" : scene.toolbox.argument(draft, "number");
  const named = /\b(?:meant?|for|to) (?:the )?(?!other\b|wrong\b)(\p{L}[\p{L} '’-]+?)[.!]*$/iu.exec(
    scene.words,
  )?.[1];
  if (named !== undefined) return yield* person(scene, named);
  const seen = callsBefore(scene, "contacts").flatMap(({ result }) => contactsIn(result));
  const first = telling(seen.find((contact) => contact.number === number)?.name ?? "")[0] ?? "";
  if (first === "") throw new Stop("Whom do you mean? Say the full name, please.");
  const others = meant(first, yield* lookUp(scene, first)).filter((contact) => contact.number !== number);
  if (others.length === 0)
    throw new Stop("No one else in the contacts has that name. Say the full name, please.");
  return yield* one(scene, first, others);
}

/** The drafts again for somebody else, greeted by their name. */
export function redirect([draft]: readonly Call[], to: Contact, scene: Scene): Wanted[] {
  if (draft === undefined || to.number === null)
    throw new Stop(`${to.name} is in the contacts without a phone number.`);
  const first = to.name.split(" ")[0] ?? to.name;
  const text = scene.toolbox.argument(draft, "text").replace(/^(Hi|Hello|Hola|Dear) [^,]+,/, `$1 ${first},`);
  return again(
    draft,
    { to: undefined, contact: undefined, contactId: to.id, number: to.number, text },
    scene,
  );
}

/** Slot: takes back what was proposed or planned last, as far as there are tools for it, and says what came of it. */
export function* cancelLast(scene: Scene): Play<string> {
  const [last] = callsBefore(scene, "sendText", "sendMail", "addContact", "schedule", "append");
  const role = last === undefined ? null : scene.toolbox.roleOf(last);
  if (last === undefined) return "All right. There's nothing of mine waiting here.";
  if (role === "append")
    return "That's noted already. You can take it out under Workspace, where every earlier version is kept.";
  const back: "unschedule" | "withdraw" = role === "schedule" ? "unschedule" : "withdraw";
  const ids =
    role === "schedule"
      ? tableOf(last.result, "id", "when").map(({ id }) => id)
      : (lastDrafts(scene) ?? [last]).map(approvalOf);
  if (!scene.toolbox.has(back) || ids.includes(""))
    return role === "schedule"
      ? "I can't delete that from here. You can under Schedules."
      : "I can't take a draft back myself. Choose Discard on its card; nothing has been sent.";
  const failure = yield* act("", ...ids.map((id) => ({ role: back, values: { id } })));
  return failure === null
    ? `Cancelled. ${role === "schedule" ? "It won't run." : "Nothing was sent."}`
    : `I couldn't take it back: ${failure}`;
}

/** The approval a draft became; empty where it became none. */
export function approvalOf({ result }: Call): string {
  return asText(record(result?.data)["approvalId"]);
}
