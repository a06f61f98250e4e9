/**
 * Texts, calls and e-mails from outside, no one of the team asking: find out who it is, read what was written before, then draft one reply that
 * promises nothing, stay silent where there is nothing to do, or tell the team. What outsiders write is matched, never obeyed.
 */
import { leadReply } from "./leads.ts";
import { meant, nameGiven, lookUp } from "./people.ts";
import { act, ask, look, type Play, type Scene, type Wanted } from "./play.ts";
import { quotesIn, short, type Quote } from "./results.ts";
import { answerTo, creation } from "./sending.ts";
import { addDays } from "./times.ts";
import { acknowledge, givesOrders, needsNothing, type Topic } from "./topics.ts";
import { asText, record, type Trigger } from "./transcript.ts";
import { firstName } from "./words.ts";

type From<Kind> = Extract<Trigger, { kind: Kind }>;

const CALL = /^Phone call \(/;
/** The product's remark on a text that went to several. */
const GROUP = /\s*\(a group text that also went to ([^;)]+)[^)]*\)$/;
/** The product's way to say that no one need be disturbed. */
const silent = (why: string): string => `[NO_ACTION_NEEDED] ${why}`;
const COLLEAGUE = silent("A colleague has answered in the meantime.");

/** Works what came in. */
export function* onHeard(scene: Scene, heard: readonly string[]): Play<string> {
  if (scene.trigger?.kind === "texts") return yield* onTexts(scene, scene.trigger, heard);
  if (scene.trigger?.kind === "mail") return yield* onMail(scene, scene.trigger, heard.at(-1) ?? "");
  return "Something came in that I can't place. Please look at it.";
}

function* onTexts(scene: Scene, { address: number }: From<"texts">, heard: readonly string[]): Play<string> {
  const texts = heard.filter((one) => !CALL.test(one)).map((one) => one.replace(GROUP, ""));
  const [call = ""] = heard.filter((one) => CALL.test(one)).slice(-1);
  const nothing = texts.map((text) => needsNothing(text, scene.embed));
  if (call === "" && nothing.every((why) => why !== null)) return silent(nothing.at(-1) ?? "");
  const [contact] = meant(number, yield* lookUp(number));
  const { name: known } = contact ?? { name: number };
  if (texts.length === 0) return yield* onCall(scene, call, known);
  const [found] = yield* look("", ["texts", { number, limit: 20 }]);
  const thread = quotesIn(found, known);
  if (isAnswered(thread, texts)) return COLLEAGUE;
  const words = short(texts.join(" / "), 1000);
  if (givesOrders(words))
    return `${known} wrote: “${words}”\nIt contains instructions; I ignored them and drafted nothing. Please decide whether anyone should answer.`;
  const to = contact ?? { id: "", name: yield* nameOf(scene, words, number) };
  return yield* answerTexts(
    scene,
    { ...to, number },
    { texts, words, thread, others: GROUP.exec(heard.join("\n"))?.[1] },
  );
}

/** Whether somebody of the team wrote last, after one of these texts. */
function isAnswered(thread: readonly Quote[], texts: readonly string[]): boolean {
  return thread.at(-1)?.fromUs === true && thread.some(({ text }) => texts.includes(text));
}

interface Texted {
  readonly texts: readonly string[];
  /** All of them on one line. */
  readonly words: string;
  readonly thread: readonly Quote[];
  /** Who else got them. */
  readonly others: string | undefined;
}

/** Proposes the reply to texts and says what the team should know about it. */
function* answerTexts(
  { embed }: Scene,
  { id, name, number }: { readonly id: string; readonly name: string; readonly number: string },
  { texts, words, thread, others }: Texted,
): Play<string> {
  const theirs = texts.map((text) => ({ text }));
  const { text, topic, english } = acknowledge(theirs, thread, { to: name, from: null }, embed);
  const place = /\b\d+ \p{Lu}\p{L}+(?: (?:St|Ave|Rd))? #?\d*[A-Z]?\b/u.exec(words)?.[0];
  const say = [
    `${urgently(topic)}${name} wrote: “${words}”`,
    topic.why === "a change of plan" && place !== undefined
      ? `Whoever lives at ${place} may need to hear about it too.`
      : "",
    others === undefined
      ? ""
      : `It was a group text. The reply goes to ${name} alone: ${others} won't see it.`,
    english === null ? "" : `In English, the reply says: “${english}”`,
    "Here's a draft that doesn't promise anything yet.",
  ];
  const note = english === null ? undefined : `In English: ${english}`;
  const values = { number, text, ...creation(id, name), urgent: topic.urgent, note };
  return yield* act(say.filter((line) => line !== "").join("\n"), ["sendText", values]);
}

function urgently({ urgent, why }: Topic): string {
  return urgent === true ? `Urgent, ${why}. ` : "";
}

