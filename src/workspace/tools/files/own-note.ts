/**
 * Whether a note consists only of what a member just asked to have noted: their whole message, word for word,
 * after "remember that" or similar. Then nothing in it is untrusted, whatever else is in the conversation and
 * whatever it made the model do. Part of a message, or reordered words, can mean the opposite and don't
 * count. Pure.
 */
import type { Asker } from "../../../agent/tools/call.ts";

const ASKS =
  /^(?:please[ ,]+)?(?:remember|keep in mind|don['’]?t forget|make a note|take a note|note down|write down|note|for the record)\b(?: (?:that|this|down|of))?[ ,:]+(?=\S)/i;
/** Longer text is a document, not a note. */
const CHARS = 500;

/** Whether `text` is the note requested in the message before this call. */
export function isOwnNote(asker: Asker | null, text: string): boolean {
  if (asker?.speaker.kind !== "user" || text.length > CHARS || /[\r\n]/.test(text.trim())) return false;
  const said = (asker.said.at(-1) ?? "").trim();
  const note = said.replace(ASKS, "");
  return note !== said && !said.endsWith("?") && plain(note) !== "" && plain(text) === plain(note);
}

/** Text for comparison: ignores spaces, list markers, the first letter's case and a final period. */
function plain(words: string): string {
  const bare = words
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^[-*] /, "")
    .replace(/[.!]+$/, "");
  return bare.slice(0, 1).toLowerCase() + bare.slice(1);
}
