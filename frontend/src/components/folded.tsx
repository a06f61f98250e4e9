/** Long text is folded, with a button for the rest, so that no message fills the page. */
import { memo, useState, type ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { beginning, textChunks } from "./text-pieces.ts";
import { count } from "./words.ts";

export function Folded({
  text,
  chars,
  lines,
  open = false,
  children,
}: {
  text: string;
  chars: number;
  lines: number;
  /** Starts expanded. */
  open?: boolean;
  /** Renders the text, or the visible part of it. */
  children: (shown: string) => ReactNode;
}) {
  const [all, setAll] = useState(open);
  const cut = beginning(text, chars, lines);
  return (
    <>
      {children(all || cut === null ? text : `${cut}…`)}
      {cut === null ? null : (
        <Button size="sm" className="touch mt-1.5" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show less" : `Show all (${count(text.length, "character")})`}
        </Button>
      )}
    </>
  );
}

/** Plain text. The browser lays out only visible pieces, and finished pieces aren't re-rendered while more arrives. */
export function Plain({ text }: { text: string }) {
  const parts = textChunks(text);
  if (parts.length < 2) return text;
  return parts.map((part, index) => <Piece key={index} text={part} />);
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return <span className="block [content-visibility:auto]">{text}</span>;
});
