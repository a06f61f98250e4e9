/**
 * Messages a person sent that the server has not confirmed. Each carries its own id, which the server dedupes by, so sending again is always
 * safe: nothing is lost with the line and nothing is doubled. Pure; storage is at the end.
 */
import type { FormAnswer } from "../../../src/agent/api/question.ts";

export interface OutboxEntry {
  readonly clientMessageId: string;
  readonly text: string;
  readonly at: string;
  /** `waiting` to be sent or confirmed, `accepted` by the server but not yet in the thread, `refused` with the reason. */
  readonly state: "waiting" | "accepted" | "refused";
  readonly problem?: string;
  /** The values of a form. */
  readonly answer?: FormAnswer;
}

export interface Outbox {
  readonly entries: readonly OutboxEntry[];
  /** The conversation was created on this device and the server may not know it yet. */
  readonly create: boolean;
}

export const EMPTY_OUTBOX: Outbox = { entries: [], create: false };

/** Puts a message in line. */
export function enqueue(
  outbox: Outbox,
  entry: Pick<OutboxEntry, "clientMessageId" | "text" | "at" | "answer">,
): Outbox {
  return { ...outbox, entries: [...outbox.entries, { ...entry, state: "waiting" }] };
}

/** The server has it on disk. */
export function accepted(outbox: Outbox, clientMessageId: string): Outbox {
  return mapEntry(outbox, clientMessageId, (entry) => ({ ...entry, state: "accepted" }));
}

/** The server refuses it, and retrying won't help. */
export function refused(outbox: Outbox, clientMessageId: string, problem: string): Outbox {
  return mapEntry(outbox, clientMessageId, (entry) => ({ ...entry, state: "refused", problem }));
}

/** Retries a refused message. */
export function retry(outbox: Outbox, clientMessageId: string): Outbox {
  return mapEntry(outbox, clientMessageId, ({ clientMessageId: id, text, at, answer }) => ({
    clientMessageId: id,
    text,
    at,
    state: "waiting",
    ...(answer === undefined ? {} : { answer }),
  }));
}

/** Removes entries that the thread already shows, and those a person discarded. */
export function settle(outbox: Outbox, shownIds: ReadonlySet<string>): Outbox {
  const entries = outbox.entries.filter((entry) => !shownIds.has(entry.clientMessageId));
  return entries.length === outbox.entries.length ? outbox : { ...outbox, entries };
}

/** Moves one conversation's unconfirmed messages to the outbox of its successor. */
export function handOver(from: Outbox, to: Outbox): Outbox {
  const known = new Set(to.entries.map((entry) => entry.clientMessageId));
  return { ...to, entries: [...to.entries, ...from.entries.filter((e) => !known.has(e.clientMessageId))] };
}

/** Messages to send or resend on a new connection, oldest first. */
export function unsent(outbox: Outbox): readonly OutboxEntry[] {
  return outbox.entries.filter((entry) => entry.state === "waiting");
}

function mapEntry(outbox: Outbox, id: string, change: (entry: OutboxEntry) => OutboxEntry): Outbox {
  return {
    ...outbox,
    entries: outbox.entries.map((entry) => (entry.clientMessageId === id ? change(entry) : entry)),
  };
}

/** Reads an outbox from stored text; anything unreadable is empty. */
export function parseOutbox(text: string | null): Outbox {
  if (!text) return EMPTY_OUTBOX;
  try {
    const value = JSON.parse(text) as Partial<Outbox>;
    if (!Array.isArray(value.entries)) return EMPTY_OUTBOX;
    const entries = value.entries.filter(
      (entry): entry is OutboxEntry =>
        typeof entry?.clientMessageId === "string" && typeof entry.text === "string",
    );
    return { entries, create: value.create === true };
  } catch {
    return EMPTY_OUTBOX;
  }
}

/** The unconfirmed messages, which are persisted. */
export function serializeOutbox(outbox: Outbox): string | null {
  const entries = outbox.entries.filter((entry) => entry.state !== "accepted");
  return entries.length === 0 && !outbox.create ? null : JSON.stringify({ ...outbox, entries });
}
