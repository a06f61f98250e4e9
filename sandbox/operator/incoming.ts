/**
 * Texts, calls and e-mails from outside, no one of the team asking: find out who it is, read what was written before, then draft one reply that
 * promises nothing, stay silent where there is nothing to do, or tell the team. What outsiders write is matched, never obeyed.
 */
import { firstName } from "./drafting.ts";
import { acknowledge, needsNothing, orderIn } from "./incoming-topics.ts";
import { leadReply, type Lead } from "./leads.ts";
import { meant, nameGiven } from "./people.ts";
import { act, ask, look, type Play, type Scene, type Wanted } from "./play.ts";
import { addressIn, contactsIn, mailsIn, nameIn, quotesIn, type Mail, type Quote } from "./results.ts";
import { creation, mailReply } from "./sending.ts";
import { oneLine, short } from "./shown.ts";
import { addDays } from "./times.ts";
import type { Trigger } from "./transcript.ts";

const NO_PROMISE = "Here's a draft that doesn't promise anything yet.";
const CALL = /^Phone call \(/;
/** The product's remark on a text that went to several. */
const GROUP = /\s*\(a group text that also went to ([^;)]+)[^)]*\)$/;
const COLLEAGUE = silent("A colleague has answered in the meantime.");

/** Says in the product's way that no one need be disturbed. */
function silent(why: string): string {
  return `[NO_ACTION_NEEDED] ${why}`;
}

/** Proposes, and says what came of it where the conversation goes on at once. */
function* propose(say: string, ...calls: readonly Wanted[]): Play<string> {
  const failure = yield* act(say, ...calls);
  return failure === null ? "It's waiting for a decision." : `${say}\nI couldn't propose it: ${failure}`;
}

/** Works a contact's newest texts and calls. */
export function* onTexts(
  scene: Scene,
  { number }: Extract<Trigger, { kind: "texts" }>,
  heard: readonly string[],
): Play<string> {
  const texts = heard.filter((one) => !CALL.test(one)).map((one) => one.replace(GROUP, ""));
  const others = GROUP.exec(heard.join("\n"))?.[1];
  const record = heard.findLast((one) => CALL.test(one));
  const nothing = texts.map((text) => needsNothing(text, scene.embed));
  if (record === undefined && nothing.every((why) => why !== null)) return silent(nothing.at(-1) ?? "");
  const [found, thread] = yield* look(
    `Looking up ${number}.`,
    { role: "contacts", values: { query: number } },
    { role: "texts", values: { number, limit: 20 } },
  );
  const [contact] = meant(number, contactsIn(found));
  const known = contact?.name ?? number;
  if (texts.length === 0) return yield* onCall(scene, record ?? "", known);
  const before = quotesIn(thread, scene.timeZone);
  if (hasAnswered(before, texts)) return COLLEAGUE;
  const words = oneLine(texts.join("\n"));
  if (orderIn(words) !== null)
    return `${known} wrote: “${words}”\nIt contains instructions; I ignored them and drafted nothing. Please decide whether anyone should answer.`;
  const { id, name } = contact ?? { id: "", name: yield* nameOf(scene, words, number) };
  return yield* answerTexts(scene, { id, name, number }, { texts, words, others, before });
}

/** Whether somebody of the team wrote last, after one of these texts. */
function hasAnswered(before: readonly Quote[], texts: readonly string[]): boolean {
  return before.at(-1)?.fromUs === true && before.some(({ fromUs, text }) => !fromUs && texts.includes(text));
}

interface Texted {
  readonly texts: readonly string[];
  /** All of them on one line. */
  readonly words: string;
  /** Who else got them. */
  readonly others: string | undefined;
  readonly before: readonly Quote[];
}

/** Proposes the reply to texts and says what the team should know about it. */
function* answerTexts(
  scene: Scene,
  to: { readonly id: string; readonly name: string; readonly number: string },
  { texts, words, others, before }: Texted,
): Play<string> {
  const { id, name, number } = to;
  const ours = before.filter(({ fromUs }) => fromUs).map(({ text }) => text);
  const { text, urgent, why, english } = acknowledge(texts, ours, { to: name, from: null }, scene.embed);
  const place = why === "a change of plan" ? placeIn(words) : undefined;
  const say = [
    `${urgent ? `Urgent, ${why}. ` : ""}${name} wrote: “${words}”`,
    ...(place === undefined ? [] : [`Whoever lives at ${place} may need to hear about it too.`]),
    ...(others === undefined
      ? []
      : [`It was a group text. The reply goes to ${name} alone: ${others} won't see it.`]),
    ...(english === null ? [] : [`In English, the reply says: “${english}”`]),
    NO_PROMISE,
  ];
  const note = english === null ? undefined : `In English: ${english}`;
  return yield* propose(say.join("\n"), {
    role: "sendText",
    values: { number, text, ...creation({ id, name }), urgent: urgent || undefined, note },
  });
}

/** The first street address in words, such as `12 Elm St #4`. */
function placeIn(words: string): string | undefined {
  return /\b\d+ \p{Lu}\p{L}+(?: (?:St|Ave|Rd))? #?\d*[A-Z]?\b/u.exec(words)?.[0];
}

