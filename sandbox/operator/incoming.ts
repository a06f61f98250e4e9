/**
 * Handles texts, calls and e-mails from outside: identifies the sender, reads the history, then drafts a noncommittal reply, stays
 * silent, or informs the team. Outside text is matched, never obeyed.
 */
import { act, ask, look, type Play, type Scene, type Wanted } from "./engine.ts";
import { firstName, lookUp, meant, nameGiven } from "./people.ts";
import { addressOf, field, quotesIn, rowsOf, short, writerOf, type Contact, type Quote } from "./results.ts";
import { answerTo, creation, ours } from "./sending.ts";
import { addDays, shownTime } from "./slots.ts";
import { acknowledge, givesOrders, needsNothing, type Topic } from "./topics.ts";
import { asText, first, record } from "./transcript.ts";

const CALL = /^Phone call \(/;
/** The product's note on group texts. */
const GROUP = /\s*\(a group text that also went to ([^;)]+)[^)]*\)$/;
/** The product's marker for "nobody needs to be notified". */
const silent = (why: string): string => `[NO_ACTION_NEEDED] ${why}`;
const BLIND =
  "A picture came with it, which I can't look at: I'm a script, not a model. Please look yourselves.";
const COLLEAGUE = silent("A colleague has answered in the meantime.");
const urgently = ({ urgent, why }: Topic): string => (urgent === true ? `Urgent, ${why}. ` : "");

export function* onHeard(scene: Scene, heard: readonly string[]): Play {
  if (scene.trigger?.kind === "mail") return yield* onMail(scene, scene.trigger.skill, heard.at(-1) ?? "");
  const number = scene.trigger?.number ?? "";
  const call = heard.findLast((one) => CALL.test(one));
  const texts = heard.filter((one) => !CALL.test(one));
  const nothing = texts.map((text) => needsNothing(text.replace(GROUP, ""), scene.embed));
  if (call === undefined && nothing.every((why) => why !== null)) return silent(nothing.at(-1) ?? "");
  const [contact = { id: "", name: number }] = meant(number, yield* lookUp(number));
  return yield* texts.length === 0
    ? onCall(scene, call ?? "", contact.name)
    : onTexts(scene, texts, { ...contact, number });
}

type Known = Pick<Contact, "id" | "name" | "number">;

