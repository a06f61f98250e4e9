/** Questions about people and what they wrote, answered from look-ups with quotes and dates. */
import { wordsOf, type FoundContact } from "./contacts.ts";
import { draft, firstNameOf } from "./drafting.ts";
import { findPeople } from "./find-person.ts";
import { beyondScript, STAND_IN, type Situation, type Step } from "./reply.ts";
import { afterSending } from "./send-text.ts";
import { record } from "./transcript.ts";
import { say, use } from "./toolbox.ts";

const READ_MOST = 50;
const QUOTE_MOST = 6;

/** A text as the reading tool returns it. */
interface ReadText {
  readonly incoming: boolean;
  readonly text: string;
  readonly at: string;
}

/** "Who is …": what the contacts know. */
export function whoIs(who: string, situation: Situation): Step {
  const found = findPeople([who], situation);
  if (found.kind === "step") return found.step;
  const [person] = found.people;
  const plan = "The contacts tell who that is.";
  if (person?.kind !== "found") return { plan, blocks: [say(unknown(who, situation))] };
  const { name, about, number, emails, internal } = person.contact;
  const facts = [
    about === "" ? null : about,
    number === null ? "no phone number" : number,
    ...emails,
    internal ? "one of the team" : null,
  ].filter((fact) => fact !== null);
  return { plan, blocks: [say(`${name}: ${facts.join(" · ")}. That is what the contacts say.`)] };
}

function unknown(who: string, { toolbox }: Situation): string {
  return toolbox.contacts === null
    ? `I have no tool to look up contacts here, so I cannot tell who ${who} is.`
    : `I found nobody called ${who} in the contacts.`;
}

/** Finds the person and reads their texts; hands both to `answer`. */
function withTexts(
  who: string,
  situation: Situation,
  answer: (contact: FoundContact, texts: readonly ReadText[]) => Step,
): Step {
  const found = findPeople([who], situation);
  if (found.kind === "step") return found.step;
  const [person] = found.people;
  if (person?.kind !== "found")
    return { plan: "Without a contact there is nothing to read.", blocks: [say(unknown(who, situation))] };
  const { messages } = situation.toolbox;
  const { name, number } = person.contact;
  if (messages === null || number === null) {
    const why =
      messages === null
        ? "I have no tool for reading texts here"
        : `${name} has no phone number in the contacts`;
    return { plan: "I cannot read the texts.", blocks: [say(`${why}, so I cannot tell what was written.`)] };
  }
  const read = situation.task.done.findLast(
    ({ call }) => call.tool === messages.name && call.input[messages.fields.number] === number,
  );
  if (read === undefined) {
    const limit = messages.has.has("limit") ? { limit: READ_MOST } : {};
    return {
      plan: `I know who ${name} is. Next I read the texts.`,
      blocks: [
        say(`Reading the texts with ${name}.`),
        use(messages, { [messages.fields.number]: number, ...limit }),
      ],
    };
  }
  return answer(person.contact, readTexts(read.result.data));
}

/** Texts of a reading tool's result, oldest first. */
export function readTexts(data: unknown): ReadText[] {
  const content = record(data)["content"];
  if (!Array.isArray(content)) return [];
  return content.map(record).flatMap((item) => {
    const { text, at, direction } = item;
    if (typeof text !== "string" || typeof at !== "string") return [];
    return [{ incoming: direction === "incoming", text, at }];
  });
}

function quote({ text, at }: ReadText, timeZone: string): string {
  const when = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(at));
  return `- ${when}: “${text}”`;
}

const VAGUE = new Set(
  "the a an his her their my our about what it this that problem issue thing stuff please".split(" "),
);

/** "What did … say (about …)": their own words, newest last. */
export function whatDidTheySay(who: string, about: string | null, situation: Situation): Step {
  return withTexts(who, situation, (contact, texts) => {
    const incoming = texts.filter((text) => text.incoming);
    const plan = "The texts are here. I quote what fits, with dates.";
    const last = incoming.at(-1);
    if (last === undefined) return { plan, blocks: [say(`There is no text from ${contact.name}.`)] };
    const keys = wordsOf(about ?? "").filter((word) => !VAGUE.has(word));
    const fitting = incoming.filter(({ text }) => {
      const words = wordsOf(text);
      return keys.every((key) => words.some((word) => sameStem(word, key)));
    });
    const quotes = (fitting.length > 0 ? fitting : [last])
      .slice(-QUOTE_MOST)
      .map((text) => quote(text, situation.moment.timeZone));
    const heading =
      fitting.length === 0
        ? `In the last ${texts.length} texts ${contact.name} wrote nothing with ${keys.map((key) => `“${key}”`).join(" ")} in it. The newest from them:`
        : `${contact.name}${contact.about === "" ? "" : ` (${contact.about})`} wrote${about === null ? "" : ` about ${about}`}:`;
    return { plan, blocks: [say(`${heading}\n${quotes.join("\n")}`)] };
  });
}

