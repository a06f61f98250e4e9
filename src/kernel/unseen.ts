/**
 * Code points that show nothing, or change how others are shown: controls, formats, lone surrogates, private use and unassigned ones (`C`), all that
 * a font may leave out (Default_Ignorable_Code_Point: selectors, fillers, joiners), line and paragraph separators, and the blank Braille pattern.
 * A character class without its brackets, for expressions with the flag `u`. Unicode Standard 16.0, sections 4.1 and 5.21.
 */
export const UNSEEN_CLASS = String.raw`\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800`;
