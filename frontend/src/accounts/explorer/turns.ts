/** The questions of an accounts conversation, and the visible steps of each turn. Pure. */
import {
  accountWorkerSchema,
  routedPartSchema,
  type AccountWorker,
  type Routed,
} from "../../../../src/accounts/api/account-query.ts";
import type { Message } from "../../../../src/agent/api/message.ts";
import type { StepItem } from "../../agent/conversation/thread-items.ts";

/** A question and the messages of its turn. */
export interface AskedTurn {
  readonly turnId: string;
  readonly words: string;
  readonly messages: readonly Message[];
}

/** Every turn a person began, oldest first. An answer to a question of Steward's is a turn like any other. */
export function askedTurns(messages: readonly Message[]): AskedTurn[] {
  const turns = new Map<string, Message[]>();
  for (const message of messages) {
    const { turnId } = message;
    if (turnId === undefined || message.queued === true) continue;
    turns.set(turnId, [...(turns.get(turnId) ?? []), message]);
  }
  return [...turns].map(([turnId, own]) => ({ turnId, words: askedIn(own), messages: own }));
}

/** Words a person wrote; a submitted form counts as its summary. */
function askedIn(messages: readonly Message[]): string {
  const words = messages
    .filter(({ author }) => author.kind === "user")
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      const text = (part as { text?: unknown }).text;
      return part.type === "text" && typeof text === "string" ? [text] : [];
    })
    .join("\n");
  return words.startsWith("/") ? commandWords(words) : words;
}

/** A request that was made with a button. */
function commandWords(words: string): string {
  return words
    .replace(/^\/search\s+/, "")
    .replace(/^\/followups\b.*$/s, "Draft follow-ups")
    .replace(/^\/followup\b.*$/s, "Draft a follow-up")
    .replace(/^\/due\b.*$/s, "Who is due for a follow-up?");
}

/** Progress of an agent working for this page. */
const HANDED: Readonly<Record<AccountWorker, Pick<StepItem, "title" | "summary" | "done">>> = {
  starter: { title: "Starter", summary: "Reading the request", done: "Read the request" },
  search_agent: { title: "Search", summary: "Searching the files", done: "Searched the files" },
  updater_agent: { title: "Updater", summary: "Working out the changes", done: "Worked out the changes" },
  followup_agent: { title: "Follow-up", summary: "Writing the draft", done: "Wrote the draft" },
};

/** A step as this page says it. */
export function inOwnWords(step: StepItem): StepItem {
  const { data: worker } = accountWorkerSchema.safeParse((step.input as { agent?: unknown } | null)?.agent);
  return worker === undefined ? step : { ...step, ...HANDED[worker] };
}

/** Where a turn's request was sent, once known. */
export function routedIn(messages: readonly Message[]): Routed | null {
  const part = messages.flatMap(({ parts }) => parts).findLast(({ type }) => type === "routed");
  const read = routedPartSchema.safeParse(part);
  if (!read.success) return null;
  const { type: _, ...routed } = read.data;
  return routed;
}
