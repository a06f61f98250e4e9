/** A lead's e-mail, worked by the team's own skill text and by nothing else; what the skill leaves open is asked of the team. */
import {
  judge,
  readCriteria,
  readLead,
  type Criteria,
  type Judgement,
  type LeadFacts,
} from "./lead-criteria.ts";
import { excerpt, letter, replySubject } from "./mail-letters.ts";
import { addressIn, heardMail, nameOf, readMailOf, type HeardMail, type ReadMail } from "./mail-results.ts";
import { askTeam, looking, NOTHING_TO_DO, orderIn, proposeMail, silent } from "./mail-steps.ts";
import { STAND_IN, type Step } from "./reply.ts";
import { localNow } from "./schedules.ts";
import { doneSince, type Done } from "./task.ts";
import { say, use, type Toolbox } from "./toolbox.ts";
import { asText, record, type Event, type MailTrigger, type Moment } from "./transcript.ts";

const DECIDING = "Deciding on the lead of the e-mail";
const INVITE = "Invite to a viewing";
const ASK_MORE = "Ask for more first";
const DECLINE = "Decline";

/** The next step of a run that a lead's e-mail started. */
export function onLead(
  mail: HeardMail,
  { skill, address }: MailTrigger & { readonly skill: NonNullable<MailTrigger["skill"]> },
  {
    done,
    toolbox,
    moment,
    nowMs,
  }: {
    readonly done: readonly Done[];
    readonly toolbox: Toolbox;
    readonly moment: Moment;
    readonly nowMs: number;
  },
): Step {
  if (skill.text === null) {
    const question = `${nameOf(mail.from)} is interested: “${excerpt(mail.text)}” I could not read ${skill.path}, so I do not judge. What should I answer?`;
    return askTeam(toolbox, {
      question,
      requiredFor: `${DECIDING} ${mail.id}`,
      options: [INVITE, ASK_MORE, DECLINE],
    });
  }
  const look = lookFurther(mail, address, done, toolbox);
  if ("step" in look) return look.step;
  const { read, first } = look;
  const criteria = readCriteria(skill.text);
  const rule = noReplyDue(mail, read, criteria);
  if (rule !== null) return silent(`By ${skill.path} no reply is due: ${rule}`);
  const text = [mail.text, first?.text ?? "", read?.quoted ?? ""].join("\n");
  const facts = readLead(mail.subject, text);
  const judged = judge(facts, criteria);
  const followUp = hasAnswered(read);
  const free = judged.verdict === "yes" && !followUp ? freeTimes(done, toolbox) : [];
  if (free === null && toolbox.calendars !== null) {
    const { calendars } = toolbox;
    const tomorrow = localNow(nowMs + DAY_MS, moment.timeZone).slice(0, 10);
    return {
      plan: "The lead qualifies. Before I offer times I look when we are free.",
      blocks: [
        say("Looking when we could show it."),
        use(calendars, { [calendars.fields.from]: tomorrow, [calendars.fields.freeFor]: SHOWING_MINUTES }),
      ],
    };
  }
  return decide({ mail, facts, judged, path: skill.path, followUp, free: free ?? [] }, toolbox, moment);
}

const DAY_MS = 86_400_000;
const SHOWING_MINUTES = 30;
const OFFERED = 2;

/** The first free times of different days, in words; null where nobody has looked. */
function freeTimes(done: readonly Done[], { calendars }: Toolbox): string[] | null {
  const looked = done.findLast(({ call }) => call.tool === calendars?.name);
  if (looked === undefined) return calendars === null ? [] : null;
  const content = record(looked.result.data)["content"];
  const begins = (Array.isArray(content) ? content.map(record) : []).flatMap((item) => {
    const [, day, time] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d)/.exec(asText(item["from"])) ?? [];
    return item["free"] === true && day !== undefined && time !== undefined ? [{ day, time }] : [];
  });
  const days = Map.groupBy(begins, ({ day }) => day);
  return [...days.values()].slice(0, OFFERED).flatMap(([first]) => {
    if (first === undefined) return [];
    const at = new Date(`${first.day}T${first.time}:00Z`);
    const day = new Intl.DateTimeFormat("en-US", {
      timeZone: "UTC",
      weekday: "long",
      month: "long",
      day: "numeric",
    }).format(at);
    const time = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", timeStyle: "short" }).format(at);
    return [`${day} at ${time}`];
  });
}

