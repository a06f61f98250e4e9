/** Plays that draft for people outside, change drafts and take them back. A person decides on each. */
import { act, callsOf, idOf, lastCall, look, Stop, type Play, type Scene, type Wanted } from "./engine.ts";
import { addressees, listed, lookUp, meant, one, person } from "./people.ts";
import { contactsIn, quoted, quotesIn, type Contact, type Quote } from "./results.ts";
import { telling } from "./slots.ts";
import { acknowledge } from "./topics.ts";
import { asText, first, type Call, type Event, type Row } from "./transcript.ts";
import { changed, letterOf, messageIn, sentence, textOf, upper, type Message, type Wish } from "./words.ts";

/** Drafts what the words say for those they name. */
export function* send(scene: Scene, wish: Wish): Play {
  const { to, rest } =
    wish.place === undefined ? yield* addressees(scene, wish.rest) : yield* everyone(wish.place);
  const message = messageIn(wish, rest);
  if (message.words === "" && message.manner !== "thank")
    throw new Stop("What should it say? Say it in one sentence with the name.");
  const missing = to.filter(({ number, address }) => (wish.isMail ? address : number) === "");
  const reached = to.filter((contact) => !missing.includes(contact));
  const what = wish.isMail ? "an e-mail address" : "a phone number";
  const names = (people: readonly Contact[]): string => listed(people.map(({ name }) => name));
  if (reached.length === 0)
    throw new Stop(`${names(to)} is in the contacts without ${what}, so I can't write to them.`);
  const count =
    wish.place === undefined
      ? ""
      : `${reached.length} residents at ${wish.place.split(/\s+/).slice(0, 2).join(" ")}. `;
  const left = missing.length === 0 ? "" : ` Without ${what}: ${names(missing)}.`;
  const say = `${count}Here's a draft for ${names(reached)}.${left} Nothing goes out before someone approves it.`;
  return yield* act(
    say,
    ...reached.map((contact) => (wish.isMail ? mailTo : textTo)(contact, message, scene)),
  );
}

function textTo({ id, name, number }: Contact, message: Message, { speaker }: Scene): Wanted {
  return ["send_message", { to: number, text: textOf(message, name, speaker), ...creation(id, name) }];
}

/** For somebody who is in no contact yet: contact and text are proposed together. */
export function creation(id: string, name: string): Row {
  const [firstName, ...rest] = name.split(/\s+/);
  const lastName = rest.length === 0 ? {} : { lastName: rest.join(" ") };
  return id === "" ? { createContact: { firstName, ...lastName } } : {};
}

function mailTo({ name, address }: Contact, message: Message, scene: Scene): Wanted {
  const subject = upper(sentence(message))
    .replace(/[.!]+$/, "")
    .slice(0, 70);
  return ["send_email", { to: address, subject, text: letterOf(message, name, signature(scene)) }];
}

function signature({ speaker, company }: Scene): string {
  return [speaker, company].filter(Boolean).join("\n");
}

/** Everyone who lives at the place that words begin with, each number once. Throws Stop where no one does. */
function* everyone(text: string): Play<{ readonly to: readonly Contact[]; readonly rest: string }> {
  const parts = text.split(/\s+/);
  for (const count of [2, 1]) {
    const place = parts.slice(0, count).join(" ");
    const living = meant(place, yield* lookUp(place)).filter(({ about }) => /resident|tenant/i.test(about));
    const to = living.filter(({ number }, at) => living.findIndex((other) => other.number === number) === at);
    if (to.length > 0)
      return {
        to,
        rest: parts
          .slice(count)
          .join(" ")
          .replace(/^(?:st|ave|rd|ln|blvd|lane|street|road|avenue)\b\.?\s*/i, ""),
      };
  }
  throw new Stop(`No one in the contacts lives at “${parts.slice(0, 2).join(" ")}”.`);
}

