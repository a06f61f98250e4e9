/**
 * Notes of what somebody outside has said: one file a day and conversation. Only prompts of runs in that very conversation hold them, fenced as data,
 * so they are written without asking. They become lasting knowledge through a person, or through the upkeep's card. Pure.
 */

const SAID_NOTE = /^daily_notes\/\d{4}-\d{2}-\d{2}_said_[^/]*$/;
/** A phone number's digits, or the mail system's id of a thread: nothing that somebody outside has chosen. */
const KEY = /^(?:sms:\+(?<number>\d{4,20})|email:(?<thread>[A-Za-z0-9_-]{4,64}))$/;

/** Such a path's beginning on a day, as SQL's LIKE has it. */
export const SAID_NOTE_LIKE = "daily\\_notes/____-__-__\\_said\\_%";

/** Whether a file is such a note. */
export function isSaidNote(path: string): boolean {
  return SAID_NOTE.test(path);
}

/** Where a conversation's note of a day is (`2026-11-22`); null for a conversation with no one outside. */
export function saidNotePath(conversationId: string, day: string): string | null {
  const { number, thread } = KEY.exec(conversationId)?.groups ?? {};
  const key = number ?? thread;
  return key === undefined ? null : `daily_notes/${day}_said_${key.toLowerCase()}.md`;
}
