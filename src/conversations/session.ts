/** Chats with an agent as sessions: when one is over, and what the directory knows of that. */
import { isoTime, msOf, type Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { DEFAULT_SESSIONS, type SessionBounds } from "../protocol/account.ts";
import type { Author } from "../protocol/message.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { isSession } from "./state.ts";
import type { Closed, ConversationRow } from "./types.ts";

const DAY_MS = 24 * 3600_000;
const MB = 1_000_000;

const WHY: Readonly<Record<NonNullable<Closed["why"]>, string>> = {
  closed: "is closed",
  turns: "has had as many turns as a chat may have",
  size: "is as long as a chat may be",
  idle: "is closed, since nobody said anything in it for so long",
};

type Log = Pick<ConversationLog, "store" | "prompt" | "turns" | "note" | "announce">;

/** What bounds the team's chats, as last read. */
export function boundsOf({ prompt }: Pick<ConversationLog, "prompt">): SessionBounds {
  return (prompt.snapshot("next") ?? prompt.snapshot("current"))?.sessions ?? DEFAULT_SESSIONS;
}

/** What the directory keeps of a chat; nulls for any other conversation. It ends with a day, so that its row in an index is written once a day. */
export function sessionColumns(row: ConversationRow, { idleDays }: SessionBounds) {
  const { identity, closed, deletedAt, lastMessageAt } = row;
  const { startedBy = null, parent } = identity;
  const fork = { startedBy, parentId: parent?.id ?? null, forkSeq: parent?.seq ?? null };
  if (!isSession(identity)) return { ...fork, sessionState: null, expiresAt: null };
  const sessionState = deletedAt === null ? (closed?.state ?? ("open" as const)) : ("deleted" as const);
  const days = Math.ceil(msOf(lastMessageAt) / DAY_MS) + idleDays;
  const expiresAt = sessionState === "open" ? isoTime(days * DAY_MS) : null;
  return { ...fork, sessionState, expiresAt };
}

/** Closes a chat for good. What was under way goes on, and what became of drafts is still told. Throws `conflict` for what is no chat. */
export function closeSession(
  log: Log,
  clock: Clock,
  { why, by }: Required<Pick<Closed, "why">> & Pick<Closed, "by">,
): void {
  const row = log.store.get();
  if (!isSession(row.identity)) throw new AppError("conflict", "Only a chat with an agent can be closed.");
  if (row.closed !== null) return;
  const state = why === "idle" ? "expired" : "completed";
  log.note({ closed: { state, why, at: isoTime(clock.now()), ...(by === undefined ? {} : { by }) } });
  log.announce();
}

/** Closes a chat that has had as many turns, or is as long, as the team lets one be. */
export function closeFull(log: Log, clock: Clock): void {
  const { identity, closed, asked, transcriptBytes } = log.store.get();
  if (closed !== null || !isSession(identity)) return;
  const { turns, transcriptMb } = boundsOf(log);
  const why = asked >= turns ? "turns" : transcriptBytes >= transcriptMb * MB ? "size" : null;
  if (why !== null) closeSession(log, clock, { why });
}

/** Closes a chat in which nobody has said anything for as long as the team says, unless a turn is to come. */
export function expireIdle(log: Log, clock: Clock): void {
  const { identity, closed, lastMessageAt } = log.store.get();
  if (closed !== null || !isSession(identity)) return;
  const isIdle = log.turns.running() === null && log.turns.queued().length === 0;
  const idleMs = clock.now() - msOf(lastMessageAt);
  if (isIdle && idleMs >= boundsOf(log).idleDays * DAY_MS) closeSession(log, clock, { why: "idle" });
  // The directory learns until when it is left open.
  else log.note({});
}

/** Who says the first word in a chat began it. */
export function startedBy(
  { store, messages }: Pick<ConversationLog, "store" | "messages">,
  { kind, id }: Author,
): void {
  const { identity } = store.get();
  if (!isSession(identity) || identity.startedBy !== undefined || kind !== "user" || id === undefined) return;
  if (messages.lastCommitted() === null) store.setIdentity({ ...identity, startedBy: id });
}

/** Throws `conflict` where a chat takes no more messages, with what to do instead. */
export function refuseClosed(log: Pick<ConversationLog, "store">): void {
  const { closed } = log.store.get();
  if (closed !== null)
    throw new AppError(
      "conflict",
      `This conversation ${WHY[closed.why ?? "closed"]}. Start a new one, or fork it to go on from here.`,
      { details: { session: closed.state } },
    );
}
