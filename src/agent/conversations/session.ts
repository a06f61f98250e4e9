/**
 * Closing and limits of chats. Chats with Steward have no limits. A chat with a project agent that reached
 * one accepts no message; the next one starts a fork in which the chat continues
 * (docs/decisions/0028-sessions.md).
 */
import { type Clock, DAY_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { DEFAULT_SESSIONS, type SessionBounds } from "../../team/api/policy.ts";
import type { Author } from "../api/message.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import { projectAgentNameSchema } from "../../projects/api/project-agents.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { isSession } from "./state.ts";
import type { Bound, Closed, ConversationRow } from "./types.ts";

const MB = 1_000_000;

type Log = Pick<ConversationLog, "store" | "messages" | "prompt" | "turns" | "note" | "announce">;

/** The limits of chats with project agents, as of the last snapshot. */
export function boundsOf({ prompt }: Pick<ConversationLog, "prompt">): SessionBounds {
  return (prompt.snapshot("next") ?? prompt.snapshot("current"))?.sessions ?? DEFAULT_SESSIONS;
}

/** Whether a conversation is a chat with a project agent; only those have limits. */
function isBounded({ source, agent }: Pick<ConversationIdentity, "source" | "agent">): boolean {
  return isSession({ source }) && projectAgentNameSchema.safeParse(agent).success;
}

/**
 * The directory's columns of a chat; nulls for any other conversation. `expiresAt` is the end of a day, so
 * that its index is written once a day.
 */
export function sessionColumns(row: ConversationRow, { idleDays }: SessionBounds) {
  const { identity, closed, deletedAt, lastMessageAt } = row;
  const { startedBy = null, parent } = identity;
  const fork = { startedBy, parentId: parent?.id ?? null, forkSeq: parent?.seq ?? null };
  if (!isSession(identity)) return { ...fork, sessionState: null, expiresAt: null };
  const sessionState = deletedAt === null ? (closed?.state ?? ("open" as const)) : ("deleted" as const);
  const expires = sessionState === "open" && isBounded(identity);
  return { ...fork, sessionState, expiresAt: expires ? expiryAfter(lastMessageAt, idleDays) : null };
}

function expiryAfter(lastMessageAt: string, idleDays: number | null): string | null {
  if (idleDays === null) return null;
  return isoTime((Math.ceil(msOf(lastMessageAt) / DAY_MS) + idleDays) * DAY_MS);
}

/**
 * Closes a chat for a person. The current turn continues, and outcomes still arrive. Throws `conflict` if
 * it isn't a chat.
 */
export function closeSession(log: Log, clock: Clock, by: string): void {
  const { identity, closed } = log.store.get();
  if (!isSession(identity)) throw new AppError("conflict", "Only a chat with an agent can be closed.");
  if (closed?.state === "completed") return;
  log.note({ closed: { state: "completed", why: "closed", at: isoTime(clock.now()), by } });
  log.announce();
}

/** Reopens a closed chat. Throws `conflict` if it continues in another one. */
export function reopenSession(log: Log): void {
  const { closed } = log.store.get();
  if (closed === null) return;
  if (closed.goesOn !== undefined)
    throw new AppError("conflict", "This chat continues in another one.", { details: { session: closed } });
  log.note({ closed: null });
  log.announce();
}

/** Expires a chat after its idle days, unless a turn is running or queued. */
export function expireIdle(log: Log, clock: Clock, idleDays: number | null): void {
  const { identity, closed, lastMessageAt } = log.store.get();
  const isDue =
    closed === null &&
    idleDays !== null &&
    isBounded(identity) &&
    isAtRest(log) &&
    clock.now() - msOf(lastMessageAt) >= idleDays * DAY_MS;
  // Even without a change, the directory is updated, so that it asks again only when due.
  log.note(isDue ? { closed: { state: "expired", why: "idle", at: isoTime(clock.now()) } } : {});
  if (isDue) log.announce();
}

function isAtRest({ turns }: Pick<Log, "turns">): boolean {
  return turns.running() === null && turns.queued().length === 0;
}

/** The limit a chat has reached. */
function boundReached(
  { identity, closed, asked, transcriptBytes }: ConversationRow,
  { turns, transcriptMb }: Pick<SessionBounds, "turns" | "transcriptMb">,
): Bound | null {
  if (!isBounded(identity)) return null;
  if (closed?.why === "idle") return "idle";
  if (turns !== null && asked >= turns) return "turns";
  return transcriptMb !== null && transcriptBytes >= transcriptMb * MB ? "size" : null;
}

/** Whether a message may belong to a fork. A quick check by the prompt's limits; `forkPoint` decides. */
export function mayGoOnInFork(log: Log, messageId: string): boolean {
  const row = log.store.get();
  const isOver = row.closed?.goesOn !== undefined || boundReached(row, boundsOf(log)) !== null;
  return isOver && log.messages.find(messageId) === null;
}

/**
 * The fork in which a chat continues, by the team's current limits; null if the chat accepts the message.
 * Stored before the fork is created, so that simultaneous messages and repeats after a crash find the same
 * fork.
 */
export function forkPoint(
  log: Log,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  bounds: SessionBounds,
): NonNullable<Closed["goesOn"]> | null {
  const row = log.store.get();
  if (row.closed?.goesOn !== undefined) return row.closed.goesOn;
  const why = boundReached(row, bounds);
  const last = log.messages.lastCommitted();
  if (row.closed?.why === "closed" || why === null || !isAtRest(log)) return null;
  if (last === null) {
    log.note({ closed: null });
    return null;
  }
  const goesOn = { id: ids.newId(), seq: last.seq };
  log.note({ closed: { state: "completed", why, at: isoTime(clock.now()), goesOn } });
  return goesOn;
}

/** The author of a chat's first message started it. */
export function startedBy(
  { store, messages }: Pick<ConversationLog, "store" | "messages">,
  { kind, id }: Author,
): void {
  const { identity } = store.get();
  if (!isSession(identity) || identity.startedBy !== undefined || kind !== "user" || id === undefined) return;
  if (messages.lastCommitted() === null) store.setIdentity({ ...identity, startedBy: id });
}

/** Throws `conflict` if a person closed the chat, with a hint for what to do. */
export function refuseClosed(log: Pick<ConversationLog, "store">): void {
  const { closed } = log.store.get();
  if (closed?.state === "completed")
    throw new AppError(
      "conflict",
      "This conversation is closed. Open it again, start a new one, or fork it to continue from here.",
      { details: { session: closed.state } },
    );
}
