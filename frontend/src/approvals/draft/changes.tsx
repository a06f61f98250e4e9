/** Changes by a person or an edit, in words and word by word. */
import { compareWords, type Change } from "./edits.ts";
import type { Leaf } from "./effect-layout.ts";

/** A leaf's change; null if it didn't change. */
export type ChangeOf = (leaf: Leaf) => Change | undefined;

export function Comparison({ from, to }: { from: string; to: string }) {
  return (
    <span className="whitespace-pre-wrap wrap-anywhere">
      {compareWords(from, to).map((piece, index, all) => {
        if (piece.kind === "removed") {
          return (
            <del key={index} className="bg-kumo-danger-tint text-kumo-danger decoration-1">
              {piece.text}
            </del>
          );
        }
        if (piece.kind === "added") {
          return (
            <ins
              key={index}
              className={`bg-kumo-success-tint text-kumo-success underline decoration-1 underline-offset-2 ${all.length === 2 && all[0]?.kind === "removed" ? "block" : ""}`}
            >
              {piece.text}
            </ins>
          );
        }
        return piece.text;
      })}
    </span>
  );
}

export function ChangedMark({ change }: { change: Change | undefined }) {
  if (!change) return null;
  return <span className="block text-xs text-kumo-subtle">changed from “{change.from || "nothing"}”</span>;
}
