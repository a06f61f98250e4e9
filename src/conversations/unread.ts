/**
 * NOBODY-ALONE inside a conversation: words that no person of the team said and that no agent has read for so long are told to a person. Works on
 * the conversation's own tables alone.
 */
import type { Ledger } from "./ledger.ts";
import { isOwnId } from "./state.ts";
import type { LogMessage, Turn } from "./types.ts";

/** Leaves time to ring within a minute. */
const UNREAD_AFTER_MS = 45_000;

/** Marks a notice for every open turn whose words have waited too long. Repeats mark nothing new. */
export function noticeUnread(ledger: Ledger, nowMs: number): void {
  for (const turn of openTurns(ledger)) {
    if (turn.unreadSinceMs === null || turn.unreadSinceMs + UNREAD_AFTER_MS > nowMs) continue;
    markUnread(ledger, turn.id);
  }
}

/** When the next turn's words will have waited too long; null where none wait. */
export function unreadDueAt(ledger: Ledger): number | null {
  const due = openTurns(ledger).flatMap(({ unreadSinceMs }) =>
    unreadSinceMs === null ? [] : [unreadSinceMs + UNREAD_AFTER_MS],
  );
  return due.length === 0 ? null : Math.min(...due);
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