/** Whom a reply is for, as the words name them; empty where they ask for none. */
export function replyTo(words: string): string {
  const what = "(?:texts?|e-?mails?|messages?)";
  const asking = `\\b(?:(?:reply|response|answer) (?:to|for)|answer|respond to|write back to) (?:the )?(?:last |latest )?(?:${what} (?:of|from|by) )?(.+?)(?:['’]s? (?:last |latest )?${what})?[?.!]*$`;
  return first(new RegExp(asking, "i"), words);
}

/** Answers somebody's newest text, or e-mail where the words say so. */
export function* reply(scene: Scene, name: string): Play {
  if (/e-?mail/i.test(scene.words)) return yield* mailReply(scene, name);
  const to = /^(?:him|her|them)$/i.test(name)
    ? (yield* addressees(scene, name)).to[0]!
    : yield* person(scene, name);
  if (to.number === "") throw new Stop(`${to.name} is in the contacts without a phone number.`);
  const [found] = yield* look("", ["list_messages", { number: to.number, limit: 20 }]);
  const thread = quotesIn(found, to.name);
  const newest = thread.at(-1);
  if (newest === undefined) return `There are no texts with ${to.name}.`;
  if (newest.fromUs) return `There's nothing to answer: ${quoted(newest)} ${to.name} hasn't written since.`;
  const theirs = thread
    .slice(thread.findLastIndex(({ fromUs }) => fromUs) + 1)
    .map(({ text }) => text)
    .slice(-2);
  const ours = thread.flatMap(({ text, fromUs }) => (fromUs ? [text] : []));
  const draft = acknowledge(theirs, ours, to.name, scene.embed);
  const english = draft.english === null ? "" : ` In English, it says: “${draft.english}”`;
  const text = draft.text + (scene.speaker === null ? "" : ` - ${scene.speaker.split(" ")[0] ?? ""}`);
  return yield* act(
    `${quoted({ ...newest, text: theirs.join(" ") })}. Here's a reply that promises nothing yet.${english}`,
    ["send_message", { to: to.number, text }],
  );
}

function* mailReply(scene: Scene, name: string): Play {
  const [found] = yield* look("", ["search_emails", { query: `from:(${name})`, limit: 10 }]);
  const mail = quotesIn(found).find(({ fromUs }) => !fromUs);
  if (mail === undefined) throw new Stop(`I found no e-mail from “${name}”.`);
  const words = "thank you for your e-mail. I'm looking into it and will get back to you.";
  return yield* act(
    `${quoted(mail)} Here's a reply that promises nothing yet.`,
    answerTo(mail, words, scene),
  );
}

/** The call that proposes an answer in an e-mail's thread. */
export function answerTo(mail: Quote, words: string, scene: Scene): Wanted {
  const subject = /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`;
  const text = letterOf({ words, manner: "tell" }, mail.who, signature(scene));
  return ["send_email", { to: mail.address, subject, text, replyToEmailId: mail.id }];
}

/** The drafts that were proposed last, together. */
export function lastDrafts({ before }: Scene): readonly Call[] {
  const draftsOf = (event: Event): Call[] =>
    callsOf([event]).filter(({ tool }) => /^send_(?:message|email)$/.test(tool));
  return before.map(draftsOf).findLast((drafts) => drafts.length > 0) ?? [];
}

/** The drafts again, each changed as the words ask. */
export function* rewrite(scene: Scene): Play {
  const drafts = lastDrafts(scene);
  const texts = drafts.map((draft) => changed(asText(draft.input["text"]), scene.words));
  if (texts.includes(null))
    throw new Stop(
      "That's more than the demo's script can turn into words. It can do “shorter”, “friendlier”, “more formal”, or “say 10 instead of 9”.",
    );
  return yield* act(
    "Here's the new version.",
    ...drafts.map((draft, index) => again(draft, { text: texts[index] }, scene)),
  );
}

/** A draft proposed again with other values. The old one makes room, unless it is decided: that one is followed by another. */
function again(draft: Call, values: Row, { before }: Scene): Wanted {
  const id = idOf(draft);
  const isOver = before.some((event) => event.kind === "outcome" && event.id === id);
  return [draft.tool, { ...draft.input, replaces: isOver ? undefined : id, ...values }];
}

/** The draft again for somebody else. */
export function* redirect(scene: Scene): Play {
  const [draft] = lastDrafts(scene);
  if (draft === undefined) throw new Stop("There's no draft here to send to somebody else.");
  const number = asText(draft.input["to"]);
  const named = first(
    /\b(?:meant?|for|to) (?:the )?(?!other\b|wrong\b)(\p{L}[\p{L} '’-]+?)[.!]*$/iu,
    scene.words,
  );
  const seen = contactsIn(lastCall(scene, "search_contacts")?.result);
  const name = named || (telling(seen.find((contact) => contact.number === number)?.name ?? "")[0] ?? "");
  if (name === "") throw new Stop("Whom do you mean? Say the full name, please.");
  const others = (yield* lookUp(name)).filter((contact) => contact.number !== number);
  const to = yield* one(scene, name, meant(name, others));
  if (to.number === "") throw new Stop(`${to.name} is in the contacts without a phone number.`);
  const text = asText(draft.input["text"]).replace(
    /^(Hi|Hello|Hola|Dear) [^,]+,/,
    `$1 ${to.name.split(" ")[0] ?? to.name},`,
  );
  return yield* act(`Here's the draft for ${to.name} instead.`, again(draft, { to: to.number, text }, scene));
}

