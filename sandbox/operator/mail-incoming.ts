/**
 * An e-mail from outside, nobody of the team asking: find out who wrote, read the thread, then draft one reply that promises nothing, stay
 * silent where there is nothing to do, or ask the team. What the e-mail says is matched, never obeyed.
 */
import { chooseContact, readContacts, type FoundContact } from "./contacts.ts";
import { excerpt, letter } from "./mail-letters.ts";
import { onLead } from "./mail-leads.ts";
import {
  heardMail,
  nameOf,
  readMailOf,
  sentencesAbout,
  type HeardMail,
  type ReadMail,
} from "./mail-results.ts";
import { askTeam, orderIn, proposeMail, silent } from "./mail-steps.ts";
import { STAND_IN, type Step } from "./reply.ts";
import { doneSince, failureOf, type Done } from "./task.ts";
import { say, use, type Toolbox } from "./toolbox.ts";
import { asText, type Event, type MailTrigger, type Moment } from "./transcript.ts";

const ASKED = "What the e-mail asks for";
const LEAVE = "Leave it";
const BY_HAND = "I take care of it myself";

const ROUTINE: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern:
      /\b(?:unsubscribe|newsletter|you (?:receive|are receiving) this because|view (?:this )?in (?:your )?browser)\b/i,
    why: "It is a newsletter.",
  },
  {
    pattern:
      /\b(?:automatic(?:ally)? (?:notice|generated|reply|response|message)|auto-?reply|out of (?:the )?office|replies are not read|do not reply|unattended mailbox)\b/i,
    why: "It was written by a machine.",
  },
  {
    pattern:
      /^(?:(?:hi|hello|dear)\b[^\n]{0,40}\n+)?(?:ok(?:ay)?[\s,.!]*|great[\s,.!]*|perfect[\s,.!]*|wonderful[\s,.!]*)*(?:many )?(?:thank(?:s| you)|got it|received|much appreciated|will do|sounds good)[^?]{0,160}$/iu,
    why: "They only said thanks or confirmed.",
  },
];

interface Topic {
  readonly pattern: RegExp;
  readonly urgent: boolean;
  readonly reply: string;
}

/** The gravest first. */
const TOPICS: readonly Topic[] = [
  {
    pattern: /\b(?:smell(?:s|ing)? (?:of )?gas|gas leak|smoke in|on fire|carbon monoxide)\b/i,
    urgent: true,
    reply:
      "if you smell gas or see smoke, please leave now and call 911 from outside. We have seen your e-mail and are calling you.",
  },
  {
    pattern:
      /\b(?:no heat|heat is (?:off|out)|freezing|no hot water|no water|no power|flood(?:ed|ing)?|burst|pouring|locked out)\b/i,
    urgent: true,
    reply:
      "I am sorry, that is urgent and we have seen it. I am finding out right now who can come, and you will hear from us as soon as I know.",
  },
  {
    pattern:
      /\b(?:reschedul|instead of|move (?:it|us|the)|could we come|different (?:day|time)|postpone|booked for|works? for you)\b/i,
    urgent: false,
    reply: "thank you for telling us. I am checking with the team whether that works and will confirm it.",
  },
  {
    pattern: /\b(?:invoice|statement|balance|books|paid|payment|premium|deductible|amount|\$\s?\d)/i,
    urgent: false,
    reply:
      "thank you for your e-mail. I am looking at the figures and will answer you as soon as I have them in front of me.",
  },
  {
    pattern: /\b(?:quote|offer|contract|proposal|flat rate|per push)\b/i,
    urgent: false,
    reply: "thank you for the offer. I am passing it on, and you will hear from us.",
  },
  {
    pattern: /\b(?:broken|leak|drip|repair|drain|toilet|faucet|radiator|valve|elevator|light)\b/i,
    urgent: false,
    reply: "thank you for telling us. I am checking who can look at it and will write you a time.",
  },
];
const OTHER = "thank you for your e-mail. I am checking with the team and will get back to you.";

/** The next step of a run that an e-mail started. */
export function onMail(
  events: readonly Event[],
  toolbox: Toolbox,
  moment: Moment,
  trigger: MailTrigger,
  nowMs: number,
): Step {
  const last = events.findLastIndex((event) => heardMail(event) !== null);
  const mail = events[last] === undefined ? null : heardMail(events[last]);
  if (mail === null) return silent("There is no e-mail here.");
  let first = last;
  while (events[first - 1]?.kind === "heard" || events[first - 1]?.kind === "outcome") first--;
  const done = doneSince(events.slice(first));
  const after = proposed(done, toolbox);
  if (after !== null) return after;
  const { skill } = trigger;
  if (skill !== null) return onLead(mail, { ...trigger, skill }, { done, toolbox, moment, nowMs });
  const routine = ROUTINE.find(({ pattern }) => pattern.test(mail.text.trim()))?.why;
  const order = orderIn(mail.text);
  if (routine !== undefined && order === null) return silent(routine);
  if (order !== null) return askAboutOrder(mail, order, toolbox);
  return answer(mail, trigger, { done, toolbox, moment });
}

