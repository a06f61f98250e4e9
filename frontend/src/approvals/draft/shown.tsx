import { directionPieces } from "../../../../src/platform/api/shown-text.ts";
import { shownPieces, type Leaf } from "./effect-layout.ts";

/** The string as the server escaped it for display: revealed characters are marked, spaces kept, and words in logical order. */
export function Shown({ leaf }: { leaf: Leaf }) {
  if (leaf.shown === "") return <span className="text-kumo-subtle">(empty)</span>;
  return (
    <span dir="auto" className="whitespace-pre-wrap">
      {shownPieces(leaf).map((piece, index) =>
        piece.kind === "text" ? (
          <InOrder key={index} text={piece.text} />
        ) : (
          <mark
            key={index}
            title="A character that cannot be seen"
            className="rounded bg-kumo-warning-tint px-0.5 font-mono text-[0.9em] text-kumo-warning ring ring-kumo-warning/50"
          >
            <bdi>{piece.text}</bdi>
          </mark>
        ),
      )}
    </span>
  );
}

function InOrder({ text }: { text: string }) {
  return directionPieces(text).map((piece, index) =>
    index % 2 === 0 ? piece : <bdi key={index}>{piece}</bdi>,
  );
}
