/**
 * Notes of what outsiders said: one file per day and conversation. Only prompts of runs in that conversation
 * include them, fenced as data, so they are written without approval. They become lasting knowledge only
 * through a person, or through the upkeep's approval card. Pure.
 */

const SAID_NOTE = /^daily_notes\/\d{4}-\d{2}-\d{2}_said_[^/]*$/;
/** A phone number's digits, or the mail system's thread ID: nothing an outsider can choose. */
const KEY = /^(?:sms:\+(?<number>\d{4,20})|email:(?<thread>[A-Za-z0-9_-]{4,64}))$/;

/** Prefix of such paths on a day, as an SQL LIKE pattern. */
export const SAID_NOTE_LIKE = "daily\\_notes/____-__-__\\_said\\_%";

export function isSaidNote(path: string): boolean {
  return SAID_NOTE.test(path);
}

/** Path of a conversation's note for a day (`2026-11-22`); null for a conversation without an outsider. */
export function saidNotePath(conversationId: string, day: string): string | null {
  const { number, thread } = KEY.exec(conversationId)?.groups ?? {};
  const key = number ?? thread;
  return key === undefined ? null : `daily_notes/${day}_said_${key.toLowerCase()}.md`;
}
