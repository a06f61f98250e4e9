/** A text or a call in one line. Pure. */
import { attachedWords } from "../../../../src/messaging/api/text-media.ts";
import { type ThreadItem } from "../../../../src/messaging/api/texts.ts";
import { clipped } from "../../components/text-pieces.ts";

const MAX_CHARS = 160;

export function lastTextWords(item: ThreadItem): { readonly who: string; readonly said: string } {
  const theirs = item.direction === "incoming";
  if (item.kind === "call") {
    const minutes = Math.ceil((item.durationSeconds ?? 0) / 60);
    const how = minutes > 0 ? `, ${minutes} min` : ", no answer";
    return {
      who: `${theirs ? "They called" : "We called"}${how}${item.summary.length > 0 ? ":" : ""}`,
      said: clipped(item.summary.join(" ").replace(/\s+/g, " "), MAX_CHARS),
    };
  }
  const words = clipped(item.text.replace(/\s+/g, " ").trim(), MAX_CHARS);
  return {
    who: theirs ? "Them:" : item.byHand ? "Us, by hand:" : "Us:",
    said: words || attachedWords(item.attachments, item.media),
  };
}
