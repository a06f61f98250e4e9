/** Plays that draft messages for outsiders, and change or withdraw drafts. A person decides on each. */
import {
  act,
  callsOf,
  idOf,
  lastCall,
  look,
  replacedBy,
  Stop,
  type Play,
  type Scene,
  type Wanted,
} from "./engine.ts";
import { addressees, firstName, listed, lookUp, meant, one } from "./people.ts";
import { quoted, quotesIn, short, type Contact, type Quote } from "./results.ts";
import { wordsIn } from "./slots.ts";
import { acknowledge } from "./topics.ts";
import { asText, first, record, type Call, type Event, type Row } from "./transcript.ts";
import { changed, letterOf, sentenceIn, swap, textOf, upper, type Wish } from "./words.ts";

/** Drafts the requested message for the named recipients. */
export function* send(scene: Scene, wish: Wish): Play {
  const { to, rest } = yield* wish.place === "" ? addressees(scene, wish.rest) : everyone(scene, wish.place);
  const [draft] = lastDrafts(scene);
  if (SAME.test(rest) && draft !== undefined) return yield* sameTo(draft, to);
  const { text, isExact } = sentencesIn(wish, rest);
  if (text === "") {
    const [name = ""] = to.map(({ name: of }) => firstName(of));
    throw new Stop(`What should I tell ${name}? Say it in one sentence: “Tell ${name} that …”.`);
  }
  if (/^in (?:spanish|english|french|german)\b/i.test(text))
    throw new Stop("I can't translate. Put the exact words in quotes.");
  const reached = to.filter(({ number, address }) => (wish.isMail ? address : number) !== "");
  const names = (people: readonly Contact[]): string => listed(people.map(({ name }) => name));
  const left = names(to.filter((contact) => !reached.includes(contact)));
  const without =
    left &&
    `${left} can't be reached: no ${wish.isMail ? "e-mail address" : "phone number"} in the contacts. `;
  if (reached.length === 0) throw new Stop(without);
  const hello = SPANISH.test(wish.verb) ? "Hola" : "Hi";
  const said = isExact ? text : yield* withNames(text);
  const drafts = reached.map(({ id, name, number, address }): Wanted => {
    const letter = isExact ? text : letterOf(said, name, signature(scene), hello);
    const subject = short(upper(said).replace(/[.!]+$/, ""), 80);
    if (wish.isMail) return ["send_email", { to: address, subject, text: letter }];
    const words = isExact ? text : textOf(said, name, scene.speaker, hello);
    return ["send_message", { to: number, text: words, ...creation(id, name) }];
  });
  const count = wish.place && `${reached.length} people. `;
  const [other] = isExact ? [] : (/\b(?:he|she|him|her|his)\b/i.exec(text) ?? []);
  const whose = other === undefined ? "" : `Please check “${other}”: I left it as you said it. `;
  const say = `${count}Here's a draft for ${names(reached)}. ${without}${whose}Nothing goes out before someone approves it.`;
  return yield* act(say, ...drafts);
}

const SAME = /^(?:that |about )?(?:the )?same(?: thing)?\W*$/i;
const AND_ASK = /(?:^|,? )(?:(?:and|to) ask|asking(?! for)) (?:(?:him|her|them) )?/i;

