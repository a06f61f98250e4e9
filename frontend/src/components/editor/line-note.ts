/** The note of one line. */
export interface LineNote {
  /** For the narrow gutter: only the author. */
  readonly who: string;
  readonly when: string;
  /** On hover, in full. */
  readonly full: string;
  /** Where it was written; null if that has no page. */
  readonly place: { readonly words: string; readonly href: string } | null;
}
