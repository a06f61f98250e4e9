/**
 * Opting out of texts by the words carriers honour (CTIA Messaging Principles: STOP and its kin end, START
 * and UNSTOP begin again): the newest such word counts, whatever was written since.
 */
import { isoTime } from "../../kernel/clock.ts";
import { asksToStop } from "./asks-to-stop.ts";
import type { TextMessage } from "./texting.ts";

const STOP = /^(stop|stop ?all|unsubscribe|cancel|end|quit|opt ?out|revoke|alto|parar)$/;
const START = /^(start|unstop|yes|opt ?in|subscribe)$/;

/** How much is kept of the words in which somebody asked. */
const ASKED_CHARS = 200;

/** A contact's word on whether they may be texted: `at` is the provider's time of it, ISO. */
export interface TextingChoice {
  readonly optedOut: boolean;
  readonly at: string;
  /** The words in which they asked not to be texted, where those were no keyword: it holds until a person has looked. Null for a keyword. */
  readonly asked: string | null;
}

/** What a text says of it: by keyword, or in words of its own; null where it speaks of something else. */
export function choiceOf(text: string): Omit<TextingChoice, "at"> | null {
  const optedOut = optsOut(text);
  if (optedOut !== null) return { optedOut, asked: null };
  return asksToStop(text) ? { optedOut: true, asked: text.trim().slice(0, ASKED_CHARS) } : null;
}

/** What a text says of it; null where it speaks of something else. */
export function optsOut(text: string): boolean | null {
  const word = text
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
  if (STOP.test(word)) return true;
  return START.test(word) ? false : null;
}

/** The newest word among texts exchanged, in any order; null where none is among them. */
export function choiceIn(messages: readonly TextMessage[]): TextingChoice | null {
  let newest: TextingChoice | null = null;
  for (const { direction, text, at } of messages) {
    const choice = direction === "incoming" ? choiceOf(text) : null;
    if (choice !== null) newest = newerChoice(newest, { ...choice, at: isoTime(Date.parse(at)) });
  }
  return newest;
}

/** The one that counts, by the provider's time; of two at once, the one that ends. */
export function newerChoice(one: TextingChoice | null, other: TextingChoice | null): TextingChoice | null {
  if (one === null || other === null) return one ?? other;
  if (one.at === other.at) return one.optedOut ? one : other;
  return one.at > other.at ? one : other;
}
