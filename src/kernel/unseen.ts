/**
 * Invisible code points, and those that change how others are shown: controls, formats, lone surrogates,
 * private use and unassigned ones (`C`), all that a font may omit (Default_Ignorable_Code_Point: selectors,
 * fillers, joiners), line and paragraph separators, and letters and symbols with a blank glyph: the Braille
 * pattern, the object replacement character, the null notehead, Egyptian blanks and the Khitan filler. A
 * character class without brackets, for expressions with the flag `u`. Unicode Standard 16.0, sections 4.1
 * and 5.21.
 */
export const UNSEEN_CLASS = String.raw`\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\uFFFC\u{1D159}\u{13440}-\u{13442}\u{16FE4}`;

/**
 * Scripts in which a joiner or non-joiner between two letters is part of the spelling (Unicode 16.0, section
 * 23.2).
 */
const JOINED_SCRIPTS = String.raw`\p{sc=Arabic}\p{sc=Syriac}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Khmer}\p{sc=Mongolian}`;
/**
 * Joiners that readers need: in words of those scripts, and within emoji. For expressions with the flag `u`.
 */
export const NEEDED_JOINER = String.raw`(?<=[${JOINED_SCRIPTS}])[\u200C\u200D](?=[${JOINED_SCRIPTS}])|(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\uFE0F`;
/**
 * The non-joiner where it is visible: it separates an Arabic letter that joins the next one from one that
 * joins the previous one. Elsewhere, as after letters that never join, it draws nothing (ArabicShaping.txt,
 * Joining_Type D and R). For expressions with the flag `u`.
 */
const JOINS_NEXT = "بتثجحخسشصضطظعغفقكلمنهيئپچکگیی";
export const SEEN_NON_JOINER = String.raw`(?<=[${JOINS_NEXT}])\u200C(?=[${JOINS_NEXT}اآأإدذرزژوؤةى])`;

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