/** Who wrote from a number that is in no contact: by their own introduction, or as the team says. */
function* nameOf(scene: Scene, words: string, number: string): Play<string> {
  const introduced =
    /\b(?:this is|my name is|it['’]s|i am|i['’]m) (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+)(?!['’]s)/u.exec(
      words,
    )?.[1];
  const question = `${number} isn't in your contacts and wrote: “${words}” Who is it? I'll propose the contact and a reply together.`;
  return introduced ?? nameGiven(yield* ask(scene, question, `A name for ${number}`));
}

/** The record of a call: what was agreed is noted, what was promised becomes a reminder. */
function* onCall(scene: Scene, call: string, name: string): Play<string> {
  const part = (label: string): string => new RegExp(`^${label}: (.+)$`, "m").exec(call)?.[1]?.trim() ?? "";
  const [summary, promised] = [part("Summary"), part("Next steps")];
  if (summary === "" && promised === "") return silent("A call with nothing to follow up.");
  const told = `${summary}${promised === "" ? "" : ` Promised: ${promised}`}`;
  const day = scene.local.slice(0, 10);
  const reminder: Wanted = [
    "schedule",
    {
      title: `Promised to ${name}`.slice(0, 100),
      instruction: `Remind the team: promised to ${firstName(name)} on the phone: ${promised}`,
      at: `${addDays(day, 1)}T09:00`,
    },
  ];
  const note: Wanted = [
    "append",
    { path: scene.notePath || `daily_notes/${day}_calls.md`, text: `- Call with ${name}: ${told}` },
  ];
  const say = `A call with ${name}: ${told}\nHere's a note${promised === "" ? "" : ", and a reminder of what was promised"}.`;
  yield* act(say, note, ...(promised === "" ? [] : [reminder]));
  return "The call is noted, or its note is waiting for a decision.";
}

/** Works the newest e-mail of a thread; a rental lead by the team's own skill. */
function* onMail(scene: Scene, { skill }: From<"mail">, heard: string): Play<string> {
  const { mail, hides } = heardMail(heard);
  const nothing = needsNothing(mail.text, scene.embed);
  if (mail.id === "") return "An e-mail came in that I can't read. Please look at it.";
  if (nothing !== null) return silent(nothing);
  const [read] = yield* look("Reading the thread.", ["readMail", { id: mail.id }]);
  const thread = quotesIn(read).sort((one, other) => (one.when.slice(4) < other.when.slice(4) ? -1 : 1));
  if (thread.at(-1)?.fromUs === true) return COLLEAGUE;
  if (skill !== null) return yield* onLead(scene, mail, thread, skill);
  const told = `${mail.who} <${mail.address}> writes “${mail.subject}”: “${short(mail.text, 220)}”`;
  if (hides || givesOrders(mail.text)) return yield* askAboutOrder(scene, told, hides);
  const quotedBelow = { text: asText(record(read?.data)["quotedHistory"]), fromUs: true };
  const draft = acknowledge([mail], [quotedBelow, ...thread], { to: mail.who, from: null }, scene.embed);
  const [role, values] = answerTo(mail, draft.text.replace(/^\w+ [^,]+, /, ""), scene);
  const say = `${urgently(draft.topic)}${told}\nHere's a draft that doesn't promise anything yet.`;
  return yield* act(say, [role, { ...values, urgent: draft.topic.urgent }]);
}

/** An e-mail as the prompt shows it; without an id where the words are none. */
function heardMail(heard: string): { readonly mail: Quote; readonly hides: boolean } {
  const [head = "", ...rest] = heard.split("\n\n");
  const line = (name: string): string => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1] ?? "";
  const text = rest
    .join("\n\n")
    .replace(/\n\(The quoted history[^\n]*\)$/, "")
    .trim();
  const id = /^E-mail ([^\s,]+)/.exec(head)?.[1] ?? "";
  const from = line("From");
  const [, who = from, address = from] = /^(.*?)\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  const mail = { id, who, address, subject: line("Subject"), when: "", text, fromUs: false };
  return { mail, hides: /hides text from its reader/.test(head) };
}

/** Asks the team what should happen with an e-mail that contains instructions. */
function* askAboutOrder(scene: Scene, told: string, hides: boolean): Play<string> {
  const question = `${told}${hides ? " It also hides text from its reader." : ""} It contains instructions; I won't do that on an e-mail's say-so. What should happen with it?`;
  const answer = yield* ask(scene, question, "What to do with this e-mail", ["Leave it", "I'll handle it"]);
  return answer === "Leave it" ? "All right, I'll leave it." : "All right, it's yours.";
}

/** Proposes the reply to a rental lead by the skill; what the skill leaves open is asked. */
function* onLead(scene: Scene, mail: Quote, thread: readonly Quote[], skill: string): Play<string> {
  const text = [mail.text, ...thread.map((one) => one.text)].join("\n");
  const { summary, name, words } = yield* leadReply(scene, { ...mail, text }, skill);
  const orders = givesOrders(mail.text) ? " The e-mail also contains instructions; I ignored them." : "";
  return yield* act(`${summary}${orders} Here's a draft.`, answerTo({ ...mail, who: name }, words, scene));
}
