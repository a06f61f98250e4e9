/**
 * NOBODY-ALONE inside a conversation: a person is notified of words that no one of the team said and that no agent has read for too long. Works
 * on the conversation's own tables alone.
 */
import type { ConversationLog } from "./conversation-log.ts";
import type { MessagesStore } from "./messages-store.ts";
import { isOwnId } from "./state.ts";
import type { LogMessage, QueuedTurn, RunningTurn } from "./types.ts";

/** Leaves time to notify within a minute. */
const UNREAD_AFTER_MS = 45_000;
/** Slow is not dead: while a model is at work here no one is notified, up to this. */
const AT_WORK_MS = 5 * 60_000;
/** A model that has begun to answer is reading. For one that shows no sign of life people are notified sooner: with a second to notify, within 30 s. */
const SILENT_AFTER_MS = { arrival: 25_000, start: 6_000 } as const;

const LOOK_AGAIN_MS = 20_000;

type OpenTurn = QueuedTurn | RunningTurn;
type Noticing = Pick<ConversationLog, "store" | "turns" | "note" | "list">;

/**
 * Marks a notice for every open turn whose words have waited too long. `answeringId` is the turn whose model is at work: what waits behind it
 * is next. Repeats mark nothing new.
 */
export function noticeUnread(log: Noticing, nowMs: number, answeringId: string | null = null): void {
  for (const turn of openTurns(log)) {
    const due = duesOf(turn);
    if (due === null) continue;
    const isSilent = answeringId === null && nowMs >= due.silentMs;
    if (isSilent || nowMs >= due.lastMs) markUnread(log, turn);
  }
}

/** When to look next at whether a turn's words have waited too long; null where none wait. */
export function unreadDueAt(log: Pick<ConversationLog, "turns">, nowMs: number): number | null {
  const due = openTurns(log)
    .flatMap((turn) => duesOf(turn) ?? [])
    // Past it, a model that is at work may fall silent any time.
    .map(({ silentMs, lastMs }) => (silentMs > nowMs ? silentMs : Math.min(nowMs + LOOK_AGAIN_MS, lastMs)));
  return due.length === 0 ? null : Math.min(...due);
}

/** When a turn's words have waited too long with a silent model, and in any case; null where none wait. */
function duesOf(turn: OpenTurn): { readonly silentMs: number; readonly lastMs: number } | null {
  if (turn.unreadSinceMs === null) return null;
  const lastMs = turn.unreadSinceMs + AT_WORK_MS;
  const waitedMs = turn.unreadSinceMs + UNREAD_AFTER_MS;
  if (turn.status !== "running") return { silentMs: waitedMs, lastMs };
  const afterStartMs = Date.parse(turn.startedAt) + SILENT_AFTER_MS.start;
  const silentMs = Math.max(turn.unreadSinceMs + SILENT_AFTER_MS.arrival, afterStartMs);
  return { silentMs: Math.min(waitedMs, silentMs), lastMs };
}

/** A person is to be notified that the agent has not read a turn's words. */
export function markUnread(log: Noticing, turn: OpenTurn): void {
  log.store.transaction(() => {
    log.turns.save({ ...turn, unreadSinceMs: null });
    log.store.mark("notice", `unread.${turn.id}`);
    log.note({ unread: true });
  });
  log.list();
}

/** A queued turn whose wait is counted from the first words no one was notified of. Pure. */
export function armed(turn: QueuedTurn, nowMs: number): QueuedTurn {
  return turn.unreadSinceMs === null ? { ...turn, unreadSinceMs: nowMs } : turn;
}

/** What started a background turn, oldest first: contacts' words, or what a schedule or an event says. None for a turn of the team. */
export function triggerWords(messages: Pick<MessagesStore, "inboundOf">, runId: string): LogMessage[] {
  return messages
    .inboundOf(runId)
    .filter(({ id, author }) => author.kind === "contact" || (author.kind === "system" && !isOwnId(id)));
}

function openTurns({ turns }: Pick<ConversationLog, "turns">): OpenTurn[] {
  const running = turns.running();
  return running === null ? turns.queued() : [running, ...turns.queued()];
}
