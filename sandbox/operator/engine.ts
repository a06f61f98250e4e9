/**
 * Runs plays. A play is a generator that yields the calls it waits for; every request replays it from the start with the conversation's
 * existing results, so the first unanswered call is the next step. No state is kept between requests.
 */
import { isDeepStrictEqual } from "node:util";
import { knownTools } from "../anthropic/deferred-tools.ts";
import type { Block, MessagesRequest } from "../anthropic/types.ts";
import type { Embed } from "./nearest.ts";
import { failureOf, rowsOf } from "./results.ts";
import {
  asText,
  first,
  type Call,
  type Event,
  type Result,
  type Row,
  type Transcript,
  type Trigger,
} from "./transcript.ts";

export type Wanted = readonly [tool: string, input: Row];

/** A play or part of one. Results arrive in call order; null for a tool that doesn't exist. */
export type Play<T = string> = Generator<Step, T, readonly (Result | null)[]>;

/** `acts`: the calls change or propose something. */
interface Step {
  readonly say: string;
  readonly calls: readonly Wanted[];
  readonly acts?: true;
}

/** The call of a tool, or a search for it; null if it doesn't exist. */
type CallFor = (tool: string, input: Row) => Block | null;

/** Everything a play can access. */
export interface Scene extends Transcript {
  /** The request; empty if no team member asked. */
  readonly words: string;
  readonly trigger: Trigger | null;
  readonly callFor: CallFor;
  /** Calls made for this task so far. */
  readonly done: readonly Call[];
  /** Events before this task. */
  readonly before: readonly Event[];
  /** Answers given in this task, by question. */
  readonly answers: ReadonlyMap<string, string>;
  /** Whether it's one of several requests made at once: nothing is offered instead of it. */
  readonly isPart?: true;
  /** The team's local time, `2026-11-22T09:00:00`. */
  readonly local: string;
  readonly embed: Embed;
}

/** Ends a play anywhere with a message. */
export class Stop extends Error {}

/** The request's tools. A deferred one is searched for first, then called by name or, if still unknown, with `use_tool`. */
export function openTools(request: MessagesRequest, events: readonly Event[]): CallFor {
  const known = new Set(knownTools(request).map(({ name }) => name));
  const searches = callsOf(events).filter(({ tool, result }) => tool === "find_tools" && result !== null);
  const rows = searches.flatMap(({ result }) => rowsOf(result?.data, ["input_schema"]));
  const found = new Set(rows.map((row) => row["name"]));
  return (tool, input) => {
    const query = tool.replaceAll("_", " ");
    const isThere = known.has("use_tool") || request.tools.some(({ name }) => name === tool);
    const isNew = known.has("find_tools") && !searches.some((call) => call.input["query"] === query);
    if (known.has(tool)) return { type: "tool_use", name: tool, input };
    if (found.has(tool)) return { type: "tool_use", name: "use_tool", input: { name: tool, input } };
    return isThere && isNew ? { type: "tool_use", name: "find_tools", input: { query } } : null;
  };
}

/** Runs a play until it waits for an unknown result, or ends. */
export function run(
  play: Play,
  { callFor, done }: Scene,
): { readonly text: string; readonly calls: readonly Block[] } {
  try {
    let turn = play.next();
    while (turn.done !== true) {
      const steps = turn.value.calls.map(([tool, given]) => {
        const input = Object.fromEntries(
          Object.entries(given).filter(([, value]) => value !== undefined && value !== ""),
        );
        const call = done.find((one) => one.tool === tool && isDeepStrictEqual(one.input, input));
        return call?.result ?? callFor(tool, input);
      });
      const unknown = steps.filter((step): step is Block => step !== null && "type" in step);
      // A proposal would end the turn before what is still searched for is called.
      const searches = unknown.filter(({ name }) => name === "find_tools");
      const missing = searches.length > 0 ? searches : unknown;
      const calls = missing.filter(
        (block, at) => missing.findIndex((one) => isDeepStrictEqual(one, block)) === at,
      );
      // The explanation was already given with the tool search.
      if (calls.length > 0) return { text: done.at(-1)?.tool === "find_tools" ? "" : turn.value.say, calls };
      turn = play.next(steps.map((step) => (step === null || "type" in step ? null : step)));
    }
    return { text: turn.value, calls: [] };
  } catch (error) {
    if (error instanceof Stop) return { text: error.message, calls: [] };
    throw error;
  }
}

