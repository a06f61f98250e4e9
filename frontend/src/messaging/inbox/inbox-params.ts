/** Search parameters of the inbox. Lists every key, also rejected ones: keys left out would pass unvalidated. */
import type { ThreadChannel, ThreadView } from "../../../../src/messaging/api/threads.ts";

const VIEWS = [
  "mine",
  "unassigned",
  "promised",
  "snoozed",
  "done",
  "all",
] as const satisfies readonly ThreadView[];

export const CHANNELS = ["text", "call", "email"] as const satisfies readonly ThreadChannel[];

/** Which list: without `view`, threads waiting for the team; `on` limits it to one of our lines or mailboxes, `channel` to texts, calls or e-mails, `of` says whose `mine` lists. */
export function inboxParams(given: Readonly<Record<string, unknown>>): {
  view?: (typeof VIEWS)[number] | undefined;
  on?: string | undefined;
  channel?: ThreadChannel | undefined;
  of?: string | undefined;
} {
  const view = VIEWS.find((one) => one === given["view"]);
  const channel = CHANNELS.find((one) => one === given["channel"]);
  return { view, on: wordsIn(given["on"]), channel, of: view === "mine" ? wordsIn(given["of"]) : undefined };
}

/** A number in an address may have been read as one. */
export function wordsIn(value: unknown): string | undefined {
  if (typeof value === "number") return `+${value}`;
  return typeof value === "string" && value !== "" ? value : undefined;
}
