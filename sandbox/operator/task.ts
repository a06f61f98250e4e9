/**
 * What is being worked on. The operator keeps nothing between requests: it finds its task by reading back from the newest message, over every
 * question it asked on the way, to the words that started it, and collects what was looked up and answered since.
 */
import { chosenBy, readContacts, type FoundContact } from "./contacts.ts";
import { readIntent } from "./intents.ts";
import { readMemoryWish } from "./memory-words.ts";
import type { Job, Toolbox } from "./toolbox.ts";
import { asText, record, type Event, type PastCall, type PastResult } from "./transcript.ts";

/** A question that was asked for the task and what the person said to it. */
export interface Answer {
  readonly question: string;
  readonly requiredFor: string;
  readonly text: string;
}

/** A call with its result. */
export interface Done {
  readonly call: PastCall;
  readonly result: PastResult;
}

/** The task and everything done for it so far. */
export interface Task {
  /** The words that started it. */
  readonly words: string;
  readonly answers: readonly Answer[];
  readonly done: readonly Done[];
}

/** The task of the newest message; null where the newest is no person's words or their results. */
export function currentTask(events: readonly Event[], toolbox: Toolbox): Task | null {
  let at = events.findLastIndex(({ kind }) => kind === "said" || kind === "outcome");
  const newest = events[at];
  if (newest?.kind !== "said") return null;
  const answers: Answer[] = [];
  for (;;) {
    const said = events[at];
    if (said?.kind !== "said") return null;
    const asked = questionBefore(events, at, toolbox.ask);
    if (asked === null || !isAnswer(said.text, asked.call)) break;
    answers.unshift({ ...describe(asked.call), text: said.text });
    at = events.slice(0, asked.at).findLastIndex(({ kind }) => kind === "said");
    if (at < 0) return null;
  }
  const start = events[at];
  if (start?.kind !== "said") return null;
  return { words: start.text, answers, done: doneSince(events.slice(at)) };
}

function describe({ input }: PastCall): { question: string; requiredFor: string } {
  return { question: asText(input["question"]), requiredFor: asText(input["requiredFor"]) };
}

/** The question that was open when the words at `at` were said. */
function questionBefore(
  events: readonly Event[],
  at: number,
  ask: Job<"question"> | null,
): { readonly call: PastCall; readonly at: number } | null {
  const before = events.slice(0, at).findLastIndex(({ kind }) => kind !== "answered");
  const reply = events[before];
  if (reply?.kind !== "replied" || ask === null) return null;
  const call = reply.calls.find(({ tool }) => tool === ask.name);
  return call === undefined ? null : { call, at: before };
}

/** Whether words answer a question rather than start something new. */
function isAnswer(words: string, { input }: PastCall): boolean {
  const options = Array.isArray(input["options"]) ? input["options"].map(String) : [];
  if (options.includes(words.trim())) return true;
  if (readMemoryWish(words) !== null) return false;
  return readIntent(words).kind === "unclear" || /^\s*(?:yes|no|ok|okay|the|number|#?\d)\b/i.test(words);
}

/** Every answered call, in order. */
export function doneSince(events: readonly Event[]): Done[] {
  const calls = new Map(
    events.flatMap((event) =>
      event.kind === "replied" ? event.calls.map((call) => [call.id, call] as const) : [],
    ),
  );
  const results = events.flatMap((event) => (event.kind === "answered" ? event.results : []));
  return results.flatMap((result) => {
    const call = calls.get(result.callId);
    return call === undefined ? [] : [{ call, result }];
  });
}

/** What was found for a query; null where it was not looked up yet. */
export function lookedUp(task: Task, job: Job<"query">, query: string): FoundContact[] | null {
  const found = task.done.findLast(
    ({ call }) => call.tool === job.name && call.input[job.fields.query] === query,
  );
  return found === undefined ? null : readContacts(found.result.data);
}

/** The contact chosen for a name by an answer; null where it was not asked or the answer does not tell. */
export function choiceFor(task: Task, who: string, offered: readonly FoundContact[]): FoundContact | null {
  const answer = task.answers.findLast(({ requiredFor }) => requiredFor === choosing(who));
  return answer === undefined ? null : chosenBy(answer.text, offered);
}

/** How a question that chooses a person is recognised again. */
export function choosing(who: string): string {
  return `Choosing who is meant by ${who}`;
}

/** A failure of a call in words, or null where it went well or waits. */
export function failureOf({ result }: Done): string | null {
  const { status, message, rule } = record(result.data);
  if (
    !result.isError &&
    status !== "failed" &&
    status !== "retry" &&
    status !== "denied" &&
    status !== "noted"
  )
    return null;
  const told = typeof message === "string" ? message : result.text;
  return typeof rule === "string" ? `${told} (rule: ${rule})` : told;
}
