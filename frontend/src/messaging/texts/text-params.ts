/** Search parameters of the text inbox. Lists every key, also rejected ones: keys left out would pass unvalidated. */
import type { ThreadView } from "../../../../src/messaging/api/threads.ts";

const VIEWS = ["mine", "unassigned", "snoozed", "done", "all"] as const satisfies readonly ThreadView[];

/** Which list: without `view`, threads waiting for the team; `on` limits it to one of our lines, `of` says whose `mine` lists. */
export function inboxParams(given: Readonly<Record<string, unknown>>): {
  view?: (typeof VIEWS)[number] | undefined;
  on?: string | undefined;
  of?: string | undefined;
} {
  const view = VIEWS.find((one) => one === given["view"]);
  return { view, on: wordsIn(given["on"]), of: view === "mine" ? wordsIn(given["of"]) : undefined };
}

/** The part of a thread to show: a text or call, its line, and the approval of one's own text to restore into the composer. */
export function threadParams(given: Readonly<Record<string, unknown>>): {
  at?: string | undefined;
  line?: string | undefined;
  again?: string | undefined;
} {
  return { at: wordsIn(given["at"]), line: wordsIn(given["line"]), again: wordsIn(given["again"]) };
}

/** A number in an address may have been read as one. */
function wordsIn(value: unknown): string | undefined {
  if (typeof value === "number") return `+${value}`;
  return typeof value === "string" && value !== "" ? value : undefined;
}