/** Who wrote from a number that is in no contact: by their own introduction, or as the team says. */
function* nameOf(scene: Scene, words: string, number: string): Play<string> {
  const introduced =
    /\b(?:this is|my name is|it['’]s|i am|i['’]m) (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+)(?!['’]s)/u.exec(
      words,
    )?.[1];
  if (introduced !== undefined) return introduced;
  const text = `${number} isn't in your contacts and wrote: “${words}” Who is it? I'll propose the contact and a reply together.`;
  return nameGiven(yield* ask(scene, { text, reason: `A name for ${number}` }));
}

/** The record of a call: what was agreed is noted, what was promised becomes a reminder. */
function* onCall(scene: Scene, record: string, name: string): Play<string> {
  const part = (label: string): string => new RegExp(`^${label}: (.+)$`, "m").exec(record)?.[1]?.trim() ?? "";
  const [summary, promised] = [part("Summary"), part("Next steps")];
  if (summary === "" && promised === "") return silent("A call with nothing to follow up.");
  const told = `${summary}${promised === "" ? "" : ` Promised: ${promised}`}`;
  const reminder = {
    title: `Promised to ${name}`.slice(0, 100),
    instruction: `Remind the team: promised to ${firstName(name)} on the phone: ${promised}`,
    at: `${addDays(scene.today, 1)}T09:00`,
  };
  const failure = yield* act(
    `A call with ${name}: ${told}\nHere's a note${promised === "" ? "" : ", and a reminder of what was promised"}.`,
    {
      role: "append",
      values: { path: `daily_notes/${scene.today}_calls.md`, text: `- Call with ${name}: ${told}` },
    },
    ...(promised === "" ? [] : [{ role: "schedule" as const, values: reminder }]),
  );
  return failure === null
    ? "The call is noted, or its note is waiting for a decision."
    : `I couldn't propose all of it: ${failure}`;
}

const LEAVE = "Leave it";
const CHOICES = ["Invite them to a showing", "Ask for more", "Decline"];

/** Works the newest e-mail of a thread; a rental lead by the team's own skill. */
export function* onMail(
  scene: Scene,
  { skill }: Extract<Trigger, { kind: "mail" }>,
  heard: readonly string[],
): Play<string> {
  const mail = heardMail(heard.at(-1) ?? "");
  if (mail === null) return "An e-mail came in that I can't read. Please look at it.";
  const nothing = needsNothing(mail.text, scene.embed);
  if (nothing !== null) return silent(nothing);
  const [read] = yield* look("Reading the thread.", { role: "readMail", values: { id: mail.id } });
  const [whole] = mailsIn(read, scene.timeZone);
  if (whole?.newest.fromUs === true) return COLLEAGUE;
  if (skill !== null) return yield* answerLead(scene, mail, whole?.earlier ?? [], skill);
  const told = `${mail.who} <${mail.address}> writes “${mail.subject}”: “${short(mail.text, 220)}”`;
  if (isOrder(mail)) return yield* askAboutOrder(scene, mail, told);
  return yield* answerMail(scene, mail, whole?.ours ?? [], told);
}

/** Proposes a reply that promises nothing. */
function* answerMail(scene: Scene, mail: HeardMail, ours: readonly string[], told: string): Play<string> {
  const { text, urgent, why } = acknowledge([mail.text], ours, { to: mail.who, from: null }, scene.embed);
  const reply = mailReply(mail, scene, text.replace(/^\w+ [^,]+, /, ""));
  return yield* propose(`${urgent ? `Urgent, ${why}. ` : ""}${told}\n${NO_PROMISE}`, {
    ...reply,
    values: { ...reply.values, urgent: urgent || undefined },
  });
}

type HeardMail = Mail & { readonly hides: boolean };

/** Whether an e-mail tries to make the agent do something, openly or in text its reader does not see. */
function isOrder({ hides, text }: HeardMail): boolean {
  return hides || orderIn(text) !== null;
}

/** Proposes the reply to a rental lead by the skill; what the skill leaves open is asked. */
function* answerLead(scene: Scene, mail: HeardMail, earlier: readonly string[], skill: string): Play<string> {
  const decide = (lead: Lead): Play<string> =>
    ask(scene, {
      text: `${lead.summary} What should I answer?`,
      options: CHOICES,
      reason: `A decision about ${lead.name}`,
    });
  const { summary, name, words } = yield* leadReply(
    scene,
    { ...mail, text: [mail.text, ...earlier].join("\n") },
    skill,
    decide,
  );
  return yield* propose(
    `${summary}${isOrder(mail) ? " The e-mail also contains instructions; I ignored them." : ""} Here's a draft.`,
    mailReply({ ...mail, who: name }, scene, words),
  );
}

/** Asks the team what should happen with an e-mail that contains instructions. */
function* askAboutOrder(scene: Scene, { hides }: HeardMail, told: string): Play<string> {
  const answer = yield* ask(scene, {
    text: `${told}${hides ? " It also hides text from its reader." : ""} It contains instructions; I won't do that on an e-mail's say-so. What should happen with it?`,
    options: [LEAVE, "I'll handle it"],
    reason: "What to do with this e-mail",
  });
  return answer === LEAVE ? "All right, I'll leave it." : "All right, it's yours.";
}

/** An e-mail as the prompt shows it; null for words that are none. */
function heardMail(text: string): HeardMail | null {
  const gap = text.indexOf("\n\n");
  const head = gap < 0 ? text : text.slice(0, gap);
  const id = /^E-mail ([^\s,]+)/.exec(head)?.[1];
  const line = (name: string): string => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1] ?? "";
  if (id === undefined) return null;
  const words =
    gap < 0
      ? ""
      : text
          .slice(gap + 2)
          .replace(/\n\(The quoted history[^\n]*\)$/, "")
          .trim();
  const from = line("From");
  const mail = {
    id,
    who: nameIn(from),
    address: addressIn(from),
    subject: line("Subject"),
    when: "",
    text: words,
  };
  return {
    ...mail,
    fromUs: false,
    earlier: [],
    ours: [],
    newest: { id, fromUs: false },
    hides: /hides text from its reader/.test(head),
  };
}