/** "When did … mention …": found by its words among all texts and calls on record, however old. */
export function whenDidTheySay(who: string, about: string, situation: Situation): Step {
  const { findTexts } = situation.toolbox;
  if (findTexts === null) return whatDidTheySay(who, about, situation);
  const found = findPeople([who], situation);
  if (found.kind === "step") return found.step;
  const [person] = found.people;
  if (person?.kind !== "found")
    return { plan: "Without a contact there is nothing to search.", blocks: [say(unknown(who, situation))] };
  const { name, number } = person.contact;
  const query = wordsOf(about)
    .filter((word) => !VAGUE.has(word))
    .join(" ");
  const searched = situation.task.done.findLast(({ call }) => call.tool === findTexts.name);
  if (searched === undefined) {
    const only = number !== null && findTexts.has.has("number") ? { number } : {};
    return {
      plan: `I know who ${name} is. What is on record is found by its words.`,
      blocks: [
        say(`Searching what ${name} said about ${about}.`),
        use(findTexts, { [findTexts.fields.query]: query === "" ? about : query, ...only }),
      ],
    };
  }
  const content = record(searched.result.data)["content"];
  const matches = (Array.isArray(content) ? content.map(record) : [])
    .flatMap((item) => (Array.isArray(item["messages"]) ? item["messages"].map(record) : []))
    .filter((message) => message["match"] === true)
    .flatMap(({ text, at, from }) =>
      typeof text === "string" && typeof at === "string" ? [{ text, at, incoming: from !== "team" }] : [],
    )
    .toSorted((left, right) => left.at.localeCompare(right.at));
  const plan = "The search has answered. I quote what it found, with dates.";
  if (matches.length === 0)
    return { plan, blocks: [say(`Nothing on record with ${name} holds “${about}”.`)] };
  const quotes = matches.slice(-QUOTE_MOST).map((match) => {
    const whose = match.incoming ? firstNameOf(name) : "us";
    return quote(match, situation.moment.timeZone).replace("- ", `- ${whose}, `);
  });
  return { plan, blocks: [say(`On record with ${name} about ${about}:\n${quotes.join("\n")}`)] };
}

/** Words of one stem: "heater" and "heating", "paid" and "pay" is beyond this. */
function sameStem(left: string, right: string): boolean {
  if (left === right) return true;
  const length = Math.min(left.length, right.length, 5);
  return length >= 4 && left.slice(0, length) === right.slice(0, length);
}

/** "Recent texts with …": how many, who wrote last, the end of the thread quoted. */
export function recentTexts(who: string, situation: Situation): Step {
  return withTexts(who, situation, (contact, texts) => {
    const plan = "The texts are here. I say where things stand and quote the end.";
    const last = texts.at(-1);
    if (last === undefined) return { plan, blocks: [say(`There are no texts with ${contact.name}.`)] };
    const stand = last.incoming
      ? `${firstNameOf(contact.name)} wrote last and waits for an answer`
      : "the last word was ours";
    const end = texts.slice(-QUOTE_MOST).map((text) => {
      const from = text.incoming ? firstNameOf(contact.name) : "Us";
      return quote(text, situation.moment.timeZone).replace("- ", `- ${from}, `);
    });
    return {
      plan,
      blocks: [
        say(
          `${contact.name}: ${texts.length} texts read, ${stand}.\n${end.join("\n")}\n${STAND_IN}, so this is quoted rather than summed up.`,
        ),
      ],
    };
  });
}

const TOPICS: readonly { readonly pattern: RegExp; readonly topic: string; readonly next: string }[] = [
  {
    pattern: /heat|radiator|cold|freez|calentador/i,
    topic: "the heating",
    next: "I'm checking who can come and will text you the time",
  },
  {
    pattern: /leak|drip|water|drain|toilet|faucet/i,
    topic: "the water",
    next: "I'm checking who can come and will text you the time",
  },
  {
    pattern: /lock|key/i,
    topic: "the keys",
    next: "I'm finding out who is closest and will get back to you right away",
  },
  {
    pattern: /rent|pay|balance|fee|invoice/i,
    topic: "the payment",
    next: "I'm looking at your account and will get back to you",
  },
  {
    pattern: /walk-?through|showing|lease|renew|move/i,
    topic: "the appointment",
    next: "I'm checking the date and will confirm it",
  },
  {
    pattern: /elevator|light|power|outlet|wifi|internet/i,
    topic: "this",
    next: "I'm checking with our technician and will let you know",
  },
  {
    pattern: /valve|part|fit it|invoice|quote|come (?:today|tomorrow)/i,
    topic: "the offer",
    next: "I'm checking what works and will confirm a time",
  },
];

const ONLY_THANKS =
  /^(?:you['’]re the best|thank|thanks|thx|great|perfect|awesome|cool|👍|🙏|ok(?:ay)? thanks)[^?]{0,60}$/iu;

/** "Draft a reply to …": acknowledges what they wrote last; promises nothing but an answer. */
export function draftReply(who: string, situation: Situation): Step {
  const after = afterSending(situation);
  if (after !== null) return after;
  return withTexts(who, situation, (contact, texts) => {
    const { send } = situation.toolbox;
    const last = texts.at(-1);
    const plan = "I answer their last text without promising what I do not know.";
    if (last === undefined || !last.incoming) {
      const text =
        last === undefined
          ? `There are no texts with ${contact.name} to answer.`
          : `The last word to ${contact.name} was ours: “${last.text}” There is nothing to answer. Tell me what to write and I will draft it.`;
      return { plan, blocks: [say(text)] };
    }
    if (ONLY_THANKS.test(last.text)) {
      const text = `${contact.name} only said thanks: “${last.text}” I would leave it there. Tell me what to write if you want to answer.`;
      return { plan, blocks: [say(text)] };
    }
    const found = TOPICS.find(({ pattern }) => pattern.test(last.text));
    const content =
      found === undefined
        ? "thank you for your message. I'm looking into it and will get back to you"
        : `thank you for your message about ${found.topic}. ${found.next}`;
    const text = draft({ content, manner: "inform", to: contact.name, from: situation.moment.speaker });
    const quoted = quote(last, situation.moment.timeZone);
    if (send === null)
      return { plan, blocks: [say(`I have no tool for sending texts here. I would answer: “${text}”`)] };
    const line = `${contact.name} wrote:\n${quoted}\nHere is a reply that promises nothing yet. ${beyondScript("work out a real answer")}`;
    return {
      plan,
      blocks: [say(line), use(send, { [send.fields.to]: contact.number ?? "", [send.fields.text]: text })],
    };
  });
}
