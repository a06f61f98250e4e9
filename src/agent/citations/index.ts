/** Whether an answer's words stand in what it was given. */
import { folded, isIn } from "./quotes.ts";

export { citesAny, type Answer } from "./cited.ts";
export { standsOn, type Given, type StandsOn } from "./stands-on.ts";

/** Whether a text holds a quote letter for letter, but for marks, spaces and what the quote leaves out. */
export function quotedIn(quote: string, text: string): boolean {
  return isIn(quote, [folded(text)]);
}
