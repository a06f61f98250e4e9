/** What the addresses of the text inbox hold. Every key is named, also when it is refused: what is left out would pass unchecked. */
import type { ThreadView } from "../../../../src/messaging/api/threads.ts";

const VIEWS = ["mine", "unassigned", "snoozed", "done", "all"] as const satisfies readonly ThreadView[];

/** Which list: without `view` the one of what waits for the team; `on` keeps to one of our lines, `of` says whose `mine` lists. */
export function inboxParams(given: Readonly<Record<string, unknown>>): {
  view?: (typeof VIEWS)[number] | undefined;
  on?: string | undefined;
  of?: string | undefined;
} {
  const view = VIEWS.find((one) => one === given["view"]);
  return { view, on: wordsIn(given["on"]), of: view === "mine" ? wordsIn(given["of"]) : undefined };
}

/** Which part of a thread: the text or call to show, the line of ours it is on, and the approval of one's own text whose words are to be written again. */
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
