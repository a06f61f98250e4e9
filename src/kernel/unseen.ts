import { lazy } from "./lazy.ts";

/**
 * Invisible code points, and those that change how others are shown: controls, formats, lone surrogates,
 * private use and unassigned ones (`C`), all that a font may omit (Default_Ignorable_Code_Point: selectors,
 * fillers, joiners), line and paragraph separators, and letters and symbols with a blank glyph: the Braille
 * pattern, the object replacement character, the null notehead, Egyptian blanks and the Khitan filler. A
 * character class without brackets, for expressions with the flag `u`. Unicode Standard 16.0, sections 4.1
 * and 5.21.
 */
export const UNSEEN_CLASS = String.raw`\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\uFFFC\u{1D159}\u{13440}-\u{13442}\u{16FE4}`;

/** Scripts in which a joiner or non-joiner between two letters spells the word (Unicode 16.0, section 23.2). */
const JOINED_SCRIPTS = String.raw`\p{sc=Arabic}\p{sc=Syriac}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Khmer}\p{sc=Mongolian}\p{sc=Myanmar}`;
/** Signs that take a consonant's vowel: behind one, a joiner chooses the half form and a non-joiner the full one (UnicodeData.txt 16.0, combining class 9; Unicode Standard Annex 31, rules A2 and B). */
const VIRAMAS = String.raw`\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u1039\u103A\u1714\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\u1BF2\u1BF3\uA806\uA8C4\uA953\uA9C0\uAAF6\uABED`;
/** Arabic letters that join the next one, and those that join the one before (ArabicShaping.txt, Joining_Type D and R). */
const JOINS_NEXT = "بتثجحخسشصضطظعغفقكلمنهيئپچکگیٹڤہھںێڵڭټځڅښڼې";
const JOINS_BEFORE = `${JOINS_NEXT}اآأإدذرزژوؤةىڈڑےڕۆەۇۈۋډړږ`;

const PICTURE = String.raw`(?!\p{Cn})\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`;
/** England, Scotland, Wales: all flags of tags that Unicode recommends (emoji-sequences.txt 16.0, RGI_Emoji_Tag_Sequence). Any other sequence of tags draws nothing. */
const TAG_FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`;
/** An emoji whole, with the joiners, selectors and tags that draw it: keycaps, flags, pictures joined to one. An expression for the flag `u`. */
const EMOJI = String.raw`[0-9#*]\uFE0F?\u20E3|${TAG_FLAG}|${PICTURE}(?:\u200D${PICTURE})*`;

/**
 * Emoji, and joiners that draw the letters beside them otherwise: behind a virama, between a Bengali or Kannada R and its virama, and between Arabic letters that
 * would join. Elsewhere a joiner draws nothing. An expression for the flag `u`.
 */
export const DRAWN_JOINERS = String.raw`${EMOJI}|(?<=[${VIRAMAS}])(?:\u200D(?!\p{M})|\u200C(?=[${JOINED_SCRIPTS}]))|(?<=[\u09B0\u0CB0])\u200D(?=[\u09CD\u0CCD])|(?<=[${JOINS_NEXT}]\p{Mn}{0,3})(?:\u200C(?=[${JOINS_BEFORE}])|\u200D(?![${JOINED_SCRIPTS}]))`;
/** All that a writer of those scripts types on purpose: what is drawn, and joiners between letters where fonts draw nothing. An expression for the flag `u`. */
export const SPELLED_JOINERS = String.raw`${DRAWN_JOINERS}|(?<=[${VIRAMAS}])[\u200C\u200D]|(?<=[${JOINED_SCRIPTS}])[\u200C\u200D](?=[${JOINED_SCRIPTS}])`;

/** Replaces what an expression (flag `u`) finds, such as what can't be seen, but not the joiners that spell a word or an emoji. */
export function unseenReplacer(expression: string): (text: string, by: string) => string {
  const pattern = lazy(() => new RegExp(`(${SPELLED_JOINERS})|(?:${expression})`, "gu"));
  return (text, by) => text.replace(pattern(), (_, spelled?: string) => spelled ?? by);
}

/**
 * Whitespace that looks like a plain space but is another character, such as a no-break space. For
 * expressions with the flag `u`.
 */
export const ODD_SPACE = String.raw`(?! )\p{Zs}`;

/**
 * Marks drawn over the preceding character: strike-through bars, and enclosing frames. A character class
 * without brackets. Unicode 16.0, section 7.9.
 */
export const OVERLAY_CLASS = String.raw`\u0334-\u0338\u20D2\u20D3\u20D8-\u20DA\u20E5\u20E6\u20EA\u20EB\p{Me}`;

/** Right-to-left letters, which reorder adjacent text. Unicode Standard Annex 9. */
export const TURNING_LETTERS = String.raw`\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}`;
