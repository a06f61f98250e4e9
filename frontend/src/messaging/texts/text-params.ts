/** Search parameters of a text thread. Lists every key, also rejected ones: keys left out would pass unvalidated. */
import { wordsIn } from "../inbox/inbox-params.ts";

/** The part of a thread to show: a text or call, its line, and the approval of one's own text to restore into the composer. */
export function threadParams(given: Readonly<Record<string, unknown>>): {
  at?: string | undefined;
  line?: string | undefined;
  again?: string | undefined;
} {
  return { at: wordsIn(given["at"]), line: wordsIn(given["line"]), again: wordsIn(given["again"]) };
}
