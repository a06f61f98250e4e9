/**
 * Opt-outs by carrier keywords (CTIA Messaging Principles: STOP and its variants opt out, START and UNSTOP opt in). The newest keyword
 * counts, whatever was written after it.
 */
import { isoTime } from "../../kernel/clock.ts";
import { asksToStop } from "./asks-to-stop.ts";
import type { TextMessage } from "./texting.ts";

const STOP = /^(stop|stop ?all|unsubscribe|cancel|end|quit|opt ?out|revoke|alto|parar)$/;
const START = /^(start|unstop|yes|opt ?in|subscribe)$/;

/** Maximum characters kept of the request's wording. */
const ASKED_CHARS = 200;

/** A contact's opt-in or opt-out. `at` is the provider's timestamp, ISO. */
export interface TextingChoice {
  readonly optedOut: boolean;
  readonly at: string;
  /** The wording of a free-form request, which holds until a person reviews it. Null for a keyword. */
  readonly asked: string | null;
}

/** The choice a text expresses, by keyword or in free form; null if none. */
export function choiceOf(text: string): Omit<TextingChoice, "at"> | null {
  const optedOut = optsOut(text);
  if (optedOut !== null) return { optedOut, asked: null };
  return asksToStop(text) ? { optedOut: true, asked: text.trim().slice(0, ASKED_CHARS) } : null;
}

/** The keyword choice a text expresses; null if none. */
export function optsOut(text: string): boolean | null {
  const word = text
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
  if (STOP.test(word)) return true;
  return START.test(word) ? false : null;
}

/** The newest choice among messages in any order; null if none. */
export function choiceIn(messages: readonly TextMessage[]): TextingChoice | null {
  let newest: TextingChoice | null = null;
  for (const { direction, text, at } of messages) {
    const choice = direction === "incoming" ? choiceOf(text) : null;
    if (choice !== null) newest = newerChoice(newest, { ...choice, at: isoTime(Date.parse(at)) });
  }
  return newest;
}

/** The later choice by provider time; on a tie, the opt-out. */
export function newerChoice(one: TextingChoice | null, other: TextingChoice | null): TextingChoice | null {
  if (one === null || other === null) return one ?? other;
  if (one.at === other.at) return one.optedOut ? one : other;
  return one.at > other.at ? one : other;
}