/** Reads the e-mail and, where it goes on, how the thread began. */
function lookFurther(
  mail: HeardMail,
  address: string,
  done: readonly Done[],
  { readMail, searchMail }: Toolbox,
): { readonly step: Step } | { readonly read: ReadMail | null; readonly first: ReadMail | null } {
  if (readMail === null) return { read: null, first: null };
  const resultFor = (id: string): Done | undefined =>
    done.findLast(({ call }) => call.tool === readMail.name && call.input[readMail.fields.id] === id);
  const own = resultFor(mail.id);
  if (own === undefined) {
    const search =
      searchMail === null
        ? []
        : [use(searchMail, { [searchMail.fields.query]: `from:${address}`, ...looking(searchMail) })];
    return {
      step: {
        plan: "A lead came in. First I read the e-mail and whether they wrote before.",
        blocks: [
          say("Reading the lead’s e-mail and what came before."),
          use(readMail, { [readMail.fields.id]: mail.id }),
          ...search,
        ],
      },
    };
  }
  const read = readMailOf(own.result.data);
  const begin = read?.thread.find(({ sentByUs }) => !sentByUs)?.id ?? mail.id;
  if (begin === mail.id) return { read, first: null };
  const begun = resultFor(begin);
  if (begun !== undefined) return { read, first: readMailOf(begun.result.data) };
  return {
    step: {
      plan: "The thread began earlier; the request itself says what I need.",
      blocks: [say("Reading how the thread began."), use(readMail, { [readMail.fields.id]: begin })],
    },
  };
}

function hasAnswered(read: ReadMail | null): boolean {
  return read?.thread.some(({ sentByUs }) => sentByUs) === true;
}

/** The skill's rule by which no reply is due; null where one is. */
function noReplyDue(mail: HeardMail, read: ReadMail | null, { silent: rules }: Criteria): string | null {
  if (read === null || !hasAnswered(read)) return null;
  const ours = [
    ...read.thread.filter(({ sentByUs }) => sentByUs).map(({ snippet }) => snippet),
    read.quoted,
  ].join("\n");
  if (read.thread.at(-1)?.sentByUs === true && rules.theirMove !== null) return `“${rules.theirMove}”`;
  const turnedDown =
    /\b(?:cannot go further|not able to offer|unable to offer|does not meet|are not possible|have to decline)\b/i.test(
      ours,
    );
  if (turnedDown && rules.disqualified !== null) return `“${rules.disqualified}”`;
  const confirmed =
    /\b(?:in the calendar|is confirmed|are confirmed|booked you|see you (?:on|at|then))\b/i.test(ours);
  if (confirmed && !mail.text.includes("?") && rules.appointment !== null) return `“${rules.appointment}”`;
  const closed = /^(?:ok(?:ay)?|thanks?|thank you|great|perfect|sounds good)\b[^?]{0,120}$/i.test(
    mail.text.trim(),
  );
  return closed ? "they only said thanks." : null;
}

interface Decision {
  readonly mail: HeardMail;
  readonly facts: LeadFacts;
  readonly judged: Judgement;
  readonly path: string;
  readonly followUp: boolean;
  /** Times that can be offered. */
  readonly free: readonly string[];
}

function decide(
  { mail, facts, judged, path, followUp, free }: Decision,
  toolbox: Toolbox,
  moment: Moment,
): Step {
  const who = leadOf(mail, facts);
  const order = orderIn(mail.text);
  const warning =
    order === null
      ? ""
      : `\nIt also asks for something a lead has no business with, and I do nothing of it: “${excerpt(order, 160)}”`;
  const why = judged.reasons.length === 0 ? "" : ` (${judged.reasons.join("; ")})`;
  const about = facts.home === null ? "" : ` about ${facts.home}`;
  const said = followUp ? ` They answered: “${excerpt(mail.text, 200)}”` : "";
  switch (judged.verdict) {
    case "yes":
      return proposeMail(toolbox, {
        mail,
        text: letter(who, followUp ? NEXT_TIME : inviteWords(facts, free), signed(moment)),
        say: `${who}${about}: qualified by ${path}${why}.${said}${warning}\nHere is a reply (${STAND_IN}).`,
        plan: "By the team’s skill the lead qualifies. I draft an invitation; a person decides.",
      });
    case "no":
      return proposeMail(toolbox, {
        mail,
        text: letter(who, declineWords(facts, judged), signed(moment)),
        say: `${who}${about}: not qualified by ${path}${why}.${said}${warning}\nHere is a friendly no (${STAND_IN}).`,
        plan: "By the team’s skill the lead does not qualify. I draft a friendly no; a person decides.",
      });
    case "ask":
      return askTeam(toolbox, {
        question: `${who} asks${about}. ${path} leaves it to you${why}.${said}${warning} What should I answer?`,
        requiredFor: `${DECIDING} ${mail.id}`,
        options: [INVITE, ASK_MORE, DECLINE],
      });
    case "unknown":
      if (judged.missing.length > 0 && !followUp)
        return proposeMail(toolbox, {
          mail,
          text: letter(who, missingWords(facts, judged), signed(moment)),
          say: `${who}${about}: ${path} needs ${judged.missing.join(" and ")}, which they have not said${why}.${warning}\nHere is a question to them (${STAND_IN}).`,
          plan: "What the skill needs is missing, so the lead is asked; a person decides.",
        });
      return askTeam(toolbox, {
        question: `${who} asks${about}: “${excerpt(mail.text, 200)}” ${path} does not settle it for me.${warning} What should I answer?`,
        requiredFor: `${DECIDING} ${mail.id}`,
        options: [INVITE, ASK_MORE, DECLINE],
      });
  }
}

