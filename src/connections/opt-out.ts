/**
 * Opting out of texts by the words carriers honour (CTIA Messaging Principles: STOP and its kin end, START
 * and UNSTOP begin again): the newest such word counts, whatever was written since.
 */
import type { TextMessage } from "./texting.ts";

const STOP = /^(stop|stop ?all|unsubscribe|cancel|end|quit|opt ?out|revoke|alto|parar)$/;
const START = /^(start|unstop|yes|opt ?in|subscribe)$/;

/** Whether the contact has opted out, from the texts exchanged, oldest first. */
export function optedOut(messages: readonly TextMessage[]): boolean {
  for (const message of messages.toReversed()) {
    if (message.direction !== "incoming") continue;
    const word = message.text
      .toLowerCase()
      .replace(/[^a-z]+/g, " ")
      .trim();
    if (STOP.test(word)) return true;
    if (START.test(word)) return false;
  }
  return false;
}
