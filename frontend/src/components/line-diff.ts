/** Two texts compared line by line. Pure. */
import { diffArrays } from "diff";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** A stretch of equal lines that is not worth showing. */
export interface DiffGap {
  readonly kind: "gap";
  readonly lines: number;
}

/** Texts with more changed lines than this have little in common: the whole old text is shown as removed, and the new one as added. */
const MAX_EDITS = 4_000;

/** Every line of both, in order. */
export function diffLines(from: string, to: string): DiffLine[] {
  const [left, right] = [from, to].map((text) => (text === "" ? [] : text.split("\n"))) as [
    string[],
    string[],
  ];
  const parts = diffArrays(left, right, { maxEditLength: MAX_EDITS }) ?? [
    { value: left, added: false, removed: true },
    { value: right, added: true, removed: false },
  ];
  return parts.flatMap(({ value, added, removed }) => {
    const kind = added ? "added" : removed ? "removed" : "same";
    return value.map((text) => ({ kind, text }) as const);
  });
}

/** Leaves out equal lines farther than `around` from a change. */
export function foldSame(lines: readonly DiffLine[], around = 2): (DiffLine | DiffGap)[] {
  const keep = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some((near) => near.kind !== "same"),
  );
  const folded: (DiffLine | DiffGap)[] = [];
  let hidden = 0;
  lines.forEach((line, index) => {
    if (!keep[index]) {
      hidden++;
      return;
    }
    if (hidden > 0) folded.push({ kind: "gap", lines: hidden });
    hidden = 0;
    folded.push(line);
  });
  if (hidden > 0) folded.push({ kind: "gap", lines: hidden });
  return folded;
}
