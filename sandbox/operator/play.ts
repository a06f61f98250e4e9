/**
 * How a row is played. A play is a generator that says which tools it waits for; every request runs it from the start and feeds it what the
 * conversation holds already, so that the first call without an answer is the next step. Nothing is kept between two requests.
 */
import { isDeepStrictEqual } from "node:util";
import type { Block } from "../anthropic/types.ts";
import type { Embed } from "./nearest.ts";
import { failureOf } from "./results.ts";
import type { Role, Toolbox, Values } from "./tools.ts";
import type { Call, Event, Result, Transcript, Trigger } from "./transcript.ts";

/** A tool to be called. */
export type Wanted = readonly [role: Role, values: Values];

/** A play or a part of one. What it waits for comes back in the order of the calls; null for a tool that there is not. */
export type Play<T> = Generator<
  { readonly say: string; readonly calls: readonly Wanted[] },
  T,
  readonly (Result | null)[]
>;

/** Everything a play may look at. */
export interface Scene extends Transcript {
  /** What is asked for; empty where no one of the team asked. */
  readonly words: string;
  /** What started the run, where no colleague did. */
  readonly trigger: Trigger | null;
  readonly toolbox: Toolbox;
  /** What was called for this task so far. */
  readonly done: readonly Call[];
  /** What happened before this task. */
  readonly before: readonly Event[];
  /** Answers to questions of this task, by question. */
  readonly answers: ReadonlyMap<string, string>;
  /** The team's time now, `2026-11-22T09:00:00`. */
  readonly local: string;
  readonly embed: Embed;
}

/** Ends a play wherever it is, with something to say. */
export class Stop extends Error {}

/** Runs a play to where it waits for something that is not known yet, or to its end. */
export function run(
  play: Play<string>,
  scene: Scene,
): { readonly text: string; readonly calls: readonly Block[] } {
  try {
    let turn = play.next();
    while (turn.done !== true) {
      const { say, calls } = turn.value;
      const answers = calls.map((wanted) => answerTo(wanted, scene));
      const missing = answers.flatMap((answer) => (answer !== null && "type" in answer ? [answer] : []));
      const isSaid = scene.done.at(-1)?.tool === "find_tools";
      const once = missing.filter((block, index) => missing.findIndex((one) => same(one, block)) === index);
      if (once.length > 0) return { text: isSaid ? "" : say, calls: once };
      turn = play.next(answers.map((answer) => (answer === null || "type" in answer ? null : answer)));
    }
    return { text: turn.value, calls: [] };
  } catch (error) {
    if (error instanceof Stop) return { text: error.message, calls: [] };
    throw error;
  }
}

/** What a call was answered with, or the call to make; null where there is no tool. */
function answerTo([role, values]: Wanted, { toolbox, done }: Scene): Result | Block | null {
  const block = toolbox.next(role, values);
  if (block === null) return null;
  const input = block["name"] === "use_tool" ? (block["input"] as { input: unknown }).input : block["input"];
  return done.find((call) => toolbox.roleOf(call) === role && same(call.input, input))?.result ?? block;
}

/** Whether two inputs are the same, whatever the order of their fields. */
const same = isDeepStrictEqual;

/** Calls tools that read. Throws Stop where one was refused: no answer is made of a look-up that did not happen. */
export function* look(say: string, ...calls: readonly Wanted[]): Play<readonly (Result | null)[]> {
  const results = yield { say, calls };
  const failure = results
    .map((result) => (result === null ? null : failureOf(result)))
    .find((one) => one !== null);
  if (failure !== undefined) throw new Stop(`I couldn't look that up: ${failure}`);
  if (results.every((result) => result === null)) throw new Stop("I have no tool to look that up here.");
  return results;
}

/** Calls tools that act. Throws Stop where one was refused; where it only waits for a decision, the conversation goes on with its outcome. */
export function* act(say: string, ...calls: readonly Wanted[]): Play<string> {
  const results = yield { say, calls };
  const failure = results
    .map((one) => (one === null ? "there is no tool for it here" : failureOf(one)))
    .find(Boolean);
  if (failure !== undefined) throw new Stop(`${say}\nThat didn't work: ${failure}`);
  return "It's waiting for a decision.";
}

/** Asks the colleague and hands back the answer. Where nothing can be asked, the question is the reply. */
export function* ask(
  scene: Scene,
  question: string,
  requiredFor: string,
  options: readonly string[] = [],
): Play<string> {
  const said = scene.answers.get(question);
  if (said !== undefined) return said;
  if (scene.toolbox.has("ask"))
    yield {
      say: "",
      calls: [
        ["ask", { question, requiredFor, ...(options.length === 0 ? {} : { options: options.slice(0, 8) }) }],
      ],
    };
  throw new Stop([question, ...options.map((option) => `- ${option}`)].join("\n"));
}

/** Earlier calls of a role in this conversation, newest first. */
export function callsBefore({ before, toolbox }: Scene, ...roles: readonly Role[]): Call[] {
  const calls = before.flatMap((event) => (event.kind === "replied" ? event.calls : []));
  return calls.filter((call) => roles.includes(toolbox.roleOf(call) as Role)).toReversed();
}
