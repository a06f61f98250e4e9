/**
 * Whether words to be noted are nothing but what a person of the team has just asked to have noted: their whole message, word for word, after "remember that" or
 * the like. Then nothing of it is from outside, whatever else stands in the conversation and whatever it made the model do: the person asked for a note, and the
 * note is theirs. A part of a message, or another order of its words, can say the opposite and is none. Pure.
 */
import type { Asker } from "../../../agent/tools/call.ts";

const ASKS =
  /^(?:please[ ,]+)?(?:remember|keep in mind|don['’]?t forget|make a note|take a note|note down|write down|note|for the record)\b(?: (?:that|this|down|of))?[ ,:]+(?=\S)/i;
/** A longer one is no note but a document. */
const CHARS = 500;

/** Whether `text` is the note a person asked for in the message before this call. */
export function isOwnNote(asker: Asker | null, text: string): boolean {
  if (asker?.speaker.kind !== "user" || text.length > CHARS || /[\r\n]/.test(text.trim())) return false;
  const said = (asker.said.at(-1) ?? "").trim();
  const note = said.replace(ASKS, "");
  return note !== said && !said.endsWith("?") && plain(note) !== "" && plain(text) === plain(note);
}

/** Words as they are compared: spaces, the mark of a list, the first letter's case and a full stop at the end do not count. */
function plain(words: string): string {
  const bare = words
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^[-*] /, "")
    .replace(/[.!]+$/, "");
  return bare.slice(0, 1).toLowerCase() + bare.slice(1);
}
