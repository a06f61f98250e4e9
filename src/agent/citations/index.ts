/** Checks whether an answer's statements occur in its sources. */
import { folded, isIn } from "./quotes.ts";

export { citesAny, type Answer } from "./cited.ts";
export { statementCheck, withVerdicts } from "./statements.ts";
export { standsOn, type Given, type StandsOn } from "./stands-on.ts";

/** Whether a text contains a quote exactly, ignoring punctuation marks, spaces and omissions. */
export function quotedIn(quote: string, text: string): boolean {
  return isIn(quote, [folded(text)]);
}
