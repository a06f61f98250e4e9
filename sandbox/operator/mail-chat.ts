/** E-mail on a colleague's word: write to somebody, answer somebody's newest e-mail, find and quote what was written. */
import type { Block } from "../anthropic/types.ts";
import { wordsOf, type FoundContact } from "./contacts.ts";
import { draft } from "./drafting.ts";
import { findPeople } from "./find-person.ts";
import type { Intent } from "./intents.ts";
import { excerpt, letter, replySubject, subjectOf } from "./mail-letters.ts";
import { addressIn, foundMails, nameOf, readMailOf, type FoundMail, type ReadMail } from "./mail-results.ts";
import { looking } from "./mail-steps.ts";
import { readTexts } from "./read-texts.ts";
import { beyondScript, listed, STAND_IN, type Situation, type Step } from "./reply.ts";
import { failureOf } from "./task.ts";
import { say, use } from "./toolbox.ts";

const QUOTED_MOST = 3;
const LISTED_MOST = 8;
const ADDRESS_OF = "An e-mail address for";
const WORDS = "What to write in the e-mail";

/** "E-mail … that …": one letter each, to addresses from the contacts or the person's own words. */
export function sendMail(intent: Extract<Intent, { kind: "mail" }>, situation: Situation): Step {
  const after = afterMailing(situation);
  if (after !== null) return after;
  const { toolbox, moment, task } = situation;
  const content = intent.content || answerTo(situation, WORDS) || "";
  if (content === "") return askFor(situation, `What should I write to ${listed(intent.who)}?`, WORDS);
  const named = intent.who.filter((who) => !who.includes("@"));
  const found = named.length === 0 ? null : findPeople(named, situation);
  if (found?.kind === "step") return found.step;
  const calls: Block[] = [];
  const notes: string[] = [];
  const names: string[] = [];
  for (const who of intent.who) {
    const person = found?.people[named.indexOf(who)];
    const contact = person?.kind === "found" ? person.contact : null;
    const told = answerTo(situation, `${ADDRESS_OF} ${who}`);
    const address = who.includes("@")
      ? who
      : (contact?.emails[0] ?? /\S+@\S+\w/.exec(told ?? "")?.[0] ?? null);
    if (address === null) {
      const why =
        contact === null
          ? `I found nobody called ${who} in the contacts.`
          : `${contact.name} is in the contacts without an e-mail address.`;
      return askFor(situation, `${why} Which address should I write to?`, `${ADDRESS_OF} ${who}`);
    }
    const to = contact === null ? address : `${contact.name} <${address}>`;
    const text = lettered({ ...intent, content }, to, moment);
    names.push(nameOf(to));
    if (toolbox.sendMail === null) {
      notes.push(`I have no tool for sending e-mails here. To ${nameOf(to)} I would write:\n${text}`);
      continue;
    }
    const { fields } = toolbox.sendMail;
    calls.push(
      use(toolbox.sendMail, {
        [fields.to]: address,
        [fields.subject]: intent.subject ?? subjectOf(content),
        [fields.text]: text,
      }),
    );
  }
  const line =
    calls.length === 0
      ? []
      : [`Here is a draft for ${listed(names)}. It goes out once somebody approves it.`];
  return {
    plan: `I know who is meant by “${excerpt(task.words, 60)}”. I draft the e-mail and leave the decision to a person.`,
    blocks: [say([...notes, ...line].join("\n\n")), ...calls],
  };
}

function lettered(
  { content, manner }: Pick<Extract<Intent, { kind: "mail" }>, "content" | "manner">,
  to: string,
  { speakerName, company }: Situation["moment"],
): string {
  if (manner === "verbatim") return content;
  const sentence = draft({ content, manner, to: nameOf(to), from: null }).replace(/^Hi [^,]+, /, "");
  return letter(to, sentence, { by: speakerName, company });
}

function answerTo({ task }: Situation, purpose: string): string | null {
  return task.answers.findLast(({ requiredFor }) => requiredFor.startsWith(purpose))?.text.trim() ?? null;
}

function askFor({ toolbox: { ask } }: Situation, question: string, requiredFor: string): Step {
  const plan = "Something is missing that only the person can tell me.";
  if (ask === null) return { plan, blocks: [say(question)] };
  return {
    plan,
    blocks: [
      use(ask, { [ask.fields.question]: question, ...(ask.has.has("requiredFor") ? { requiredFor } : {}) }),
    ],
  };
}

