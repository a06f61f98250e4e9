/** Checks whether an answer's statements occur in its sources. */
import { unprovenClaims } from "./claims.ts";
import { recordOf, recordsOf } from "./given.ts";
import { folded, isIn, quotesOf } from "./quotes.ts";
import { leaves } from "./stands-on.ts";

export { citesAny, type Answer } from "./cited.ts";
export { statementCheck, withVerdicts } from "./statements.ts";
export { standsOn, type Given, type StandsOn } from "./stands-on.ts";

/** Whether a text contains a quote exactly, ignoring punctuation marks, spaces and omissions. */
export function quotedIn(quote: string, text: string): boolean {
  return isIn(quote, [folded(text)]);
}

/** Whether a record contains every figure, date, name and quote of a statement. */
export function isSupported(statement: string, record: unknown): boolean {
  const texts = leaves(record).map(folded);
  if (!quotesOf(statement).every((quote) => isIn(quote, texts))) return false;
  const grounds = { found: recordsOf(record), said: recordOf(""), cited: [], question: "", today: null };
  return unprovenClaims(statement, grounds).length === 0;
}
