/** Three-way merge: one-sided changes apply automatically; a person resolves conflicts. Pure. */
import { diff3MergeRegions } from "node-diff3";

export type Choice = "mine" | "theirs" | "both";

/** Lines both sides changed differently. */
export interface Clash {
  readonly before: string;
  readonly mine: string;
  readonly theirs: string;
}

/** A stretch that is settled, or the number of a clash. */
export type Piece =
  | { readonly kind: "settled"; readonly lines: readonly string[] }
  | {
      readonly kind: "clash";
      readonly clash: number;
      readonly mine: readonly string[];
      readonly theirs: readonly string[];
    };

export interface Merge {
  readonly pieces: readonly Piece[];
  readonly clashes: readonly Clash[];
  /** Changes of theirs that merged automatically. */
  readonly taken: number;
}

/** The maximum number of steps to align two texts: about two seconds. Texts with many equal lines take the most. */
const MERGE_STEPS = 2_000_000_000;

/** Fallback when a merge takes too long: one conflict that spans everything. */
function clashOfAll(before: string, mine: string, theirs: string): Merge {
  const pieces: Piece[] = [{ kind: "clash", clash: 0, mine: mine.split("\n"), theirs: theirs.split("\n") }];
  return { pieces, clashes: [{ before, mine, theirs }], taken: 0 };
}

/** Each pair of equal lines is tried against all found so far. */
function stepsOf(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  const pairs = right.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
  return pairs * Math.min(left.length, right.length);
}

export function mergeTexts(before: string, mine: string, theirs: string): Merge {
  const [mineLines, lines, theirLines] = [mine.split("\n"), before.split("\n"), theirs.split("\n")];
  if (stepsOf(lines, mineLines) + stepsOf(lines, theirLines) > MERGE_STEPS)
    return clashOfAll(before, mine, theirs);
  const pieces: Piece[] = [];
  const clashes: Clash[] = [];
  let taken = 0;
  for (const region of diff3MergeRegions(mineLines, lines, theirLines)) {
    if (region.stable) {
      if (region.buffer === "b") taken++;
      pieces.push({ kind: "settled", lines: region.bufferContent });
      continue;
    }
    const { aContent, bContent, oContent } = region;
    // The same change twice is one change.
    if (aContent.join("\n") === bContent.join("\n")) {
      pieces.push({ kind: "settled", lines: aContent });
      continue;
    }
    pieces.push({ kind: "clash", clash: clashes.length, mine: aContent, theirs: bContent });
    clashes.push({
      before: oContent.join("\n"),
      mine: aContent.join("\n"),
      theirs: bContent.join("\n"),
    });
  }
  return { pieces, clashes, taken };
}

/** The text with these choices. Where none was made, both versions are kept, theirs first, so that nothing is lost. */
export function mergedText(merge: Merge, choices: readonly (Choice | undefined)[]): string {
  return merge.pieces
    .flatMap((piece) => {
      if (piece.kind === "settled") return piece.lines;
      switch (choices[piece.clash] ?? "both") {
        case "mine":
          return piece.mine;
        case "theirs":
          return piece.theirs;
        case "both":
          return [...piece.theirs, ...piece.mine];
      }
    })
    .join("\n");
}
