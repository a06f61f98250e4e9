/**
 * A contact's texts in a conversation. They collect in one queued turn, whose start is delayed while more
 * arrive (none is dropped). If the agent hasn't read them within a minute, a member is notified. Uses only
 * the conversation's own tables.
 */
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Trigger } from "../api/conversation.ts";
import { STEWARD, type Author } from "../api/message.ts";
import type { Accepted, ContactText, ConversationIdentity } from "../api/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { cutAtWord } from "./state.ts";
import type { MessagesStore } from "./messages-store.ts";
import type { ConversationRow, QueuedTurn } from "./types.ts";
import { armed } from "./unread.ts";

/**
 * More runs than this within the window suggest an automatic responder; the next one then waits until the
 * window has passed.
 */
const NOISY_RUNS = 6;
const NOISY_WINDOW_MS = 10 * 60_000;
const PREVIEW_CHARS = 140;
const URGENT_MS = 12 * 3_600_000;

/** When a collecting turn starts, and whether it is delayed because the contact writes too often. Pure. */
export function gatherUntil(input: {
  readonly nowMs: number;
  /** Arrival of the first waiting text. */
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

type Log = Pick<ConversationLog, "store" | "messages" | "turns" | "note" | "show" | "list">;

/**
 * Writes texts of one contact in order, with the turn that takes them, all or nothing. Known texts are left
 * unchanged.
 */
export function receiveTexts(
  log: Log,
  deps: { readonly clock: Clock; readonly ids: IdSource },
  identity: ConversationIdentity,
  texts: readonly ContactText[],
): Accepted[] {
  const known = new Map(
    texts.flatMap(({ messageId }) => {
      const message = log.messages.find(messageId);
      return message === null ? [] : [[messageId, message.runId] as const];
    }),
  );
  const fresh = texts.filter(({ messageId }) => !known.has(messageId));
  const turnId = writeTexts(log, deps, identity, fresh);
  return texts.map(({ messageId }) => ({
    accepted: true,
    duplicate: known.has(messageId),
    turnId: known.get(messageId) ?? turnId,
  }));
}

/** Writes and shows new texts. Returns the ID of their turn, or an empty string if there are none. */
function writeTexts(
  log: Log,
  deps: { readonly clock: Clock; readonly ids: IdSource },
  identity: ConversationIdentity,
  texts: readonly ContactText[],
): string {
  const last = texts.at(-1);
  if (last === undefined) return "";
  const { store, messages } = log;
  const nowMs = deps.clock.now();
  const shown = texts.map(({ messageId }) => messageId);
  const runId = store.transaction(() => {
    const { id, noisyUntilMs } = queueTurn(log, deps, last);
    for (const { messageId, email, text, media, author, sentAt } of texts)
      messages.insert({
        id: messageId,
        kind: "inbound",
        role: "user",
        parts: [email ?? { type: "text", text }, ...(media === undefined ? [] : [media])],
        author,
        createdAt: sentAt,
        runId: id,
        queued: true,
      });
    if (noisyUntilMs !== null)
      shown.push(sayNoisy(log, id, { name: last.author.name, nowMs, untilMs: noisyUntilMs }));
    noteTexts(log, identity, last, { nowMs, isHeldBack: noisyUntilMs !== null });
    return id;
  });
  for (const id of shown) log.show(id);
  log.list();
  return runId;
}

/** The queued turn that takes a text, or a new one. `noisyUntilMs` is set if the contact writes too often. */
function queueTurn(
  log: Log,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  text: ContactText,
): { readonly id: string; readonly noisyUntilMs: number | null } {
  const { turns } = log;
  const nowMs = clock.now();
  const waiting = turns.queued().find(({ kind, speaker }) => kind === "message" && isFromSame(speaker, text));
  const isFresh = waiting === undefined || waiting.putOff !== null;
  const until = gatherUntil({
    nowMs,
    firstAtMs: isFresh ? nowMs : Date.parse(waiting.queuedAt),
    gatherMs: text.gatherMs,
    gatherMaxMs: text.gatherMaxMs,
    startsMs: waiting === undefined ? turns.contactStarts(isoTime(nowMs - NOISY_WINDOW_MS)) : [],
  });
  if (waiting === undefined) {
    const id = ids.newId();
    turns.enqueue({
      id,
      kind: "message",
      speaker: text.author,
      notBefore: until.atMs,
      queuedAt: isoTime(nowMs),
      unreadSinceMs: until.noisy ? null : nowMs,
    });
    return { id, noisyUntilMs: until.noisy ? until.atMs : null };
  }
  if (!isNoisy(log, waiting.id)) turns.save(armed(postponed(waiting, until.atMs), nowMs));
  return { id: waiting.id, noisyUntilMs: null };
}

/** Texts of another author, such as a member asked by text, get their own run; the e-mails of a thread share one. */
function isFromSame(speaker: Author, { author, email }: Pick<ContactText, "author" | "email">): boolean {
  if (speaker.kind !== "contact" || email !== undefined) return speaker.kind === "contact";
  return speaker.id === undefined || author.id === undefined
    ? speaker.name === author.name
    : speaker.id === author.id;
}

/** A queued turn moves with each text that joins it, but a retried turn never waits longer. */
function postponed(waiting: QueuedTurn, atMs: number): QueuedTurn {
  return { ...waiting, notBefore: waiting.putOff === null ? atMs : Math.min(waiting.notBefore, atMs) };
}

/** Updates the conversation's row for inbound texts. */
function noteTexts(
  log: Log,
  identity: ConversationIdentity,
  last: ContactText,
  { nowMs, isHeldBack }: { readonly nowMs: number; readonly isHeldBack: boolean },
): void {
  const { store } = log;
  const { identity: before } = store.get();
  store.setIdentity({ ...before, ...contactOf(identity, stillUrgent(before.trigger, nowMs)) });
  const row = store.get();
  const { status } = row;
  const isAtRest = status !== "running" && status !== "waiting_approval" && status !== "waiting_answer";
  log.note({
    ...(isHeldBack && isAtRest ? { status: "held_back" } : {}),
    preview: cutAtWord(last.line ?? last.text, PREVIEW_CHARS),
    lastMessageAt: isoTime(nowMs),
    ...(identity.title === undefined || !hasContactTitle(row) ? {} : { title: identity.title, titled: true }),
    ...(row.deletedAt === null ? {} : { deletedAt: null }),
  });
}

function noisyId(runId: string): string {
  return `sw.noisy.${runId}`;
}

function isNoisy({ messages }: { readonly messages: Pick<MessagesStore, "find"> }, runId: string): boolean {
  return messages.find(noisyId(runId)) !== null;
}

/** Whether texts wait because their contact writes too often. */
export function isHoldingBack(log: Pick<ConversationLog, "messages" | "turns">): boolean {
  return log.turns.queued().some(({ id }) => isNoisy(log, id));
}

/** Adds a visible notice, which the agent reads with the texts, and notifies the team. */
function sayNoisy(
  { store, messages }: Log,
  runId: string,
  { name, nowMs, untilMs }: { name: string; nowMs: number; untilMs: number },
): string {
  const minutes = Math.max(1, Math.ceil((untilMs - nowMs) / 60_000));
  const text = `${name} has written so often in ten minutes that it may be an automatic reply. What else comes is gathered and read together in about ${minutes} min.`;
  const id = noisyId(runId);
  messages.insert({
    id,
    kind: "inbound",
    role: "user",
    parts: [{ type: "text", text }],
    author: STEWARD,
    createdAt: isoTime(nowMs),
    runId,
    queued: true,
  });
  store.mark("notice", `noisy.${runId}`);
  return id;
}

function contactOf({ contact, trigger }: ConversationIdentity, urgent: Trigger["urgent"]) {
  return {
    ...(contact === undefined ? {} : { contact }),
    ...(trigger === undefined
      ? {}
      : { trigger: { ...trigger, ...(urgent === undefined ? {} : { urgent }) } }),
  };
}

/** Urgency carries over to the texts that follow (“it's unit 4B”). */
function stillUrgent(trigger: Trigger | undefined, nowMs: number): Trigger["urgent"] {
  const urgent = trigger?.urgent;
  return urgent !== undefined && Date.parse(urgent.at) + URGENT_MS > nowMs ? urgent : undefined;
}

/** Marks the trigger as urgent. Returns false if there is none. */
export function markUrgent(store: Log["store"], urgent: NonNullable<Trigger["urgent"]>): boolean {
  const { identity } = store.get();
  if (identity.trigger === undefined) return false;
  store.setIdentity({ ...identity, trigger: { ...identity.trigger, urgent } });
  return true;
}

/** Whether the title is still the contact's name; a title set by a person is kept. */
function hasContactTitle({ title, titled, identity }: ConversationRow): boolean {
  return !titled || title === identity.title || title === identity.contact?.name;
}