/** Whom a letter greets: the lead by name, never the portal; their address where no name is known. */
function leadOf({ from }: HeardMail, { name }: LeadFacts): string {
  const sender = nameOf(from);
  return name ?? (/\b(?:zillow|trulia|hotpads|no-?reply)\b/i.test(sender) ? addressIn(from) : sender);
}

const NEXT_TIME =
  "thank you for your answer. I am checking the time with the team and will confirm it by e-mail.";

function signed({ company }: Moment): { by: null; company: string | null } {
  return { by: null, company };
}

function homeWords({ home }: LeadFacts): string {
  return home ?? "our apartment";
}

function inviteWords(facts: LeadFacts, free: readonly string[] = []): string {
  if (free.length > 0)
    return `thank you for your interest in ${homeWords(facts)}. We would be glad to show it to you, for example on ${free.join(" or ")}. Which suits you?`;
  return `thank you for your interest in ${homeWords(facts)}. We would be glad to show it to you. Which days and times of this week or next would suit you?`;
}

function declineWords(facts: LeadFacts, { against }: Judgement): string {
  const reasons = [
    ...(against.includes("credit") ? ["it does not meet the credit requirement for this home"] : []),
    ...(against.includes("animal")
      ? [`${(facts.animals ?? []).map((animal) => `${animal}s`).join(" and ")} are not possible there`]
      : []),
  ];
  const why = reasons.length === 0 ? "" : `, because ${reasons.join(" and ")}`;
  return `thank you for your interest in ${homeWords(facts)}. I am sorry to say that we cannot go further with your request${why}. We wish you good luck with your search.`;
}

function missingWords(facts: LeadFacts, { missing }: Judgement): string {
  const wanted = missing.map((one) =>
    one === "credit" ? "your approximate credit score" : "whether any animals would live with you",
  );
  return `thank you for your interest in ${homeWords(facts)}. Before we can plan a viewing, could you tell us ${wanted.join(" and ")}?`;
}

/** The team has said what to answer a lead: that is proposed. Null where nothing of the kind was asked. */
export function onLeadDecided(events: readonly Event[], toolbox: Toolbox, moment: Moment): Step | null {
  const said = events.findLastIndex(({ kind }) => kind === "said");
  const asked = events.slice(0, said).findLastIndex(({ kind }) => kind === "replied");
  const [reply, answered] = [events[asked], events[said]];
  if (reply?.kind !== "replied" || answered?.kind !== "said") return null;
  const question = reply.calls.find(({ tool }) => tool === toolbox.ask?.name);
  const purpose = asText(question?.input["requiredFor"]);
  if (!purpose.startsWith(DECIDING)) return null;
  const id = purpose.slice(DECIDING.length).trim();
  const mail = events
    .slice(0, asked)
    .map(heardMail)
    .findLast((one) => one?.id === id);
  if (mail === undefined || mail === null) return null;
  const done = doneSince(events.slice(said));
  if (toolbox.sendMail !== null && done.some(({ call }) => call.tool === toolbox.sendMail?.name))
    return { plan: "It is proposed.", blocks: [say("The reply waits for a decision.")] };
  const texts = doneSince(events.slice(0, asked)).map(({ result }) => readMailOf(result.data)?.text ?? "");
  const facts = readLead(mail.subject, [mail.text, ...texts].join("\n"));
  const who = leadOf(mail, facts);
  const words = wordsFor(answered.text, facts);
  if (words === null)
    return {
      plan: "The team leaves it.",
      blocks: [say(`${NOTHING_TO_DO} The team has said: “${excerpt(answered.text)}”`)],
    };
  return proposeMail(toolbox, {
    mail,
    text: letter(who, words, signed(moment)),
    say: `As you decided. Here is the reply to ${who}, “${replySubject(mail.subject)}”.`,
    plan: "The team has decided; I draft what it said.",
  });
}

function wordsFor(answer: string, facts: LeadFacts): string | null {
  const quoted = /["“]([^"”]+)["”]/.exec(answer)?.[1];
  if (quoted !== undefined) return quoted;
  if (/\b(?:nothing|ignore|leave it|no reply|don['’]t answer)\b/i.test(answer)) return null;
  if (/\b(?:declin|reject|turn (?:them|her|him) down|refuse|say no)|^no\b/i.test(answer))
    return declineWords(facts, { verdict: "no", reasons: [], missing: [], against: [] });
  if (/\b(?:ask|more|first|references?|income|landlord)\b/i.test(answer))
    return `thank you for your interest in ${homeWords(facts)}. Could you tell us a little more: how long have you been at your job, and may we talk to your last landlord?`;
  return inviteWords(facts);
}
