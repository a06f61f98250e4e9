/**
 * Derives the desk's replies from the log. A play is a generator that yields the calls it waits for; every
 * reply runs it from the start and feeds it the answers in the log, so that it continues where the log ends.
 * Pure.
 */
import type { Json } from "../../kernel/hash.ts";
import type { ScriptMessage, ScriptReply } from "../../agent/script.ts";

/** The answer to a call, parsed if it is data. */
export type Answered = Readonly<Record<string, Json>>;

/** Each reply with calls is followed by their answers, in order; the last reply has no calls. */
export type Play<Result = ScriptReply> = Generator<ScriptReply, Result, readonly Answered[]>;

/** The next reply of a play, given the answers so far. */
export function nextReply(play: Play, answers: readonly (readonly Answered[])[]): ScriptReply {
  let step = play.next();
  for (const round of answers) {
    if (step.done === true) break;
    step = play.next(round);
  }
  return step.value;
}

/** Answers to a turn's calls, reply by reply. */
export function answersIn(turn: readonly ScriptMessage[]): Answered[][] {
  return turn.flatMap(({ kind, parts }) => {
    if (kind !== "results") return [];
    const results = parts.flatMap((part) => (part.type === "tool_result" ? [answerOf(part)] : []));
    return [results];
  });
}

/** A result's content, parsed if it is data. */
export function answerOf(part: Readonly<Record<string, unknown>>): Answered {
  const { content } = part;
  const failed: Readonly<Record<string, Json>> = part["is_error"] === true ? { failed: true } : {};
  if (typeof content !== "string") return { ...failed, message: "" };
  try {
    const data: unknown = JSON.parse(content);
    if (typeof data === "object" && data !== null && !Array.isArray(data))
      return { ...(data as Record<string, Json>), ...failed };
  } catch {
    // Truncated JSON, or plain text.
  }
  return { ...failed, message: content };
}

/** One call and its answer. */
export function* ask(
  name: string,
  input: Readonly<Record<string, Json>>,
  more: ScriptReply = {},
): Play<Answered> {
  const [answer = {}] = yield { ...more, calls: [{ name, input }] };
  return answer;
}

/** A text field of an answer; empty if missing. */
export function textField(answer: Answered, field: string): string {
  const value = answer[field];
  return typeof value === "string" ? value : "";
}

/** A list of objects; empty if missing. */
export function objectsOf(value: Json | undefined): Readonly<Record<string, Json>>[] {
  return Array.isArray(value) ? value.flatMap((one) => (isObject(one) ? [one] : [])) : [];
}

/** An object; empty if missing. */
export function objectOf(value: Json | undefined): Readonly<Record<string, Json>> {
  return value !== undefined && isObject(value) ? value : {};
}

function isObject(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