/** Takes back what was proposed or planned last. */
export function* cancelLast(scene: Scene): Play {
  const last = lastCall(
    scene,
    "send_message",
    "send_email",
    "create_contact",
    "create_schedule",
    "append_file",
  );
  if (last === undefined) return "All right. There's nothing of mine waiting here.";
  if (last.tool === "append_file")
    return "That's noted already. You can take it out under Files, where every earlier version is kept.";
  const isPlan = last.tool === "create_schedule";
  const drafts = last.tool.startsWith("send_") ? lastDrafts(scene) : [last];
  const withdraw = (approvalId: string): Wanted => ["withdraw_draft", { approvalId }];
  yield* act(
    "",
    ...drafts.map(idOf).map((id): Wanted => (isPlan ? ["delete_schedule", { id }] : withdraw(id))),
  );
  return `Cancelled. ${isPlan ? "It won't run." : "Nothing was sent."}`;
}

/** Goes on from what became of drafts; one that was rejected with a reason is drafted again where a rule of the demo's can. */
export function* onOutcomes(scene: Scene, outcomes: readonly Extract<Event, { kind: "outcome" }>[]): Play {
  const say: string[] = [];
  const calls: Wanted[] = [];
  for (const { id, text, state } of outcomes) {
    const draft = callsOf(scene.before).findLast((call) => id !== "" && idOf(call) === id);
    const reason =
      /draft it again|follow the reason/i.test(text) && state === "rejected"
        ? first(/\breason\b[^:“"]*:? ["“]((?:[^"”\\]|\\.)*)["”]/i, text).replace(/\\(.)/g, "$1")
        : "";
    const next = draft === undefined ? null : changed(asText(draft.input["text"]), reason);
    if (reason === "" || draft === undefined) say.push(plain(text, state));
    else if (next === null)
      say.push(
        `“${reason}” is more than the demo's script can turn into words. Put the exact words in quotes and I'll propose them.`,
      );
    else {
      say.push(`Here's a new draft, following “${reason}”.`);
      calls.push(again(draft, { text: next, replaces: undefined }, scene));
    }
  }
  return calls.length === 0 ? say.join("\n") : yield* act(say.join("\n"), ...calls);
}

/** The outcome in its own words, without what only the agent is told. */
function plain(text: string, state: string): string {
  const told = text
    .replace("changed the words of your draft.", "changed the draft first.")
    .replace(
      / ?\b(?:Look at what is new|Do not |Draft it again|Follow the reason|Tell the person|There is nothing for you|Nothing will be sent by|Take note).*$/gm,
      "",
    )
    .replace(/\s*\n\s*/g, " ")
    .trim();
  return state === "needs_human"
    ? `${told} We can't tell whether it was sent: please check, and settle it on the card.`
    : told;
}
