/** One line of a daily note that says something. */
export interface NoteLine {
  /** Derived from the note's path and the words: the same wherever in the note the line stands. */
  readonly id: string;
  /** Its number in what the keeper is shown. */
  readonly number: number;
  readonly note: string;
  readonly line: number;
  readonly text: string;
  /** Where outside text in its note came from; null where there is none. */
  readonly source: string | null;
}

/** A file the keeper is shown. */
export interface ShownFile {
  readonly path: string;
  readonly content: string;
  /** Where outside text in it came from; null where there is none. */
  readonly source: string | null;
}

/** What was decided about a line. */
export type LineOutcome =
  | {
      readonly kind: "folded";
      readonly line: NoteLine;
      readonly area: string;
      readonly contradicts: string | null;
    }
  /** It stays where it is and nowhere else. */
  | { readonly kind: "left"; readonly line: NoteLine; readonly sameAs: string | null };

/** What the keeper decided, checked. */
export interface Fold {
  readonly outcomes: readonly LineOutcome[];
  /** Proposed for MEMORY.md, with the lines each rests on. */
  readonly memory: readonly { readonly text: string; readonly lines: readonly NoteLine[] }[];
}
