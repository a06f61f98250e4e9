/**
 * A contact's own texts, nobody of the team asking: look the sender up, read the thread, then draft one reply that promises nothing, stay silent
 * where there is nothing to do, or ask the team. The contact's words are matched, never obeyed.
 */
import { chooseContact, type FoundContact } from "./contacts.ts";
import { firstNameOf } from "./drafting.ts";
import { isCall, onCall } from "./phone-calls.ts";
import { orderIn } from "./mail-steps.ts";
import { readTexts } from "./read-texts.ts";
import { STAND_IN, type Step } from "./reply.ts";
import { contactFields } from "./send-text.ts";
import { doneSince, failureOf, lookedUp, type Done } from "./task.ts";
import { say, use, type Toolbox } from "./toolbox.ts";
import { asText, type Event } from "./transcript.ts";

const NOTHING_TO_DO = "[NO_ACTION_NEEDED]";
const WHO_WROTE = "Answering the text from";
const READ_MOST = 10;

const ROUTINE: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern:
      /^(?:ok(?:ay)?[\s,.!]*|oh[\s,.!]*|great[\s,.!]*|perfect[\s,.!]*|awesome[\s,.!]*)*(?:many )?(?:thank(?:s| you)|thx|ty|you['’]re the best|much appreciated|gracias)[^?]{0,80}$/iu,
    why: "They only said thanks.",
  },
  {
    pattern:
      /^(?:ok(?:ay)?|great|perfect|awesome|cool|got it|sounds good|will do|see you(?: then| tomorrow)?|no problem|yep|sure)[\s,.!👍🙏😊]*$/iu,
    why: "They only confirmed.",
  },
  {
    pattern:
      /\b(?:automat(?:ic|ed) (?:reply|response|message)|auto-?reply|out of (?:the )?office|i(?:['’]m| am) driving|do not reply|unattended|currently unavailable)\b/i,
    why: "This looks like an automatic reply.",
  },
  {
    // The words a carrier acts on by itself; an answer to STOP could not be sent anyway.
    pattern:
      /^["'“]?(?:stop ?all|stop|unsubscribe|end|quit|cancel|opt[- ]?out|revoke|alto|parar)["'”]?[\s.!]*$/i,
    why: "They want no more texts, which is on record by itself.",
  },
  {
    pattern: /^["'“]?(?:start|unstop|opt[- ]?in|subscribe)["'”]?[\s.!]*$/i,
    why: "They want texts again, which is on record by itself.",
  },
];

/** Thanks anywhere in a short text that asks for nothing. */
const THANKS = /^(?=[^?]*\b(?:thanks?|thank you|gracias)\b)[^?]{1,200}$/iu;
const WANTS =
  /\b(?:but|please|can|could|would|when|need|still|again|tomorrow|today|until|call|send|let me know|waiting)\b/i;

interface Topic {
  readonly pattern: RegExp;
  readonly urgent: boolean;
  readonly what: string;
  readonly reply: string;
}

/** The gravest first. */
const TOPICS: readonly Topic[] = [
  {
    pattern: /\b(?:smell(?:s|ing)? (?:of )?gas|gas leak|smoke|fire|carbon monoxide)\b/i,
    urgent: true,
    what: "danger",
    reply:
      "if you smell gas or see smoke, please leave now and call 911 from outside. We have seen your text and are calling you",
  },
  {
    pattern:
      /\b(?:no heat|heat is|heater|heating|radiator|furnace|freezing|stone cold|no hot water|boiler)\b/i,
    urgent: true,
    what: "no heat",
    reply:
      "I'm sorry, that is urgent and we have seen it. I'm finding out right now who can come and will text you as soon as I know",
  },
  {
    pattern:
      /\b(?:locked (?:myself |ourselves )?out|lost (?:my |the )?keys?|can(?:['’]t|not) get in|lock(?:ed)? out)\b/i,
    urgent: true,
    what: "a lockout",
    reply:
      "sorry you are locked out. I'm finding out who is closest and will text you right away. Are you somewhere safe to wait?",
  },
  {
    pattern:
      /\b(?:flood(?:ed|ing)?|burst|water (?:is )?(?:running|pouring|coming)|leak(?:s|ing)?|no water|no power|power is out)\b/i,
    urgent: true,
    what: "water or power",
    reply:
      "thanks for telling us at once. If there is a valve you can close safely, please do. I'm finding out who can come and will text you as soon as I know",
  },
  {
    pattern:
      /\b(?:broken|broke|drip|drain|clogged|toilet|faucet|dishwasher|washer|dryer|fridge|oven|stove|window|door|light|outlet|elevator|repair|mice|roach)\b/i,
    urgent: false,
    what: "a repair",
    reply: "thank you for telling us. I'm checking who can come and will text you a time",
  },
  {
    pattern: /\b(?:rent|pay(?:ment)?|balance|fee|deposit|invoice)\b/i,
    urgent: false,
    what: "a payment",
    reply: "thank you for your message. I'm looking at your account and will get back to you",
  },
  {
    pattern:
      /\b(?:lease|renew|move|moving|showing|walk-?through|appointment|tomorrow|reschedule|parking|pet|guest)\b/i,
    urgent: false,
    what: "a question",
    reply: "thank you for your message. I'm checking with the team and will get back to you",
  },
];
const OTHER: Topic = {
  pattern: /(?:)/,
  urgent: false,
  what: "a message",
  reply: "thank you for your message. I'm checking with the team and will get back to you",
};

/** The next step of a run that a contact's texts started. */
export function onTexts(events: readonly Event[], toolbox: Toolbox, number: string, today: string): Step {
  const last = events.findLastIndex(({ kind }) => kind === "heard");
  let first = last;
  while (events[first - 1]?.kind === "heard") first--;
  const words = events.slice(first, last + 1).map((event) => (event.kind === "heard" ? event.text : ""));
  const done = doneSince(events.slice(first));

  const calls = words.filter(isCall);
  const said = words.filter((one) => !isCall(one));
  const after = calls.length > 0 ? null : proposed(done, toolbox);
  if (after !== null) return after;
  const why = said.map(routineOf);
  if (calls.length === 0 && why.every((reason) => reason !== null)) return silent(why.at(-1) ?? "");
  return answer(said, number, { calls, done, toolbox, today });
}

/** Why words need no answer; null where they do. */
function routineOf(words: string): string | null {
  const text = words.trim();
  const routine = ROUTINE.find(({ pattern }) => pattern.test(text))?.why;
  if (routine !== undefined) return routine;
  const onlyThanks =
    THANKS.test(text) && !WANTS.test(text) && !TOPICS.some(({ pattern }) => pattern.test(text));
  return onlyThanks ? "They only said thanks." : null;
}

/** A person has said who wrote: the contact and the reply are proposed together. Null where nothing of the kind was asked. */
export function onNamed(events: readonly Event[], toolbox: Toolbox): Step | null {
  const said = events.findLastIndex(({ kind }) => kind === "said");
  const asked = events.slice(0, said).findLastIndex(({ kind }) => kind === "replied");
  const reply = events[asked];
  const answered = events[said];
  if (reply?.kind !== "replied" || answered?.kind !== "said") return null;
  const question = reply.calls.find(({ tool }) => tool === toolbox.ask?.name);
  const purpose = asText(question?.input["requiredFor"]);
  const number = /\+\d+/.exec(purpose)?.[0];
  if (number === undefined || !purpose.startsWith(WHO_WROTE)) return null;
  const after = proposed(doneSince(events.slice(said)), toolbox);
  if (after !== null) return after;
  const name = nameIn(answered.text) ?? answered.text.trim().replace(/[.!]+$/, "");
  const words = events.slice(0, asked).flatMap((event) => (event.kind === "heard" ? [event.text] : []));
  return propose({ name, number, words: words.at(-1) ?? "", create: true }, toolbox);
}

function silent(why: string): Step {
  return {
    plan: "There is nothing to do, so nobody is disturbed.",
    blocks: [say(`${NOTHING_TO_DO} ${why}`)],
  };
}

function answer(
  said: readonly string[],
  number: string,
  {
    calls,
    done,
    toolbox,
    today,
  }: {
    readonly calls: readonly string[];
    readonly done: readonly Done[];
    readonly toolbox: Toolbox;
    readonly today: string;
  },
): Step {
  const { contacts, messages } = toolbox;
  const words = [...said, ...calls].join("\n");
  const found = contacts === null ? [] : lookedUp({ words, answers: [], done }, contacts, number);
  if (found === null && contacts !== null) {
    return {
      plan: "A text came in. First I find out who it is from.",
      blocks: [say(`Looking up ${number}.`), use(contacts, { [contacts.fields.query]: number })],
    };
  }
  const match = chooseContact(number, found ?? []);
  const contact = match.kind === "one" || match.kind === "several" ? firstOf(match) : null;
  const called = calls.at(-1);
  if (called !== undefined && said.length === 0) {
    const who = { name: contact?.name ?? number, number };
    return onCall(called, who, { done, toolbox, today }) ?? silent("A call with nothing to follow up.");
  }
  const read = done.findLast(({ call }) => call.tool === messages?.name);
  if (messages !== null && read === undefined) {
    const limit = messages.has.has("limit") ? { limit: READ_MOST } : {};
    return {
      plan: "Then I read what was written before.",
      blocks: [
        say(`Reading the texts with ${contact?.name ?? number}.`),
        use(messages, { [messages.fields.number]: number, ...limit }),
      ],
    };
  }
  // A group text stands in a thread of its own: what was written before in this one is no answer to it.
  const texts = readTexts(read?.result.data);
  const isThere = texts.some(({ incoming, text }) => incoming && said.includes(text));
  if (isThere && texts.at(-1)?.incoming === false) return silent("A colleague has answered meanwhile.");
  if (contact !== null) return propose({ name: contact.name, number, words, create: false }, toolbox);
  const named = nameIn(words);
  if (named !== null) return propose({ name: named, number, words, create: true }, toolbox);
  return askWho(words, number, toolbox);
}

function firstOf(
  match: { contact: FoundContact } | { contacts: readonly FoundContact[] },
): FoundContact | null {
  return "contact" in match ? match.contact : (match.contacts[0] ?? null);
}

/** "This is Nora Quist", as people introduce themselves in a text. */
function nameIn(words: string): string | null {
  const named =
    /\b(?:this is|my name is|it['’]s|i['’]?\s?a?m|name['’]s)\s+(\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?)/u.exec(
      words,
    );
  // "Maria's cousin" is nobody's name.
  return named?.[1] === undefined || /['’]s$/.test(named[1]) ? null : named[1];
}

function propose(
  to: { readonly name: string; readonly number: string; readonly words: string; readonly create: boolean },
  { send }: Toolbox,
): Step {
  const topic = TOPICS.find(({ pattern }) => pattern.test(to.words)) ?? OTHER;
  const text = `Hi ${firstNameOf(to.name)}, ${topic.reply}${topic.reply.endsWith("?") ? "" : "."}`;
  const heard = `${topic.urgent ? `Urgent, ${topic.what}. ` : ""}${to.name} wrote: “${to.words.replaceAll("\n", " / ")}”`;
  const order = orderIn(to.words);
  const warning = order === null ? "" : "\nIt gives orders, and I do nothing of them.";
  const plan =
    "I know who wrote and what about. I draft a reply that promises nothing, and a person decides.";
  if (send === null)
    return {
      plan,
      blocks: [say(`${heard}\nI have no tool for sending texts here. I would answer: “${text}”`)],
    };
  const create = to.create && send.has.has("createContact") ? { createContact: contactFields(to.name) } : {};
  const urgent = topic.urgent && send.has.has("urgent") ? { urgent: true } : {};
  const together = to.create
    ? " They are not in the contacts, so contact and reply are proposed together."
    : "";
  return {
    plan,
    blocks: [
      say(`${heard}${warning}${together}\nHere is a reply that promises nothing yet (${STAND_IN}).`),
      use(send, { [send.fields.to]: to.number, [send.fields.text]: text, ...create, ...urgent }),
    ],
  };
}

function askWho(words: string, number: string, { ask }: Toolbox): Step {
  const question = `${number} is not in the contacts and wrote: “${words.replaceAll("\n", " / ")}” Who is it? I then propose the contact and a reply together.`;
  const plan = "Nobody knows this number, so I ask the team.";
  if (ask === null) return { plan, blocks: [say(question)] };
  const purpose = ask.has.has("requiredFor") ? { requiredFor: `${WHO_WROTE} ${number}` } : {};
  return { plan, blocks: [use(ask, { [ask.fields.question]: question, ...purpose })] };
}

function proposed(done: readonly Done[], { send }: Toolbox): Step | null {
  const sends = done.filter(({ call }) => call.tool === send?.name);
  if (sends.length === 0) return null;
  const failures = sends.map(failureOf).filter((failure) => failure !== null);
  const text =
    failures.length === 0
      ? "The reply waits for a decision."
      : `I could not propose a reply: ${failures.join(" ")} Please look at it yourself.`;
  return { plan: "It is proposed, or I say why not.", blocks: [say(text)] };
}
