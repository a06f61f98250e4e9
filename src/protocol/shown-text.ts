/** Text from outside as a person is shown it, on a card, in a list or in a title: with nothing in it that cannot be seen. Pure. */

/**
 * Characters that show nothing or change how others are shown: controls but line feed and tab, formats (bidi, zero-width, tags), surrogates
 * without a partner, private use, variation selectors, fillers, line separators, and our own bracket.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Variation_Selector}\u115F\u1160\u2028\u2029\u2800\u3164\uFFA0\u{E0000}-\u{E0FFF}⟦]|\u034F|\u17B4|\u17B5/gu;
/** Joiners and selectors inside an emoji are what they look like. */
const EMOJI =
  /[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*/gu;

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