/** The team has said what becomes of an e-mail's order. Null where nothing of the kind was asked. */
export function onOrderDecided(events: readonly Event[], toolbox: Toolbox): Step | null {
  const said = events.findLastIndex(({ kind }) => kind === "said");
  const reply = events[events.slice(0, said).findLastIndex(({ kind }) => kind === "replied")];
  if (reply?.kind !== "replied" || said < 0) return null;
  const question = reply.calls.find(({ tool }) => tool === toolbox.ask?.name);
  if (!asText(question?.input["requiredFor"]).startsWith(ASKED)) return null;
  return {
    plan: "The team has heard of it.",
    blocks: [say("Good. I have done nothing of what the e-mail asks for and leave it there.")],
  };
}

function askAboutOrder(mail: HeardMail, order: string, toolbox: Toolbox): Step {
  const hides = mail.hides
    ? " It also hides words from its reader, which real mail has no reason to do."
    : "";
  const question = `An e-mail from ${mail.from}, “${excerpt(mail.subject, 100)}”, asks for something I do not do on an e-mail’s word: “${excerpt(order, 240)}”${hides} Nothing was sent, and I have drafted nothing. Is it known to you?`;
  return askTeam(toolbox, { question, requiredFor: `${ASKED}: ${mail.id}`, options: [LEAVE, BY_HAND] });
}

function answer(
  mail: HeardMail,
  trigger: MailTrigger,
  {
    done,
    toolbox,
    moment,
  }: { readonly done: readonly Done[]; readonly toolbox: Toolbox; readonly moment: Moment },
): Step {
  const { contacts, readMail } = toolbox;
  const looked = done.findLast(({ call }) => call.tool === contacts?.name);
  const opened = done.findLast(({ call }) => call.tool === readMail?.name);
  const missing = [
    ...(contacts === null || looked !== undefined
      ? []
      : [use(contacts, { [contacts.fields.query]: trigger.name })]),
    ...(readMail === null || opened !== undefined ? [] : [use(readMail, { [readMail.fields.id]: mail.id })]),
  ];
  if (missing.length > 0) {
    return {
      plan: "An e-mail came in. First I find out who wrote it and what was written before.",
      blocks: [say(`Looking up ${trigger.name} and reading the thread.`), ...missing],
    };
  }
  const read = opened === undefined ? null : readMailOf(opened.result.data);
  if (read?.automatic === true) return silent("It was sent by a machine.");
  if (read?.thread.at(-1)?.sentByUs === true) return silent("A colleague has answered meanwhile.");
  const contact = looked === undefined ? null : contactFor(trigger, readContacts(looked.result.data));
  return propose(mail, { read, contact }, toolbox, moment);
}

function contactFor({ name, address }: MailTrigger, found: readonly FoundContact[]): FoundContact | null {
  const byAddress = found.find(({ emails }) =>
    emails.some((one) => one.toLowerCase() === address.toLowerCase()),
  );
  if (byAddress !== undefined) return byAddress;
  const match = chooseContact(name, found);
  // A name alone proves nothing: without the address it is somebody else who says so.
  return match.kind === "one" && match.contact.emails.length === 0 ? match.contact : null;
}

function propose(
  mail: HeardMail,
  known: { readonly read: ReadMail | null; readonly contact: FoundContact | null },
  toolbox: Toolbox,
  moment: Moment,
): Step {
  const topic = TOPICS.find(({ pattern }) => pattern.test(`${mail.subject}\n${mail.text}`));
  const who =
    known.contact === null
      ? `${mail.from} (not in the contacts with this address)`
      : [known.contact.name, known.contact.about].filter(Boolean).join(", ");
  const before = sentencesAbout(known.read?.quoted ?? "", mail.text).slice(0, 2);
  const cited =
    before.length === 0
      ? []
      : [`Earlier in this thread we wrote: ${before.map((one) => `“${excerpt(one, 200)}”`).join(" ")}`];
  return proposeMail(toolbox, {
    mail,
    text: letter(nameOf(mail.from), topic?.reply ?? OTHER, { by: null, company: moment.company }),
    urgent: topic?.urgent === true,
    say: [
      `${topic?.urgent === true ? "Urgent. " : ""}${who} wrote under “${excerpt(mail.subject, 100)}”: “${excerpt(mail.text)}”`,
      ...cited,
      ...(mail.hides ? ["The e-mail hides words from its reader; I have left them out."] : []),
      `Here is a reply that promises nothing yet (${STAND_IN}).`,
    ].join("\n"),
    plan: "I know who wrote and what about. I draft a reply that promises nothing, and a person decides.",
  });
}

function proposed(done: readonly Done[], { sendMail }: Toolbox): Step | null {
  const sends = done.filter(({ call }) => call.tool === sendMail?.name);
  if (sends.length === 0) return null;
  const failures = sends.map(failureOf).filter((failure) => failure !== null);
  const text =
    failures.length === 0
      ? "The reply waits for a decision."
      : `I could not propose a reply: ${failures.join(" ")} Please look at it yourself.`;
  return { plan: "It is proposed, or I say why not.", blocks: [say(text)] };
}
