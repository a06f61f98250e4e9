/** A meaningful line of a daily note. */
export interface NoteLine {
  /** Derived from the note's path and the words, independent of the line's position. */
  readonly id: string;
  /** Its number in the curator's input. */
  readonly number: number;
  readonly note: string;
  readonly line: number;
  readonly text: string;
  /** Source of untrusted content in its note; null if there is none. */
  readonly source: string | null;
}

/** A file the memory curator is shown. */
export interface ShownFile {
  readonly path: string;
  readonly content: string;
  /** Source of untrusted content in it; null if there is none. */
  readonly source: string | null;
}

/** A line's relation to words found elsewhere; `place` is their location. */
export interface Beside {
  readonly how: "says the same as" | "contradicts" | "may contradict";
  readonly place: string;
}

/** The decision about a line: `left` stays in its note. */
export type LineOutcome = { readonly line: NoteLine; readonly beside: Beside | null } & (
  | { readonly kind: "folded"; readonly area: string }
  | { readonly kind: "left" }
);

/** The curator's validated decisions. */
export interface Fold {
  /**
   * Whether it was shown untrusted content: then anything it proposes may be influenced by it, whatever it
   * cites.
   */
  readonly outside: boolean;
  readonly outcomes: readonly LineOutcome[];
  /** Proposed for MEMORY.md, with the lines each one rests on. */
  readonly memory: readonly { readonly text: string; readonly lines: readonly NoteLine[] }[];
}