/** The step after an e-mail was proposed; null while none was. */
function afterMailing({ task, toolbox }: Situation): Step | null {
  const sends = task.done.filter(({ call }) => call.tool === toolbox.sendMail?.name);
  if (sends.length === 0) return null;
  const failures = sends.map(failureOf).filter((failure) => failure !== null);
  const text =
    failures.length > 0
      ? `That did not work: ${failures.join(" ")} ${beyondScript("try to find another way")}`
      : sends.length === 1
        ? "The draft waits for a decision."
        : `${sends.length} drafts wait for a decision.`;
  return { plan: "It is proposed, or I say why not.", blocks: [say(text)] };
}

/** "Search the e-mails for …", "e-mails from …": what was found, quoted by subject and first words. */
export function listMails({ from, about }: Extract<Intent, { kind: "mails" }>, situation: Situation): Step {
  const query = from === null ? (about ?? "") : from.includes("@") ? `from:${from}` : `from:"${from}"`;
  const looked = searched(query, situation, LISTED_MOST);
  if ("step" in looked) return looked.step;
  const what = from === null ? `with “${about ?? ""}”` : `from ${from}`;
  if (looked.mails.length === 0)
    return {
      plan: "Nothing fits.",
      blocks: [say(`I found no e-mail ${what} in the mailboxes I may look into.`)],
    };
  const lines = looked.mails.map(
    (mail) =>
      `- ${dated(mail, situation)}, ${nameOf(mail.from)}, “${mail.subject}”: ${excerpt(mail.snippet, 140)}`,
  );
  return {
    plan: "The e-mails are found. I list what they are.",
    blocks: [
      say(
        `${looked.mails.length === LISTED_MOST ? "The newest" : "All"} e-mails ${what}:\n${lines.join("\n")}`,
      ),
    ],
  };
}

/** "What did … write about …": their own words from e-mails and texts, with subject and date. */
export function whatDidTheyWrite(who: string, about: string | null, situation: Situation): Step {
  const found = findPeople([who], situation);
  if (found.kind === "step") return found.step;
  const [person] = found.people;
  const contact = person?.kind === "found" ? person.contact : null;
  const [address] = contact?.emails ?? [];
  const query = address === undefined ? `from:"${contact?.name ?? who}"` : `from:${address}`;
  const looked = searched(query, situation, 10, textsOf(contact, situation));
  if ("step" in looked) return looked.step;
  const keys = wordsOf(about ?? "").filter((word) => word.length > 3);
  const fits = (text: string): boolean =>
    keys.every((key) => wordsOf(text).some((word) => word.startsWith(key.slice(0, 5))));
  const likely = looked.mails.filter(({ subject, snippet }) => fits(`${subject} ${snippet}`));
  const wanted = (likely.length > 0 ? likely : looked.mails).slice(0, QUOTED_MOST);
  const opened = openedMails(wanted, situation);
  if ("step" in opened) return opened.step;
  const mails = opened.mails.filter(({ text, subject }) => fits(`${subject} ${text}`));
  const texts = textsSince(contact, situation)
    .filter(({ text }) => fits(text))
    .slice(-QUOTED_MOST);
  return quoteAll(
    {
      who: contact?.name ?? who,
      about,
      mails: mails.length > 0 ? mails : opened.mails,
      texts,
      fits: mails.length > 0 || texts.length > 0,
    },
    situation,
  );
}

function quoteAll(
  found: {
    readonly who: string;
    readonly about: string | null;
    readonly mails: readonly ReadMail[];
    readonly texts: readonly { readonly text: string; readonly at: string }[];
    readonly fits: boolean;
  },
  situation: Situation,
): Step {
  const { who, about, mails, texts, fits } = found;
  const plan = "E-mails and texts are here. I quote what fits, with dates.";
  if (mails.length === 0 && texts.length === 0)
    return { plan, blocks: [say(`I found nothing from ${who}, neither e-mails nor texts.`)] };
  const lines = [
    ...mails.map(
      (mail) => `- ${dated(mail, situation)}, by e-mail, “${mail.subject}”: “${excerpt(mail.text, 400)}”`,
    ),
    ...texts.map((text) => `- ${dated(text, situation)}, by text: “${text.text}”`),
  ];
  const head =
    fits || about === null
      ? `${who} wrote${about === null ? "" : ` about ${about}`}:`
      : `I found nothing of ${who} with “${about}” in it. The newest from them:`;
  return { plan, blocks: [say(`${head}\n${lines.join("\n")}`)] };
}

