/** Text from outside as a person is shown it, on a card, in a list or in a title: with nothing in it that cannot be seen. Pure. */
import { UNSEEN_CLASS } from "../kernel/unseen.ts";

/** Characters that can't be seen, and our own bracket. */
const UNSEEN = new RegExp(`[${UNSEEN_CLASS}⟦]`, "gu");
/** Joiners and selectors inside an emoji are what they look like. */
const EMOJI =
  /[0-9#*]\uFE0F?\u20E3|(?!\p{Cn})\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D(?!\p{Cn})\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*/gu;

function escapeUnseen(text: string): string {
  return text.replace(UNSEEN, (char) => {
    if (char === "\n" || char === "\t") return char;
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `⟦U+${code}⟧`;
  });
}

/** Text with everything invisible made visible. */
export function showText(text: string): string {
  let shown = "";
  let from = 0;
  for (const emoji of text.matchAll(EMOJI)) {
    shown += escapeUnseen(text.slice(from, emoji.index)) + emoji[0];
    from = emoji.index + emoji[0].length;
  }
  return shown + escapeUnseen(text.slice(from));
}

/** Whether a text holds anything invisible. */
export function hidesSomething(text: string): boolean {
  return showText(text) !== text;
}
