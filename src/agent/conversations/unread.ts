/**
 * NOBODY-ALONE within a conversation: notifies a person of outside messages that no agent has read for too
 * long. Uses only the conversation's own tables.
 */
import type { ConversationLog } from "./conversation-log.ts";
import type { MessagesStore } from "./messages-store.ts";
import { isOwnId } from "./state.ts";
import type { LogMessage, QueuedTurn, RunningTurn } from "./types.ts";

/** Leaves time to notify within a minute. */
const UNREAD_AFTER_MS = 45_000;
/** While a model is responding here, no one is notified, up to this time. */
const AT_WORK_MS = 5 * 60_000;
/** Without any response from the model, people are notified sooner: within 30 s, including a second to notify. */
const SILENT_AFTER_MS = { arrival: 25_000, start: 6_000 } as const;

const LOOK_AGAIN_MS = 20_000;

type OpenTurn = QueuedTurn | RunningTurn;
type Noticing = Pick<ConversationLog, "store" | "turns" | "note" | "list">;

/**
 * Marks a notice for every open turn whose messages have waited too long. `answeringId` is the turn whose
 * model is responding; turns behind it are next. Idempotent.
 */
export function noticeUnread(log: Noticing, nowMs: number, answeringId: string | null = null): void {
  for (const turn of openTurns(log)) {
    const due = duesOf(turn);
    if (due === null) continue;
    const isSilent = answeringId === null && nowMs >= due.silentMs;
    if (isSilent || nowMs >= due.lastMs) markUnread(log, turn);
  }
}

/** When to check next; null if no messages wait. */
export function unreadDueAt(log: Pick<ConversationLog, "turns">, nowMs: number): number | null {
  const due = openTurns(log)
    .flatMap((turn) => duesOf(turn) ?? [])
    // After it, a responding model may stop at any time.
    .map(({ silentMs, lastMs }) => (silentMs > nowMs ? silentMs : Math.min(nowMs + LOOK_AGAIN_MS, lastMs)));
  return due.length === 0 ? null : Math.min(...due);
}

/** When a turn's messages have waited too long: with a silent model, and in any case. Null if none wait. */
function duesOf(turn: OpenTurn): { readonly silentMs: number; readonly lastMs: number } | null {
  if (turn.unreadSinceMs === null) return null;
  const lastMs = turn.unreadSinceMs + AT_WORK_MS;
  const waitedMs = turn.unreadSinceMs + UNREAD_AFTER_MS;
  if (turn.status !== "running") return { silentMs: waitedMs, lastMs };
  const afterStartMs = Date.parse(turn.startedAt) + SILENT_AFTER_MS.start;
  const silentMs = Math.max(turn.unreadSinceMs + SILENT_AFTER_MS.arrival, afterStartMs);
  return { silentMs: Math.min(waitedMs, silentMs), lastMs };
}

/** Marks a notice that the agent has not read a turn's messages. */
export function markUnread(log: Noticing, turn: OpenTurn): void {
  log.store.transaction(() => {
    log.turns.save({ ...turn, unreadSinceMs: null });
    log.store.mark("notice", `unread.${turn.id}`);
    log.note({ unread: true });
  });
  log.list();
}

/** A queued turn whose wait starts with its first message without a notice. Pure. */
export function armed(turn: QueuedTurn, nowMs: number): QueuedTurn {
  return turn.unreadSinceMs === null ? { ...turn, unreadSinceMs: nowMs } : turn;
}

/**
 * The messages that started a background turn, oldest first: of contacts, schedules or events. None for a
 * turn of the team.
 */
export function triggerWords(messages: Pick<MessagesStore, "inboundOf">, runId: string): LogMessage[] {
  return messages
    .inboundOf(runId)
    .filter(({ id, author }) => author.kind === "contact" || (author.kind === "system" && !isOwnId(id)));
}

function openTurns({ turns }: Pick<ConversationLog, "turns">): OpenTurn[] {
  const running = turns.running();
  return running === null ? turns.queued() : [running, ...turns.queued()];
}