/** Splits a message that both tells and asks: “we got the quote and ask when she's free”. */
function sentencesIn(wish: Wish, rest: string): ReturnType<typeof sentenceIn> {
  if (/^(?:and|to) ask\W*$/i.test(rest)) return { text: "", isExact: false };
  const [told = "", asked] = /["“«]/.test(rest) ? [rest] : rest.split(AND_ASK);
  const first = told === "" ? null : sentenceIn(wish, told);
  if (asked === undefined) return first ?? sentenceIn(wish, rest);
  const second = sentenceIn({ ...wish, verb: "ask" }, asked).text;
  return { text: first === null ? second : `${first.text} ${upper(second)}`, isExact: false };
}

/** “And also to José”, “y también a José”: the last draft to others; null without one. */
export function alsoTo(scene: Scene): Play | null {
  const who = first(ALSO, scene.words);
  const [draft] = lastDrafts(scene);
  return who === "" || draft === undefined ? null : toOthers(scene, draft, who);
}

const ALSO =
  /^(?:and |y )?(?:also |too |tambi[eé]n |(?:the )?same )?(?:to|a|for|al) (.+?)(?: too| as well| tambi[eé]n)?[.!]*$/i;

function* toOthers(scene: Scene, draft: Call, who: string): Play {
  return yield* sameTo(draft, (yield* addressees(scene, who)).to);
}

/** The last draft's words to others. */
function* sameTo(draft: Call, to: readonly Contact[]): Play {
  const isMail = draft.tool === "send_email";
  const drafts = to.map(({ name, number, address }): Wanted => {
    const text = asText(draft.input["text"]).replace(/^(\w+) [^,]+,/, `$1 ${firstName(name)},`);
    const subject = isMail ? { subject: draft.input["subject"] } : {};
    return [draft.tool, { to: isMail ? address : number, text, ...subject }];
  });
  return yield* act(`Here's the same for ${listed(to.map(({ name }) => name))}.`, ...drafts);
}

/** Capitalizes contacts’ names typed in lowercase before a verb, as in "anneke can come". */
function* withNames(text: string): Play {
  const typed = [...text.matchAll(DOES)].map(([word]) => word).slice(0, 2);
  const known: string[] = [];
  for (const word of typed) {
    const found = yield* lookUp(word);
    if (found.some(({ name }) => wordsIn(name).includes(word))) known.push(word);
  }
  return known.reduce((words, name) => words.replace(new RegExp(`\\b${name}\\b`), upper), text);
}

/** Lowercase words that may be names. A word after a determiner is not: “the plumber comes”. */
const DOES =
  /(?<!\b(?:the|an?|our|your|my|his|her|their|its|this|that|some|any|every|no)\s(?:\p{L}+\s)?)(?<![\p{L}'’])(?!(?:who|that|which|this|what|there|here|someone|nobody|everyone|everything|something|they|you|she|the|and|one|all|it)\b)\p{Ll}{3,}(?= (?:can|can['’]t|will|won['’]t|comes?|is coming|came|called|wants?|needs?|has|would|asked)\b)/gu;

const SPANISH = /^(?:d[ií]|av|esc|m[aá]n|cu|rec|env)/;

function signature({ speaker, company }: Scene): string {
  return [speaker, company].filter(Boolean).join("\n");
}

/** For someone without a contact: contact and text are proposed together. */
export function creation(id: string, name: string): Row {
  const [firstName, ...rest] = name.split(/\s+/);
  const lastName = rest.length === 0 ? {} : { lastName: rest.join(" ") };
  return id === "" ? { createContact: { firstName, ...lastName } } : {};
}

/** Contacts at the place or in the role that a request names, one per phone number. Throws Stop if there are none. */
function* everyone(
  scene: Scene,
  text: string,
): Play<{ readonly to: readonly Contact[]; readonly rest: string }> {
  const parts = text.split(/\s+/);
  for (const count of [2, 1]) {
    const place = parts.slice(0, count).join(" ");
    const isRole = /^(?:owner|vendor|applicant|plumber|electrician)/i.test(place);
    const role = place.replace(/^(\p{L}+?)s?(?= |$)/u, "$1");
    const found = meant(isRole ? role : place, yield* lookUp(isRole ? role : place));
    const kind = isRole ? new RegExp(`^(?:[^,]* )?${role.split(" ")[0] ?? ""}\\b`, "i") : /resident|tenant/i;
    const living = found.filter(({ about }) => kind.test(about) && !about.endsWith(`, ${scene.company}`));
    const to = living.filter(({ number }, at) => living.findIndex((other) => other.number === number) === at);
    const rest = parts
      .slice(count)
      .join(" ")
      .replace(
        /^(?:st|street|ave|avenue|rd|road|ln|lane|blvd|dr|drive|alley|way|ct|court|pl|place|terrace|row|steps|hollow)\b\.?\s*/i,
        "",
      );
    if (to.length > 0) return { to, rest };
  }
  throw new Stop(`No one in the contacts lives at or is “${parts.slice(0, 2).join(" ")}”.`);
}

/** The recipient of a requested reply; empty if none is requested. */
export function replyTo(words: string): string {
  const what = "(?:texts?|e-?mails?|messages?)";
  const asking = `\\b(?:(?:reply|response|answer) (?:to|for)|answer|respond to|write back to) (?:the )?(?:last |latest )?(?:${what} (?:of|from|by) )?(.+?)(?:['’]s? (?:last |latest )?${what})?[?.!]*$`;
  return first(new RegExp(asking, "i"), words);
}

/** Replies to a person's newest text, or e-mail if the request says so. */
export function* reply(scene: Scene): Play {
  const name = replyTo(scene.words);
  if (/e-?mail/i.test(scene.words)) return yield* mailReply(scene, name);
  const [to] = (yield* addressees(scene, name)).to;
  if (to === undefined || to.number === "")
    throw new Stop(`${name} is in the contacts without a phone number.`);
  const [found] = yield* look("", ["list_messages", { number: to.number, limit: 20 }]);
  const thread = quotesIn(found, to.name);
  const theirs = thread.slice(thread.findLastIndex(({ fromUs }) => fromUs) + 1);
  const newest = thread.at(-1);
  if (newest === undefined) return `There are no texts with ${to.name}.`;
  if (newest.fromUs) return `There's nothing to answer: ${quoted(newest)} ${to.name} hasn't written since.`;
  const texts = theirs.slice(-2).map(({ text }) => text);
  const draft = acknowledge(texts, ours(thread), to.name, scene.embed);
  const english = draft.english && ` In English, it says: “${draft.english}”`;
  const text = draft.text + (scene.speaker === null ? "" : ` - ${firstName(scene.speaker)}`);
  const say = `${ended(quoted({ ...newest, text: texts.join(" ") }))} Here's a reply that promises nothing yet.${english}`;
  return yield* act(say, ["send_message", { to: to.number, text }]);
}

/** Our own messages. */
export function ours(thread: readonly Quote[]): string[] {
  return thread.flatMap(({ text, fromUs }) => (fromUs ? [text] : []));
}

function* mailReply(scene: Scene, name: string): Play {
  const [found] = yield* look("", ["search_emails", { query: `from:(${name})`, limit: 10 }]);
  const mail = quotesIn(found).find(({ fromUs }) => !fromUs);
  if (mail === undefined) throw new Stop(`I found no e-mail from “${name}”.`);
  const draft = answerTo(
    mail,
    "thank you for your e-mail. I'm looking into it and will get back to you.",
    scene,
  );
  return yield* act(`${ended(quoted(mail))} Here's a reply that promises nothing yet.`, draft);
}

/** A quote that ends its sentence; what ends in a full stop of its own gets no second one. */
function ended(quote: string): string {
  return /[.!?…]”$/.test(quote) ? quote : `${quote}.`;
}

/** A reply in an e-mail's thread. */
export function answerTo(mail: Quote, words: string, scene: Scene): Wanted {
  const subject = /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`;
  const text = letterOf(words, mail.who, signature(scene));
  return ["send_email", { to: mail.address, subject, text, replyToEmailId: mail.id }];
}

/** The last proposed drafts. */
export function lastDrafts({ before }: Scene): readonly Call[] {
  const draftsOf = (event: Event): Call[] =>
    callsOf([event]).filter(({ tool }) => /^send_(?:message|email)$/.test(tool));
  return before.map(draftsOf).findLast((drafts) => drafts.length > 0) ?? [];
}

/** Proposes the drafts again with the requested change. */
export function* rewrite(scene: Scene): Play {
  const drafts = lastDrafts(scene);
  const texts = drafts.map((draft) => changedBy(asText(draft.input["text"]), scene.words));
  if (texts.includes(null) && /\b(?:short|brief|concise)/i.test(scene.words))
    throw new Stop("It's one sentence already. Put the words you want in quotes and I'll propose them.");
  if (texts.includes(null))
    throw new Stop(
      "That's more than the demo's script can turn into words. It can do “shorter”, “friendlier”, “more formal”, or “say 10 instead of 9”.",
    );
  return yield* act(
    "Here's the new version.",
    ...drafts.map((draft, index) => {
      const subject = asText(draft.input["subject"]);
      return again(draft, { text: texts[index], subject: swapped(subject, scene.words) }, scene);
    }),
  );
}

/** A subject with the same day, time or word instead of another. */
function swapped(subject: string, wish: string): string | undefined {
  const so = partsOf(wish).reduce((text, part) => swap(text, part) ?? text, subject);
  return so === "" ? undefined : so;
}

/** Each of several changes in turn; null if one can't be made. */
function changedBy(text: string, wish: string): string | null {
  return partsOf(wish).reduce<string | null>((so, part) => (so === null ? null : changed(so, part)), text);
}

function partsOf(wish: string): string[] {
  if (/["“«]/.test(wish)) return [wish];
  const [whole = "", added] = wish.split(/(?:^|,?\s+and\s+)(?=(?:also )?(?:add|mention|include)\b)/i);
  const parts = whole.split(/,\s*(?:and\s+)?(?!not\b|but\b|today|tomorrow)|\s+and\s+(?!not\b)/i);
  return [...parts, added ?? ""]
    .filter(Boolean)
    .filter((part) => !/^(?:no|nope|ok|please|actually|sorry|stop|wait)$/i.test(part.trim()));
}

/** Proposes a draft again with other values. It replaces the old one, or follows it if that is decided. */
function again(draft: Call, values: Row, scene: Scene): Wanted {
  return [draft.tool, { ...draft.input, replaces: replacedBy(draft, scene), ...values }];
}

/** Proposes the draft for another recipient. */
export function* redirect(scene: Scene): Play {
  const [draft] = lastDrafts(scene);
  if (draft === undefined) throw new Stop("There's no draft here to send to somebody else.");
  const [old, text] = [asText(draft.input["to"]), asText(draft.input["text"])];
  const meaning = /\b(?:meant?|for|to|other) (?:the )?(?!other\b|wrong\b|one\b)(\p{L}[\p{L} '’-]+?)[.!]*$/iu;
  const name = first(meaning, scene.words) || first(/^\w+ ([^,]+),/, text);
  const others = (yield* lookUp(name)).filter(({ number }) => number !== old && number !== "");
  const to = yield* one(scene, name, meant(name, others));
  const changes = { to: to.number, text: text.replace(/^(\w+) [^,]+,/, `$1 ${firstName(to.name)},`) };
  return yield* act(`Here's the draft for ${to.name} instead.`, again(draft, changes, scene));
}

const UNDOABLE = ["send_message", "send_email", "create_event", "create_schedule", "append_file"];

/** Withdraws the last proposal or schedule. */
export function* cancelLast(scene: Scene): Play {
  const last = lastCall(scene, ...UNDOABLE);
  if (last === undefined) {
    const [undone = null] = yield { say: "", calls: [["undo_own_act", {}]], acts: true };
    const { status, what, now, why } = record(undone?.data);
    if (what === undefined) return "All right. There's nothing of mine to take back here.";
    return status === "undone" ? `Done: ${asText(now)}.` : `I can't take that back. ${asText(why)}`;
  }
  if (last.tool === "append_file")
    return "That's noted already. You can take it out under Files, where every earlier version is kept.";
  if (last.tool === "create_schedule") {
    yield* act("", ["delete_schedule", { id: idOf(last) }]);
    return "Cancelled. It won't run.";
  }
  const drafts = last.tool === "create_event" ? [last] : lastDrafts(scene);
  yield* act("", ...drafts.map((draft): Wanted => ["withdraw_draft", { approvalId: idOf(draft) }]));
  return "Cancelled. Nothing was sent.";
}

/** Continues after decisions on drafts; one rejected with a reason is redrafted if a rule applies. */
export function* onOutcomes(scene: Scene, outcomes: readonly Extract<Event, { kind: "outcome" }>[]): Play {
  if (scene.showsReceipts && outcomes.every(({ state }) => state === "done")) return "[NO_ACTION_NEEDED]";
  const told = outcomes.map((outcome) => {
    const draft = callsOf(scene.before).findLast((call) => outcome.id !== "" && idOf(call) === outcome.id);
    const reason = reasonIn(outcome.text);
    if (outcome.state !== "rejected" || reason === "" || draft === undefined)
      return { say: plain(outcome), calls: [] };
    const text = changed(asText(draft.input["text"]), reason);
    const beyond = `“${reason}” is more than the demo's script can turn into words. Put the exact words in quotes and I'll propose them.`;
    return text === null
      ? { say: beyond, calls: [] }
      : {
          say: `Here's a new draft, following “${reason}”.`,
          calls: [again(draft, { text, replaces: undefined }, scene)],
        };
  });
  const say = told.map((one) => one.say).join("\n");
  const calls = told.flatMap((one) => one.calls);
  return calls.length === 0 ? say : yield* act(say, ...calls);
}

/** The reason for a rejection, if it asks for a new draft. */
function reasonIn(text: string): string {
  const reason = first(/\bReason: ("(?:[^"\\]|\\.)*")/, text);
  return reason !== "" && /draft it again/i.test(text) ? String(JSON.parse(reason)) : "";
}

/** The outcome without the part addressed to the agent. */
function plain({ text, state }: { readonly text: string; readonly state: string }): string {
  const forAgent =
    / ?\b(?:Look at what is new|Do not |Draft it again|Tell the person|There is nothing for you|Nothing will be sent by|Take note).*$/gm;
  const told = text
    .replace("changed the words of your draft.", "changed the draft first.")
    .replace(forAgent, "");
  const unsure = " We can't tell whether it was sent: please check, and settle it on the card.";
  return told.replace(/\s*\n\s*/g, " ").trim() + (state === "needs_human" ? unsure : "");
}
