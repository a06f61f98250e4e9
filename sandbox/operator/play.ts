/**
 * How a play of the playbook runs. It is a generator that says which tools it waits for; every request runs it from the start and feeds it what
 * the conversation holds already, so that the first call without an answer is the next step. Nothing is kept between two requests.
 */
import type { Block } from "../anthropic/types.ts";
import type { Embed } from "./examples.ts";
import { failureOf } from "./results.ts";
import type { Role, Toolbox, Values } from "./tools.ts";
import { type Call, type Event, type Result, type Transcript, type Trigger } from "./transcript.ts";

/** A tool to be called. */
export interface Wanted {
  readonly role: Role;
  readonly values: Values;
}

/** What a play waits for: calls that are made at once, and what is said with them. */
export interface Wait {
  readonly say: string;
  readonly calls: readonly Wanted[];
}

/** A play or a part of one. What it waits for comes back in the order of the calls; null for a tool that there is not. */
export type Play<T> = Generator<Wait, T, readonly (Result | null)[]>;

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
  /** The question that stood open when this was said; null where none did. */
  readonly open: Call | null;
  /** The team's time now, `2026-11-22T09:00:00`. */
  readonly local: string;
  readonly today: string;
  readonly embed: Embed;
}

/** A reply: what is said, and calls that have no answer yet. */
export interface Step {
  readonly text: string;
  readonly calls: readonly Block[];
}

/** Ends a play wherever it is, with something to say. */
export class Stop extends Error {
  override readonly name = "Stop";
}

/** Runs a play to where it waits for something that is not known yet, or to its end. */
export function run(play: Play<string>, scene: Scene): Step {
  try {
    let turn = play.next();
    while (turn.done !== true) {
      const { say, calls } = turn.value;
      const answers = calls.map((wanted) => answerTo(wanted, scene));
      const missing = answers.flatMap((answer) => (answer.kind === "missing" ? [answer.block] : []));
      if (missing.length > 0) return { text: isFound(scene) ? "" : say, calls: unique(missing) };
      turn = play.next(answers.map((answer) => (answer.kind === "known" ? answer.result : null)));
    }
    return { text: turn.value, calls: [] };
  } catch (error) {
    if (error instanceof Stop) return { text: error.message, calls: [] };
    throw error;
  }
}

/** Whether the last call found the tool that is called now: what is done was said with the search. */
function isFound({ done, toolbox }: Scene): boolean {
  const last = done.at(-1);
  return last !== undefined && toolbox.isSearch(last);
}

type Answer =
  | { readonly kind: "known"; readonly result: Result }
  | { readonly kind: "missing"; readonly block: Block }
  | { readonly kind: "none" };

function answerTo({ role, values }: Wanted, scene: Scene): Answer {
  const next = scene.toolbox.next(role, values);
  if (next === null) return { kind: "none" };
  const { name, input } = next.block;
  const made = scene.done.find((call) => call.tool === name && same(call.input, input));
  if (made === undefined || made.result === null) return { kind: "missing", block: next.block };
  return { kind: "known", result: made.result };
}

function same(a: unknown, b: unknown): boolean {
  const text = (value: unknown): string =>
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
        : inner,
    );
  return text(a) === text(b);
}

function unique(blocks: readonly Block[]): Block[] {
  return blocks.filter((block, index) => blocks.findIndex((one) => same(one, block)) === index);
}

/** Calls tools that read. Throws Stop where one was refused: no answer is made of a look-up that did not happen. */
export function* look(say: string, ...calls: readonly Wanted[]): Play<readonly (Result | null)[]> {
  const results = yield { say, calls };
  for (const result of results) {
    const failure = result === null ? null : failureOf(result);
    if (failure !== null) throw new Stop(`I couldn't look that up: ${failure}`);
  }
  return results;
}

/** Calls tools that act, and hands back what went wrong; null where all of it is done or waits for a decision. */
export function* act(say: string, ...calls: readonly Wanted[]): Play<string | null> {
  const results = yield { say, calls };
  const failures = results.map((result) =>
    result === null ? "there is no tool for it here" : failureOf(result),
  );
  return failures.find((failure) => failure !== null) ?? null;
}

/** Asks the colleague and hands back the answer. Where nothing can be asked, the question is the reply. */
export function* ask(
  scene: Scene,
  question: { readonly text: string; readonly options?: readonly string[]; readonly reason: string },
): Play<string> {
  const { text, options = [], reason } = question;
  const said = scene.answers.get(text);
  if (said !== undefined) return said;
  if (!scene.toolbox.has("ask")) throw new Stop([text, ...options.map((option) => `- ${option}`)].join("\n"));
  yield {
    say: "",
    calls: [
      {
        role: "ask",
        values: {
          question: text,
          requiredFor: reason,
          ...(options.length === 0 ? {} : { options: options.slice(0, 8) }),
        },
      },
    ],
  };
  throw new Stop(text);
}

/** Earlier calls of a role in this conversation, newest first. */
export function callsBefore({ before, toolbox }: Scene, ...roles: readonly Role[]): Call[] {
  return before
    .flatMap((event) => (event.kind === "replied" ? event.calls : []))
    .filter((call) => roles.includes(toolbox.roleOf(call) as Role))
    .toReversed();
}
