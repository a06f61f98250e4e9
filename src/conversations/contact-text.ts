/**
 * A contact's texts in a conversation: they gather in one waiting turn, whose start is put off while more come (never dropped), and somebody
 * of the team is told within a minute where the agent has not read them. Works on the conversation's own tables alone.
 */
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { IdSource } from "../kernel/ids.ts";
import { STEWARD } from "../protocol/message.ts";
import type { Accepted, ContactText, ConversationIdentity } from "../protocol/objects.ts";
import type { Ledger } from "./ledger.ts";
import { cutAtWord } from "./state.ts";
import type { Turn } from "./types.ts";
import { armUnread } from "./unread.ts";

/** More runs than this within the window look like an automatic responder: the next waits until the window has moved on. */
const NOISY_RUNS = 6;
const NOISY_WINDOW_MS = 10 * 60_000;
const PREVIEW_CHARS = 140;

/** When a gathering turn starts, and whether that was put off because the contact is noisy. Pure. */
export function gatherUntil(input: {
  readonly nowMs: number;
  /** Arrival of the first text that waits. */
  readonly firstAtMs: number;
  readonly gatherMs: number;
  readonly gatherMaxMs: number;
  /** Starts of runs by this contact's texts, oldest first. */
  readonly startsMs: readonly number[];
}): { readonly atMs: number; readonly noisy: boolean } {
  const { nowMs, firstAtMs, gatherMs, gatherMaxMs, startsMs } = input;
  const gatheredMs = Math.min(nowMs + gatherMs, firstAtMs + gatherMaxMs);
  const recent = startsMs.filter((startMs) => startMs > nowMs - NOISY_WINDOW_MS);
  const leaving = recent[recent.length - NOISY_RUNS];
  if (leaving === undefined) return { atMs: gatheredMs, noisy: false };
  return { atMs: Math.max(gatheredMs, leaving + NOISY_WINDOW_MS), noisy: true };
}

/** Writes a contact's text and the turn that will take it. A repeat with the same id changes nothing. */
export function receiveText(
  ledger: Ledger,
  deps: { readonly clock: Clock; readonly ids: IdSource },
  identity: ConversationIdentity,
  text: ContactText,
): Accepted {
  const { store, turns } = ledger;
  const known = store.findMessage(text.messageId);
  if (known !== null) return { accepted: true, duplicate: true, turnId: known.turnId };
  const nowMs = deps.clock.now();
  const waiting = waitingContactTurn(ledger);
  const turnId = waiting?.id ?? deps.ids.newId();
  const shown: string[] = [text.messageId];
  store.transaction(() => {
    const deferred = waiting !== null && waiting.startedAt !== null;
    const until = gatherUntil({
      nowMs,
      firstAtMs: waiting === null || deferred ? nowMs : Date.parse(waiting.queuedAt),
      gatherMs: text.gatherMs,
      gatherMaxMs: text.gatherMaxMs,
      startsMs: waiting === null ? turns.contactStarts(isoTime(nowMs - NOISY_WINDOW_MS)) : [],
    });
    if (waiting === null) {
      turns.enqueue({
        id: turnId,
        kind: "message",
        speaker: text.author,
        notBefore: until.atMs,
        queuedAt: isoTime(nowMs),
      });
    } else if (!isNoisy(ledger, turnId)) {
      turns.change(turnId, { notBefore: deferred ? Math.min(waiting.notBefore, until.atMs) : until.atMs });
    }
    store.insertMessage({
      id: text.messageId,
      kind: "inbound",
      role: "user",
      parts: [text.email ?? { type: "text", text: text.text }],
      author: text.author,
      createdAt: text.sentAt,
      turnId,
      queued: true,
      context: null,
      modelStop: null,
    });
    if (until.noisy)
      shown.push(sayNoisy(ledger, turnId, { name: text.author.name, nowMs, untilMs: until.atMs }));
    else if (!isNoisy(ledger, turnId)) armUnread(ledger, turnId, waiting, nowMs);
    store.setIdentity({ ...store.get().identity, ...contactOf(identity) });
    const { status } = store.get();
    ledger.note({
      ...(until.noisy && status !== "running" && status !== "waiting_approval" && status !== "waiting_answer"
        ? { status: "held_back" }
        : {}),
      preview: cutAtWord(text.text, PREVIEW_CHARS),
      lastMessageAt: isoTime(nowMs),
      ...(identity.title === undefined || !hasContactTitle(ledger)
        ? {}
        : { title: identity.title, titled: true }),
      ...(store.get().deletedAt === null ? {} : { deletedAt: null }),
    });
  });
  for (const id of shown) ledger.show(id);
  ledger.list();
  return { accepted: true, duplicate: false, turnId };
}

function waitingContactTurn({ turns }: Ledger): Turn | null {
  return turns.queued().find(({ kind, speaker }) => kind === "message" && speaker.kind === "contact") ?? null;
}

function noisyId(turnId: string): string {
  return `sw.noisy.${turnId}`;
}

function isNoisy({ store }: Pick<Ledger, "store">, turnId: string): boolean {
  return store.findMessage(noisyId(turnId)) !== null;
}

/** Whether texts wait because their contact writes too often. */
export function isHoldingBack(ledger: Pick<Ledger, "store" | "turns">): boolean {
  return ledger.turns.queued().some(({ id }) => isNoisy(ledger, id));
}

/** A visible notice in the conversation, which the agent reads with the texts, and word to the team. */
function sayNoisy(
  { store }: Ledger,
  turnId: string,
  { name, nowMs, untilMs }: { name: string; nowMs: number; untilMs: number },
): string {
  const minutes = Math.max(1, Math.ceil((untilMs - nowMs) / 60_000));
  const text = `${name} has written so often in ten minutes that it may be an automatic reply. What else comes is gathered and read together in about ${minutes} min.`;
  const id = noisyId(turnId);
  store.insertMessage({
    id,
    kind: "inbound",
    role: "user",
    parts: [{ type: "text", text }],
    author: STEWARD,
    createdAt: isoTime(nowMs),
    turnId,
    queued: true,
    context: null,
    modelStop: null,
  });
  store.mark("notice", `noisy.${turnId}`);
  return id;
}

function contactOf({ contact, trigger }: ConversationIdentity) {
  return {
    ...(contact === undefined ? {} : { contact }),
    ...(trigger === undefined ? {} : { trigger }),
  };
}

/** Whether the title is still the contact's name: one a person gave stays. */
function hasContactTitle({ store }: Ledger): boolean {
  const { title, titled, identity } = store.get();
  return !titled || title === identity.title || title === identity.contact?.name;
}
