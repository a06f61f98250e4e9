/** Sums in a colleague's words: worked out by the tool that runs code, never guessed. */
import { POLITE } from "./intents.ts";
import { STAND_IN, type Situation, type Step } from "./reply.ts";
import { failureOf, type Done } from "./task.ts";
import { say, use } from "./toolbox.ts";
import { record } from "./transcript.ts";

const ASKS = /^(?:what(?:'s|’s| is| are)|how much (?:is|are)|calculate|compute|work out)\b:?\s*/i;
/** How people write what a formula says. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(\d),(?=\d{3}\b)/g, "$1"],
  [/[$€£]/g, ""],
  [/\s*(?:%|per ?cent) of /gi, " / 100 * "],
  [/\s*(?:[×·]|\btimes\b|\bmultiplied by\b)\s*/gi, " * "],
  [/\s*(?:÷|\bdivided by\b)\s*/gi, " / "],
  [/\s*\bplus\b\s*/gi, " + "],
  [/\s*(?:−|\bminus\b)\s*/gi, " - "],
];
const FORMULA = /^[\d\s.+*/()-]+$/;
/** Two numbers to put together. A minus stands free: numbers of phones and days hold hyphens too. */
const SUM = /[\d)](?:\s*[+*/]\s*|\s+-\s+)[\d(]/;
const MOST_CHARS = 200;

/** The formula of a sum that is asked for; null for any other words. */
export function readSum(said: string): string | null {
  const words = said.trim().replace(POLITE, "");
  const asks = ASKS.exec(words);
  if (asks === null || words.length > MOST_CHARS) return null;
  let formula = words.slice(asks[0].length).replace(/[\s?!.=]+$/, "");
  for (const [written, meant] of WORDS) formula = formula.replace(written, meant);
  return FORMULA.test(formula) && SUM.test(formula) && !/\d-\d/.test(formula) ? formula.trim() : null;
}

/** Works a sum out and says what it comes to; null where there is no tool for it. */
export function workOut(formula: string, { task, toolbox }: Situation): Step | null {
  const { compute } = toolbox;
  if (compute === null) return null;
  const made = task.done.findLast(({ call }) => call.tool === compute.name);
  if (made !== undefined) return workedOut(formula, made);
  return {
    plan: "This is a sum. I have it worked out instead of guessing.",
    blocks: [use(compute, { [compute.fields.code]: formula })],
  };
}

function workedOut(formula: string, made: Done): Step {
  const failure = failureOf(made);
  const { content } = record(made.result.data);
  const result: unknown = record(Array.isArray(content) ? content[0] : null)["result"];
  const text =
    failure !== null || typeof result !== "number"
      ? `I could not work that out${failure === null ? "" : `: ${failure}`}.`
      : `${formula.replaceAll("*", "×")} = ${result.toLocaleString("en-US", { maximumFractionDigits: 6 })} (worked out with code; ${STAND_IN}).`;
  return { plan: "The sum is worked out.", blocks: [say(text)] };
}
