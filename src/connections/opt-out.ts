/**
 * Opting out of texts by the words carriers honour (CTIA Messaging Principles: STOP and its kin end, START
 * and UNSTOP begin again): the newest such word counts, whatever was written since.
 */
import { isoTime } from "../kernel/clock.ts";
import type { TextMessage } from "./texting.ts";

const STOP = /^(stop|stop ?all|unsubscribe|cancel|end|quit|opt ?out|revoke|alto|parar)$/;
const START = /^(start|unstop|yes|opt ?in|subscribe)$/;

/** A contact's word on whether they may be texted: `at` is the provider's time of it, ISO. */
export interface TextingChoice {
  readonly optedOut: boolean;
  readonly at: string;
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
    const optedOut = direction === "incoming" ? optsOut(text) : null;
    if (optedOut !== null) newest = newerChoice(newest, { optedOut, at: isoTime(Date.parse(at)) });
  }
  return newest;
}

/** The one that counts, by the provider's time; of two at once, the one that ends. */
export function newerChoice(one: TextingChoice | null, other: TextingChoice | null): TextingChoice | null {
  if (one === null || other === null) return one ?? other;
  if (one.at === other.at) return one.optedOut ? one : other;
  return one.at > other.at ? one : other;
}