/** Calls read tools. Throws Stop if one failed: no answer is made up without a result. */
export function* look(say: string, ...calls: readonly Wanted[]): Play<readonly (Result | null)[]> {
  const results = yield { say, calls };
  const failure = results.map(failureOf).find((one) => one !== null);
  if (failure !== undefined)
    throw new Stop(`I couldn't look that up: ${first(/^(.+?[.!?])(?:\s|$)/s, failure) || failure}`);
  if (calls.length > 0 && results.every((result) => result === null))
    throw new Stop("I have no tool to look that up here.");
  return results;
}

/** Calls write tools. Throws Stop if one failed; if it awaits a decision, the conversation continues with the outcome. */
export function* act(say: string, ...calls: readonly Wanted[]): Play {
  const results = yield { say, calls, acts: true };
  const failure = results
    .map((one) => (one === null ? "there is no tool for it here" : failureOf(one)))
    .find(Boolean);
  if (failure !== undefined) throw new Stop([say, `That didn't work: ${failure}`].filter(Boolean).join("\n"));
  return "It's waiting for a decision.";
}

/** Asks the colleague and returns the answer. Without a way to ask, the question becomes the reply. */
export function* ask(scene: Scene, question: string, requiredFor: string, options?: readonly string[]): Play {
  const said = scene.answers.get(question);
  if (said !== undefined) return said;
  yield { say: "", calls: [["ask_user", { question, requiredFor, options: options?.slice(0, 8) }]] };
  throw new Stop([question, ...(options ?? []).map((option) => `- ${option}`)].join("\n"));
}

/** Plays several at once: first whatever looks things up, then a question, and last everything that acts. */
export function* together(plays: readonly Play[]): Play {
  const open = plays.map((play) => ({ play, turn: resumed(play, []), isSaid: false }));
  // A question or a proposal ends the turn, so what the others came to is said before.
  const saidNow = (): string =>
    open
      .flatMap((one) => {
        if (one.turn.done !== true || one.isSaid) return [];
        one.isSaid = true;
        return [one.turn.value];
      })
      .filter(Boolean)
      .join("\n\n");
  for (;;) {
    const waiting = open.flatMap((one) => (one.turn.done === true ? [] : [{ one, step: one.turn.value }]));
    if (waiting.length === 0) return saidNow();
    const asks = ({ step }: { readonly step: Step }): boolean =>
      step.calls.some(([tool]) => tool === "ask_user");
    const looking = waiting.filter((each) => each.step.acts !== true && !asks(each));
    const asking = waiting.filter(asks).slice(0, 1);
    const now = [looking, asking, waiting].find((some) => some.length > 0) ?? [];
    const before = now === looking ? "" : saidNow();
    const results = yield {
      say: [before, ...now.map(({ step }) => step.say)].filter(Boolean).join("\n"),
      calls: now.flatMap(({ step }) => step.calls),
    };
    let from = 0;
    for (const { one, step } of now) {
      one.turn = resumed(one.play, results.slice(from, from + step.calls.length));
      from += step.calls.length;
    }
  }
}

/** The next step; what stops a play is its last word. */
function resumed(play: Play, results: readonly (Result | null)[]): IteratorResult<Step, string> {
  try {
    return play.next(results);
  } catch (error) {
    if (error instanceof Stop) return { done: true, value: error.message };
    throw error;
  }
}

export function callsOf(events: readonly Event[]): Call[] {
  return events.flatMap((event) => (event.kind === "replied" ? event.calls : []));
}

/** The last call of one of these tools before this task. */
export function lastCall({ before }: Scene, ...tools: readonly string[]): Call | undefined {
  return callsOf(before).findLast(({ tool }) => tools.includes(tool));
}

/** The ID a call created; may be empty. */
export function idOf({ result }: Call): string {
  const [made = {}] = rowsOf(result?.data, ["approvalId", "id"]);
  return asText(made["approvalId"]) || asText(made["id"]);
}

/** The ID of a draft that a new one replaces; none once it is decided. */
export function replacedBy(draft: Call, { before }: Scene): string | undefined {
  const id = idOf(draft);
  return before.some((event) => event.kind === "outcome" && event.id === id) ? undefined : id;
}