/** "Draft a reply to …'s e-mail": answers their newest one without promising anything. */
export function replyByMail(who: string, situation: Situation): Step {
  const after = afterMailing(situation);
  if (after !== null) return after;
  const found = findPeople([who], situation);
  if (found.kind === "step") return found.step;
  const [person] = found.people;
  const contact = person?.kind === "found" ? person.contact : null;
  const [address] = contact?.emails ?? [];
  const looked = searched(
    address === undefined ? `from:"${contact?.name ?? who}"` : `from:${address}`,
    situation,
    10,
  );
  if ("step" in looked) return looked.step;
  const opened = openedMails(looked.mails.slice(0, 1), situation);
  if ("step" in opened) return opened.step;
  const [mail] = opened.mails;
  const { sendMail: job } = situation.toolbox;
  if (mail === undefined)
    return { plan: "Nothing to answer.", blocks: [say(`I found no e-mail from ${who}.`)] };
  const text = letter(
    mail.from,
    "thank you for your e-mail. I am looking into it and will get back to you.",
    {
      by: situation.moment.speakerName,
      company: situation.moment.company,
    },
  );
  const head = `${nameOf(mail.from)} wrote under “${mail.subject}”: “${excerpt(mail.text)}”\nHere is a reply that promises nothing yet (${STAND_IN}).`;
  if (job === null) return { plan: "There is no tool for it.", blocks: [say(`${head}\n${text}`)] };
  const { fields, has } = job;
  const call = use(job, {
    [fields.to]: addressIn(mail.from),
    [fields.subject]: replySubject(mail.subject),
    [fields.text]: text,
    ...(has.has("replyToEmailId") ? { replyToEmailId: mail.id } : {}),
  });
  return {
    plan: "I answer their newest e-mail without promising what I do not know.",
    blocks: [say(head), call],
  };
}

/** A search's e-mails, or the step that searches (with `more` calls at once). */
function searched(
  query: string,
  { task, toolbox: { searchMail } }: Situation,
  most: number,
  more: readonly Block[] = [],
): { readonly step: Step } | { readonly mails: readonly FoundMail[] } {
  if (searchMail === null) {
    const blocks = [say("I have no tool for reading e-mails here, so I cannot tell what was written.")];
    return { step: { plan: "There is no tool for it.", blocks } };
  }
  const done = task.done.findLast(
    ({ call }) => call.tool === searchMail.name && call.input[searchMail.fields.query] === query,
  );
  if (done !== undefined) {
    const failure = failureOf(done);
    if (failure === null) return { mails: foundMails(done.result.data) };
    return {
      step: {
        plan: "The search failed, which I say.",
        blocks: [say(`I could not search the e-mails: ${failure}`)],
      },
    };
  }
  const call = use(searchMail, { [searchMail.fields.query]: query, ...looking(searchMail, most) });
  return {
    step: { plan: "I search the e-mails.", blocks: [say(`Searching the e-mails: ${query}.`), call, ...more] },
  };
}

/** E-mails read whole, or the step that reads those that were not yet. */
function openedMails(
  mails: readonly FoundMail[],
  { task, toolbox: { readMail } }: Situation,
): { readonly step: Step } | { readonly mails: readonly ReadMail[] } {
  if (readMail === null) return { mails: [] };
  const done = (id: string) =>
    task.done.findLast(({ call }) => call.tool === readMail.name && call.input[readMail.fields.id] === id);
  const missing = mails.filter(({ id }) => done(id) === undefined);
  if (missing.length > 0) {
    const calls = missing.map(({ id }) => use(readMail, { [readMail.fields.id]: id }));
    return {
      step: {
        plan: "I read the e-mails that fit.",
        blocks: [
          say(`Reading ${missing.length === 1 ? "the e-mail" : `${missing.length} e-mails`}.`),
          ...calls,
        ],
      },
    };
  }
  return { mails: mails.flatMap(({ id }) => readMailOf(done(id)?.result.data) ?? []) };
}

/** The call that reads somebody's texts too; none where they were read or cannot be. */
function textsOf(contact: FoundContact | null, { toolbox: { messages } }: Situation): Block[] {
  const number = contact?.number ?? null;
  if (number === null || messages === null) return [];
  return [use(messages, { [messages.fields.number]: number, ...looking(messages, 50) })];
}

function textsSince(contact: FoundContact | null, { task, toolbox: { messages } }: Situation) {
  const done = task.done.findLast(
    ({ call }) =>
      messages !== null &&
      call.tool === messages.name &&
      call.input[messages.fields.number] === contact?.number,
  );
  return readTexts(done?.result.data).filter(({ incoming }) => incoming);
}

function dated({ at }: { readonly at: string }, { moment }: Situation): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: moment.timeZone,
    weekday: "short",
    month: "short",
    day: "numeric",
  }).format(new Date(at));
}
