/**
 * The stand-in for a model when no key is configured: a pure function of the request. It reads the tools it was given, plans look-up → draft →
 * ask for approval, quotes what it found, and says openly that it is scripted wherever a script ends.
 */
import type { MessagesRequest, OperatorContext, Reply } from "../anthropic/types.ts";
import { onCalendarWish } from "./calendar-chat.ts";
import { findPeople } from "./find-person.ts";
import { onNamed, onTexts } from "./incoming.ts";
import { readIntent } from "./intents.ts";
import { listMails, replyByMail, sendMail, whatDidTheyWrite } from "./mail-chat.ts";
import { onMail, onOrderDecided } from "./mail-incoming.ts";
import { onLeadDecided } from "./mail-leads.ts";
import { heardMail } from "./mail-results.ts";
import { knownFromFiles, onMemoryWish } from "./memory-chat.ts";
import { onOutcomes } from "./outcomes.ts";
import { draftReply, recentTexts, whatDidTheySay, whenDidTheySay, whoIs } from "./read-texts.ts";
import {
  beyondSchedule,
  dueReminder,
  localNow,
  readClockWish,
  scheduleIt,
  whatIsScheduled,
} from "./schedules.ts";
import { STAND_IN, type Situation, type Step } from "./reply.ts";
import { keepNotes } from "./keep-notes.ts";
import { afterSending, contactFields, sendText } from "./send-text.ts";
import { hello, help, morning, thanks, unclear } from "./small-talk.ts";
import { summarizeHistory } from "./summarize-history.ts";
import { readSum, workOut } from "./sums.ts";
import { currentTask } from "./task.ts";
import { readToolbox, say, use } from "./toolbox.ts";
import { asText, readTranscript, type Event } from "./transcript.ts";

/** Answers a request. Equal requests get equal answers. */
export function operate(request: MessagesRequest, context: OperatorContext): Reply {
  const { plan, blocks } = nextStep(request, context);
  const thinks = request.thinking !== undefined && request.thinking.type !== "disabled";
  const thought = { type: "thinking", thinking: `${plan} (${STAND_IN}: this plan comes from a script.)` };
  return { content: thinks ? [thought, ...blocks] : blocks };
}

function nextStep(request: MessagesRequest, context: OperatorContext): Step {
  const toolbox = readToolbox(request.tools);
  const { events, moment } = readTranscript(request);
  const at = events.findLastIndex(({ kind }) => kind === "said" || kind === "outcome" || kind === "heard");
  const newest = events[at];
  if (moment.mail !== null && isAboutMail(events, at))
    return onMail(events, toolbox, moment, moment.mail, context.now());
  if (newest?.kind === "heard" && moment.textsFrom !== null)
    return onTexts(events, toolbox, moment.textsFrom, localNow(context.now(), moment.timeZone).slice(0, 10));
  if (newest?.kind === "outcome") return onOutcomes(events, toolbox, moment);
  if (newest?.kind === "said" && asksForSummary(request)) return summarizeHistory(newest.text);
  if (newest?.kind === "said" && asksToKeepNotes(request)) return keepNotes(newest.text);
  const named =
    newest?.kind === "said"
      ? (onNamed(events, toolbox) ??
        onLeadDecided(events, toolbox, moment) ??
        onOrderDecided(events, toolbox))
      : null;
  if (named !== null) return named;
  const task = currentTask(events, toolbox);
  if (task === null) {
    return {
      plan: "There are no words of the team to act on.",
      blocks: [say(`${STAND_IN}, and nobody of the team has asked me for anything here yet.`)],
    };
  }
  const situation = { task, toolbox, moment, events, nowMs: context.now() };
  return moment.scheduled ? onSchedule(situation) : act(situation);
}

/** Whether an e-mail is the newest, alone or with the news of drafts that it has overtaken. */
function isAboutMail(events: readonly Event[], newest: number): boolean {
  let at = newest;
  while (events[at]?.kind === "outcome") at--;
  const event = events[at];
  return event !== undefined && heardMail(event) !== null;
}

/** The product's own request to shorten a history: no tools, and instructions that say so. */
function asksForSummary({ tools, system }: MessagesRequest): boolean {
  const instructions = system.map((block) => asText(block["text"])).join("\n");
  return (
    tools.length === 0 &&
    /\b(?:shorten|summari[sz]e)\b[\s\S]{0,80}\b(?:history|conversation)\b/i.test(instructions)
  );
}

/** A schedule is due: its instruction is worked on as if a colleague had said it. */
function onSchedule(situation: Situation): Step {
  const { words } = situation.task;
  const reminder = dueReminder(words);
  if (reminder !== null) return reminder;
  return readIntent(words).kind === "unclear" ? beyondSchedule(words) : act(situation);
}

/** The product's own request to sort the lines of daily notes. */
function asksToKeepNotes({ tools, system }: MessagesRequest): boolean {
  const instructions = system.map((block) => asText(block["text"])).join("\n");
  return tools.length === 0 && /\bkeep\b[\s\S]{0,40}\bnotes\b/i.test(instructions);
}

function act(situation: Situation): Step {
  const wish = readClockWish(situation.task.words);
  if (wish !== null)
    return wish.kind === "scheduled" ? whatIsScheduled(situation) : scheduleIt(wish, situation);
  const sum = readSum(situation.task.words);
  const worked = sum === null ? null : workOut(sum, situation);
  if (worked !== null) return worked;
  const calendar = onCalendarWish(situation);
  if (calendar !== null) return calendar;
  const memory = onMemoryWish(situation);
  if (memory !== null) return memory;
  const intent = readIntent(situation.task.words);
  switch (intent.kind) {
    case "text":
      return sendText(intent, situation);
    case "mail":
      return sendMail(intent, situation);
    case "mails":
      return listMails(intent, situation);
    case "reply":
      return intent.mail === true ? replyByMail(intent.who, situation) : draftReply(intent.who, situation);
    case "who":
      return whoIs(intent.who, situation);
    case "said":
      return intent.wrote === true && situation.toolbox.searchMail !== null
        ? whatDidTheyWrite(intent.who, intent.about, situation)
        : whatDidTheySay(intent.who, intent.about, situation);
    case "mentioned":
      return whenDidTheySay(intent.who, intent.about, situation);
    case "recent":
      return recentTexts(intent.who, situation);
    case "save":
      return saveContact(intent.name, intent.number, situation);
    case "morning":
      return morning(situation);
    case "thanks":
      return thanks();
    case "hello":
      return hello(situation);
    case "help":
      return help(situation);
    case "unclear":
      return knownFromFiles(situation) ?? unclear(situation);
  }
}

function saveContact(name: string, number: string, situation: Situation): Step {
  const after = afterSending(situation);
  if (after !== null) return after;
  const { addContact } = situation.toolbox;
  if (addContact === null) {
    return { plan: "There is no tool for it.", blocks: [say("I have no tool to add contacts here.")] };
  }
  const found = findPeople([number], situation);
  if (found.kind === "step") return found.step;
  const [person] = found.people;
  if (person?.kind === "found") {
    return {
      plan: "It is there already.",
      blocks: [say(`${number} is already in the contacts, as ${person.contact.name}.`)],
    };
  }
  return {
    plan: "The number is new. I propose the contact and leave the decision to a person.",
    blocks: [
      say(`Here is the contact for ${name}. It is saved once somebody approves it.`),
      use(addContact, { ...contactFields(name), [addContact.fields.number]: number }),
    ],
  };
}
