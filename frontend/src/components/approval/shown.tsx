import { shownPieces, type Leaf } from "./effect-layout.ts";

/** The string as the server prepared it for showing; what it made visible is marked. */
export function Shown({ leaf }: { leaf: Leaf }) {
  if (leaf.shown === "") return <span className="text-kumo-subtle">(empty)</span>;
  return shownPieces(leaf).map((piece, index) =>
    piece.kind === "text" ? (
      piece.text
    ) : (
      <mark
        key={index}
        title="A character that cannot be seen"
        className="rounded bg-kumo-warning-tint px-0.5 font-mono text-[0.9em] text-kumo-warning ring ring-kumo-warning/50"
      >
        {piece.text}
      </mark>
    ),
  );
}
