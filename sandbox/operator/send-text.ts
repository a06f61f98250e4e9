/** Texting somebody: look everybody up, draft, and ask for approval, all recipients in one turn. */
import type { Block } from "../anthropic/types.ts";
import { draft } from "./drafting.ts";
import { findPeople, type Person } from "./find-person.ts";
import { e164, numberIn, type Intent } from "./intents.ts";
import { beyondScript, listed, type Situation, type Step } from "./reply.ts";
import { failureOf, type Task } from "./task.ts";
import { say, use } from "./toolbox.ts";

type TextIntent = Extract<Intent, { kind: "text" }>;

const NAME_FOR_NUMBER = "A name for the number";
const NUMBER_FOR_NAME = "A number for the name";
const WORDS = "What to write";

/** The next step of a text that is wanted. */
export function sendText(intent: TextIntent, situation: Situation): Step {
  const after = afterSending(situation);
  if (after !== null) return after;
  const content = intent.content || answerTo(situation.task, WORDS);
  if (content === null || content === "")
    return askFor(situation, `What should I write to ${listed(intent.who)}?`, WORDS);
  const found = findPeople(intent.who, situation);
  if (found.kind === "step") return found.step;
  return propose({ ...intent, content }, found.people, situation);
}

/** What a person answered to a question asked for a purpose. */
function answerTo(task: Task, purpose: string): string | null {
  return task.answers.findLast(({ requiredFor }) => requiredFor.startsWith(purpose))?.text.trim() ?? null;
}

function askFor({ toolbox }: Situation, question: string, requiredFor: string): Step {
  const plan = "Something is missing that only the person can tell me.";
  const { ask } = toolbox;
  if (ask === null) return { plan, blocks: [say(question)] };
  const purpose = ask.has.has("requiredFor") ? { requiredFor } : {};
  return { plan, blocks: [use(ask, { [ask.fields.question]: question, ...purpose })] };
}

/** Calls for everybody who is known; what is missing for the others is asked. */
function propose(intent: TextIntent, people: readonly Person[], situation: Situation): Step {
  const { toolbox, moment } = situation;
  const { send } = toolbox;
  const calls: Block[] = [];
  const names: string[] = [];
  const notes: string[] = [];
  for (const person of people) {
    const target = targetOf(person, intent, situation);
    if (target.kind === "step") return target.step;
    if (target.note !== null) notes.push(target.note);
    if (target.to === null) continue;
    const verbatimEnds = /[.!?…]$/.test(intent.content) ? "" : ".";
    const text = draft({ ...intent, to: target.name, from: moment.speaker });
    if (send === null) {
      notes.push(
        `I have no tool for sending texts here. To ${target.name} I would write: “${text}”${verbatimEnds}`,
      );
      continue;
    }
    names.push(target.name);
    const create = target.create === null ? {} : { createContact: target.create };
    calls.push(use(send, { [send.fields.to]: target.to, [send.fields.text]: text, ...create }));
  }
  const plan = `I know who is meant. I draft ${calls.length === 1 ? "the text" : `${calls.length} texts`} and leave the decision to a person.`;
  const line =
    calls.length === 0
      ? []
      : [`Here is a draft for ${listed(names)}. It goes out once somebody approves it.`];
  return { plan, blocks: [say([...notes, ...line].join("\n\n")), ...calls] };
}

type Target =
  | { readonly kind: "step"; readonly step: Step }
  | {
      readonly kind: "target";
      readonly to: string | null;
      readonly name: string;
      readonly create: Record<string, string> | null;
      readonly note: string | null;
    };

function targetOf(person: Person, intent: TextIntent, situation: Situation): Target {
  if (person.kind === "found") {
    const { name, number } = person.contact;
    const note =
      number === null ? `${name} is in the contacts without a phone number, so I cannot text them.` : null;
    return { kind: "target", to: number, name, create: null, note };
  }
  const { who } = person;
  const ownNumber = e164(who);
  const number =
    ownNumber ?? intent.number ?? numberIn(answerTo(situation.task, `${NUMBER_FOR_NAME} ${who}`) ?? "");
  if (number === null) return { kind: "step", step: unknownName(who, situation) };
  const named = ownNumber === null ? who : answerTo(situation.task, `${NAME_FOR_NUMBER} ${number}`);
  const canCreate = situation.toolbox.send?.has.has("createContact") === true;
  if (named === null && canCreate) {
    const question = `${number} is not in the contacts. Who is it? I then propose the contact and the text together.`;
    return { kind: "step", step: askFor(situation, question, `${NAME_FOR_NUMBER} ${number}`) };
  }
  const create = named === null || !canCreate ? null : contactFields(named);
  const note =
    create === null
      ? `${number} is not in the contacts.`
      : `${named} is not in the contacts, so I propose the contact and the text together.`;
  return { kind: "target", to: number, name: named ?? "there", create, note };
}

/** Name parts for a new contact; "the plumber Joe Park" stays as it was said. */
export function contactFields(name: string): Record<string, string> {
  const [firstName = name, ...rest] = name
    .replace(/^(?:it['’]s|this is|that is|his name is|her name is)\s+/i, "")
    .split(/\s+/);
  return rest.length === 0 ? { firstName } : { firstName, lastName: rest.join(" ") };
}

function unknownName(who: string, situation: Situation): Step {
  if (situation.toolbox.contacts === null) {
    const text = `I have no tool to look up contacts here, so I do not know ${who}'s number. Give me a number and I can go on.`;
    return { plan: "There is no look-up tool among those I was given.", blocks: [say(text)] };
  }
  const question = `I found nobody called ${who} in the contacts. What is the number? I can then propose the new contact and the text together.`;
  return askFor(situation, question, `${NUMBER_FOR_NAME} ${who}`);
}

/** The step after a draft was proposed: nothing more to do, or what went wrong. Null while nothing was proposed. */
export function afterSending({ task, toolbox }: Situation): Step | null {
  const sends = task.done.filter(
    ({ call }) => call.tool === toolbox.send?.name || call.tool === toolbox.addContact?.name,
  );
  if (sends.length === 0) return null;
  const failures = sends.map(failureOf).filter((failure) => failure !== null);
  if (failures.length === 0) {
    const text =
      sends.length === 1 ? "The draft waits for a decision." : `${sends.length} drafts wait for a decision.`;
    return { plan: "It is proposed. Now a person decides.", blocks: [say(text)] };
  }
  const text = `That did not work: ${failures.join(" ")} ${beyondScript("try to find another way")}`;
  return { plan: "The call was refused, which I report as it is.", blocks: [say(text)] };
}
