/** One line of a daily note that says something. */
export interface NoteLine {
  /** Derived from the note's path and the words: the same wherever in the note the line stands. */
  readonly id: string;
  /** Its number in what the memory curator is shown. */
  readonly number: number;
  readonly note: string;
  readonly line: number;
  readonly text: string;
  /** Where outside text in its note came from; null where there is none. */
  readonly source: string | null;
}

/** A file the memory curator is shown. */
export interface ShownFile {
  readonly path: string;
  readonly content: string;
  /** Where outside text in it came from; null where there is none. */
  readonly source: string | null;
}

/** What a line says beside words that stand elsewhere; `place` names them. */
export interface Beside {
  readonly how: "says the same as" | "contradicts" | "may contradict";
  readonly place: string;
}

/** What was decided about a line: `left` stays where it is and nowhere else. */
export type LineOutcome = { readonly line: NoteLine; readonly beside: Beside | null } & (
  | { readonly kind: "folded"; readonly area: string }
  | { readonly kind: "left" }
);

/** What the memory curator decided, checked. */
export interface Fold {
  /** Whether it was shown text from outside: then all it proposes may follow from that, whatever it cites. */
  readonly outside: boolean;
  readonly outcomes: readonly LineOutcome[];
  /** Proposed for MEMORY.md, with the lines each rests on. */
  readonly memory: readonly { readonly text: string; readonly lines: readonly NoteLine[] }[];
}
