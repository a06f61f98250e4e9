/**
 * Code points that show nothing, or change how others are shown: controls, formats, lone surrogates, private use and unassigned ones (`C`), all that
 * a font may leave out (Default_Ignorable_Code_Point: selectors, fillers, joiners), line and paragraph separators, and the blank Braille pattern.
 * A character class without its brackets, for expressions with the flag `u`. Unicode Standard 16.0, sections 4.1 and 5.21.
 */
export const UNSEEN_CLASS = String.raw`\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800`;

/** White space that looks like the plain space and is another character, such as the no-break space. An expression for the flag `u`. */
export const ODD_SPACE = String.raw`(?! )\p{Zs}`;

/** Marks drawn over the character before them: bars that strike it out, and frames around it. A character class without its brackets. Unicode 16.0, section 7.9. */
export const OVERLAY_CLASS = String.raw`\u0334-\u0338\u20D2\u20D3\u20D8-\u20DA\u20E5\u20E6\u20EA\u20EB\p{Me}`;

/** Letters that are written from right to left: they turn the order of what stands beside them. Unicode Standard Annex 9. */
export const TURNING_LETTERS = String.raw`\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}`;
