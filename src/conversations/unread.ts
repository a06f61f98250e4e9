/**
 * NOBODY-ALONE inside a conversation: words that no person of the team said and that no agent has read for so long are told to a person. Works on
 * the conversation's own tables alone.
 */
import type { Ledger } from "./ledger.ts";
import { isOwnId } from "./state.ts";
import type { LogMessage, Turn } from "./types.ts";

/** Leaves time to notify within a minute. */
const UNREAD_AFTER_MS = 45_000;
/** A model that has begun to answer is reading. One that shows no sign of life is told of sooner: with a second to notify, within 30 s. */
const SILENT_AFTER_MS = { arrival: 25_000, start: 6_000 } as const;

/**
 * Marks a notice for every open turn whose words have waited too long. `answeringId` is the turn whose model has begun to answer. Repeats mark nothing
 * new.
 */
export function noticeUnread(ledger: Ledger, nowMs: number, answeringId: string | null = null): void {
  for (const turn of openTurns(ledger)) {
    const due = duesOf(turn);
    if (due === null) continue;
    const isSilent = nowMs >= due.silentMs && turn.id !== answeringId;
    if (isSilent || nowMs >= due.lastMs) markUnread(ledger, turn.id);
  }
}

/** When to look next at whether a turn's words have waited too long; null where none wait. */
export function unreadDueAt(ledger: Ledger, nowMs: number): number | null {
  const due = openTurns(ledger)
    .flatMap((turn) => duesOf(turn) ?? [])
    .map(({ silentMs, lastMs }) => (silentMs > nowMs ? silentMs : lastMs));
  return due.length === 0 ? null : Math.min(...due);
}

/** When a turn's words have waited too long with a silent model, and in any case; null where none wait. */
function duesOf(turn: Turn): { readonly silentMs: number; readonly lastMs: number } | null {
  if (turn.unreadSinceMs === null) return null;
  const lastMs = turn.unreadSinceMs + UNREAD_AFTER_MS;
  if (turn.status !== "running" || turn.startedAt === null) return { silentMs: lastMs, lastMs };
  const afterStartMs = Date.parse(turn.startedAt) + SILENT_AFTER_MS.start;
  return {
    silentMs: Math.min(lastMs, Math.max(turn.unreadSinceMs + SILENT_AFTER_MS.arrival, afterStartMs)),
    lastMs,
  };
}

/** A person is to be told that the agent has not read a turn's words. */
export function markUnread(ledger: Ledger, turnId: string): void {
  ledger.store.transaction(() => {
    ledger.turns.change(turnId, { unreadSinceMs: null });
    ledger.store.mark("notice", `unread.${turnId}`);
    ledger.note({ unread: true });
  });
  ledger.list();
}

/** The wait is counted from the first words nobody was told of. */
export function armUnread({ turns }: Ledger, turnId: string, waiting: Turn | null, nowMs: number): void {
  if (waiting === null || waiting.unreadSinceMs === null) turns.change(turnId, { unreadSinceMs: nowMs });
}

/** What started a background turn, oldest first: contacts' words, or what a schedule or an event says. None for a turn of the team. */
export function triggerWords(ledger: Pick<Ledger, "store">, turnId: string): LogMessage[] {
  return ledger.store
    .inboundOf(turnId)
    .filter(({ id, author }) => author.kind === "contact" || (author.kind === "system" && !isOwnId(id)));
}

function openTurns({ turns }: Ledger): Turn[] {
  const running = turns.running();
  return running === null ? turns.queued() : [running, ...turns.queued()];
}