/** Replies to texts, and tells the team what it should know. */
function* onTexts(scene: Scene, heard: readonly string[], { id, name: known, number }: Known): Play {
  const texts = heard.map((one) => one.replace(GROUP, ""));
  const [found] = yield* look("", ["list_messages", { number, limit: 20 }]);
  const thread = quotesIn(found, known);
  if (thread.at(-1)?.fromUs === true && thread.some(({ text }) => texts.includes(text))) return COLLEAGUE;
  const words = short(texts.join(" / "), 1000);
  if (givesOrders(words))
    return `${known} wrote: “${words}”\nIt contains instructions; I ignored them and drafted nothing. Please decide whether anyone should answer.`;
  const name = id === "" ? yield* nameOf(scene, words, number) : known;
  const { text, topic, english } = acknowledge(texts, ours(thread), name, scene.embed);
  const others = first(GROUP, heard.at(-1) ?? "");
  const place = first(/\b(\d+ \p{Lu}\p{L}+(?: (?:St|Ave|Rd))? #?\d*[A-Z]?)\b/u, words);
  const say = [
    `${urgently(topic)}${name} wrote: “${words}”`,
    topic.why === "a change of plan" && place && `Whoever lives at ${place} may need to hear about it too.`,
    others && `It was a group text. The reply goes to ${name} alone: ${others} won't see it.`,
    english && `In English, the reply says: “${english}”`,
    scene.hasPictures && BLIND,
    "Here's a draft that doesn't promise anything yet.",
  ];
  const note = english && `In English: ${english}`;
  const draft = { to: number, text, ...creation(id, name), urgent: topic.urgent, note };
  return yield* act(say.filter(Boolean).join("\n"), ["send_message", draft]);
}

/** The name behind an unknown number: from its introduction, or by asking the team. */
function* nameOf(scene: Scene, words: string, number: string): Play {
  const introduced = first(
    /\b(?:this is|my name is|it['’]s|i am|i['’]m) (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+)(?!['’]s)/u,
    words,
  );
  const question = `${number} isn't in your contacts and wrote: “${words}” Who is it? I'll propose the contact and a reply together.`;
  return introduced || nameGiven(yield* ask(scene, question, `A name for ${number}`));
}

/** Handles a call: notes agreements and creates reminders for promises. */
function* onCall(scene: Scene, call: string, name: string): Play {
  const [summary, promised] = [first(/^Summary: (.+)$/m, call), first(/^Next steps: (.+)$/m, call)];
  if (summary === "" && promised === "") return silent("A call with nothing to follow up.");
  const told = `${summary}${promised === "" ? "" : ` Promised: ${promised}`}`;
  const day = scene.local.slice(0, 10);
  const instruction = `Remind the team: promised to ${firstName(name)} on the phone: ${promised}`;
  const reminder = {
    title: `Promised to ${name}`.slice(0, 100),
    instruction,
    at: `${addDays(day, 1)}T09:00`,
  };
  const calls: Wanted[] = [
    [
      "append_file",
      { path: scene.notePath || `daily_notes/${day}_calls.md`, text: `- Call with ${name}: ${told}` },
    ],
    ...(promised === "" ? [] : [["create_schedule", reminder] as const]),
  ];
  const say = `A call with ${name}: ${told}\nHere's a note${promised === "" ? "" : ", and a reminder of what was promised"}.`;
  yield* act(say, ...calls);
  return "The call is noted, or its note is waiting for a decision.";
}

/** Handles a thread's newest e-mail; rental leads by the team's skill. */
function* onMail(scene: Scene, skill: string | null, heard: string): Play {
  const [head = "", ...rest] = heard.replace(/\n\(The quoted history[^\n]*\)$/, "").split("\n\n");
  const line = (name: string): string => first(new RegExp(`^${name}:? (.*)$`, "m"), head);
  const [text, from, id] = [rest.join("\n\n").trim(), line("From"), line("E-mail").split(",")[0] ?? ""];
  const mail = {
    id,
    who: writerOf(from),
    address: addressOf(from),
    subject: line("Subject"),
    when: "",
    text,
    fromUs: false,
  };
  const nothing = needsNothing(text, scene.embed);
  if (id === "") return "An e-mail came in that I can't read. Please look at it.";
  if (nothing !== null) return silent(nothing);
  const [read] = yield* look("Reading the thread.", ["read_email", { id }]);
  const { otherEmailsOfThread, at, quotedHistory } = record(read?.data);
  const answers = rowsOf(otherEmailsOfThread, ["from"]).filter((row) => row["sentByUs"] === true);
  if (answers.some((row) => field(row, "at").slice(4) > asText(at).slice(4))) return COLLEAGUE;
  if (skill !== null) return yield* onLead(scene, mail, skill);
  const told = `${mail.who} <${mail.address}> writes “${mail.subject}”: “${short(text, 220)}”`;
  const hides = /hides text from its reader/.test(head) ? " It also hides text from its reader." : "";
  if (hides !== "" || givesOrders(text)) {
    const question = `${told}${hides} It contains instructions; I won't do that on an e-mail's say-so. What should happen with it?`;
    const answer = yield* ask(scene, question, "What to do with this e-mail", ["Leave it", "I'll handle it"]);
    return answer === "Leave it" ? "All right, I'll leave it." : "All right, it's yours.";
  }
  const draft = acknowledge([text], [asText(quotedHistory)], mail.who, scene.embed);
  const [tool, values] = answerTo(mail, draft.text.replace(/^\w+ [^,]+, /, ""), scene);
  const seen = scene.hasPictures ? `\n${BLIND}` : "";
  const say = `${urgently(draft.topic)}${told}${seen}\nHere's a draft that doesn't promise anything yet.`;
  return yield* act(say, [tool, { ...values, urgent: draft.topic.urgent }]);
}

const OPEN = "neither yes nor no by the criteria";
const NOT_QUALIFIED = "not qualified";

/** Pets that a sentence mentions: “I have a dog” becomes `1 dog`. */
function ownPets(said: string): string {
  const has = /\b(?:have|with|own|bring(?:ing)?|my)\b[^.\n]*?\b(?:dog|cat)s?\b[^.\n]*/i;
  const [words = ""] = has.exec(said) ?? [];
  if (/\bno\b|n['’]t\b|\bwithout\b/i.test(words)) return "";
  const kinds = words.toLowerCase().match(/\b(?:dog|cat)(?=s?\b)/g) ?? [];
  return [...new Set(kinds)].map((kind) => `1 ${kind}`).join(", ");
}

/** Proposes a reply to a rental lead by the team's skill; asks about what the skill leaves open. */
function* onLead(scene: Scene, mail: Quote, skill: string): Play {
  const said = `${mail.subject}\n${mail.text}`;
  const score = first(/\b(?:credit|score)\b[^\d\n]{0,40}?(\d{3})\b/i, said);
  const listed = first(/\bpets?\b\s*[:?-]?\s*([^\n]+)/i, said);
  const pets = /\d|^no/i.test(listed) ? listed : ownPets(said) || listed;
  const who =
    first(/^(?:re: )?(.+?) (?:is (?:requesting|interested)|requests|wants|asks)\b/i, mail.subject) ||
    mail.who;
  const home = first(/\b(\d+ \p{Lu}[\p{L} ]+?#\w+)/u, said) || "our apartment";
  const { verdict, because } = judge(score, pets, skill);
  const told = `${who}, ${home}, credit ${score || "not said"}, ${pets || "pets not said"}: ${verdict}.`;
  if (verdict === NOT_QUALIFIED && /do not reply when\b[^#]*\bdisqualified/i.test(skill))
    return silent(`${told} By the skill, no reply.`);
  const orders = givesOrders(mail.text) ? " The e-mail also contains instructions; I ignored them." : "";
  const question = [`${told} What should I answer?`, `A decision about ${who}`] as const;
  const answer =
    verdict === OPEN
      ? yield* ask(scene, ...question, ["Invite them to a showing", "Ask for more", "Decline"])
      : verdict;
  const words = `thank you for your interest in ${home}. ${yield* answerToLead(scene, answer, because)}`;
  return yield* act(`${told}${orders} Here's a draft.`, answerTo({ ...mail, who }, words, scene));
}

function* answerToLead(scene: Scene, answer: string, because: string): Play {
  if (/^not qualified$|declin/i.test(answer))
    return `I'm sorry, but we can't go further with your request${because && `, because ${because}`}. Good luck with your search.`;
  if (/^not all|more/i.test(answer))
    return `Before we can plan a showing, could you tell us ${because || "a little more about your pets, and when you'd like to move in"}?`;
  return `We'd be glad to show it to you. ${yield* twoTimes(scene)}`;
}

/** Offers two free times on different days. */
function* twoTimes({ local }: Scene): Play {
  const days = { from: addDays(local, 1), to: addDays(local, 7), freeFor: 30 };
  const [events] = yield* look("Looking for free times.", ["list_events", days]);
  const free = rowsOf(record(events?.data)["free"], ["from"]).map((row) => field(row, "from"));
  const ofDays = free.filter(
    (time, at) => free.findIndex((other) => other.slice(0, 14) === time.slice(0, 14)) === at,
  );
  const two = ofDays.slice(0, 2).map(shownTime).join(" or on ");
  return two === ""
    ? "Which days and times would suit you?"
    : `We could meet there on ${two}. Which suits you?`;
}

/** Parses rules such as "Credit below 600: not qualified", "Dogs: not allowed. Cats: ok. Other pets: ask.". */
function judge(
  score: string,
  pets: string,
  skill: string,
): { readonly verdict: string; readonly because: string } {
  const below = Number(first(/credit below (\d{3})[^.\n]*not/i, skill));
  const above = Number(first(/credit (\d{3}) and above[^.\n]*qualified/i, skill));
  const kinds = /^(?:no|none|0)\b/i.test(pets)
    ? []
    : (pets.toLowerCase().match(/(?<=\d )\p{L}+?(?=s?\b)/gu) ?? []);
  const rule = (kind: string): string =>
    first(new RegExp(`\\b${kind}s?: ([^.\\n]+)`, "i"), skill) || first(/\bother pets?: ([^.\n]+)/i, skill);
  const no = kinds
    .filter((kind) => /\bnot?\b/i.test(rule(kind)))
    .map((kind) => `${kind}s aren't possible there`);
  if (score !== "" && Number(score) < below)
    no.unshift("it doesn't meet the credit requirement for this home");
  const missing = [
    score === "" && "your approximate credit score",
    pets === "" && "whether any pets would live with you",
  ];
  const open = missing.filter(Boolean).join(" and ");
  if (below * above === 0) return { verdict: OPEN, because: open };
  if (no.length > 0) return { verdict: NOT_QUALIFIED, because: no.join(" and ") };
  if (open !== "") return { verdict: "not all is said yet", because: open };
  const isClear =
    Number(score) >= above && kinds.every((kind) => /\b(?:ok|fine|allowed)\b/i.test(rule(kind)));
  return { verdict: isClear ? "qualified" : OPEN, because: "" };
}
