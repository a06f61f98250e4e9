import { useEffect, type RefObject } from "react";
import type { UnprovenClaim } from "../../../../src/agent/api/message.ts";

/** Must match `app.css`. */
const NAME = "unproven";
/** Maximum pieces of an answer before its sources. */
const PIECES = 3;

/** Underlines claims in the answer before an element. The browser draws the lines over the text, so the text itself doesn't change. */
export function useUnderlined(after: RefObject<HTMLElement | null>, claims: readonly UnprovenClaim[]): void {
  useEffect(() => {
    const registry = (globalThis.CSS as { highlights?: HighlightRegistry } | undefined)?.highlights;
    if (registry === undefined || claims.length === 0) return;
    const answer = piecesBefore(after.current);
    let drawn: Range[] = [];
    const drop = (): void => {
      for (const range of drawn) registry.get(NAME)?.delete(range);
    };
    const draw = (): void => {
      drop();
      if (!registry.has(NAME)) registry.set(NAME, new Highlight());
      drawn = claims.flatMap(({ words, sentence }) =>
        blocksOf(answer, sentence).flatMap((block) => rangesOf(block, words)),
      );
      for (const range of drawn) registry.get(NAME)?.add(range);
    };
    draw();
    // A long answer is shown whole at a press.
    const observer = new MutationObserver(draw);
    for (const piece of answer) observer.observe(piece, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      drop();
    };
  }, [after, claims]);
}

function piecesBefore(element: Element | null): Element[] {
  const pieces: Element[] = [];
  let at = element?.previousElementSibling ?? null;
  while (at !== null && pieces.length < PIECES) {
    pieces.push(at);
    at = at.previousElementSibling;
  }
  return pieces;
}

const BLOCKS = "p, li, td, th, h1, h2, h3, h4, h5, h6";

/** Finds a sentence: the innermost paragraphs, list items, and cells that contain it, or the whole answer. */
function blocksOf(answer: readonly Element[], sentence: string): Element[] {
  const parts = sentence.split("…").map(lettersOf);
  const holding = answer
    .flatMap((piece) => [...piece.querySelectorAll(BLOCKS)])
    .filter((block) => {
      const letters = lettersOf(block.textContent);
      return parts.every((part) => letters.includes(part));
    });
  const inner = holding.filter((block) => !holding.some((one) => one !== block && block.contains(one)));
  return inner.length === 0 ? [...answer] : inner;
}

/** Citation numbers stand between an answer's words but belong to none of its sentences. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, "");
}

/** Finds words in an element, each match within one text node and on word boundaries. */
function rangesOf(element: Element, words: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? "";
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      if (/[\p{L}\d]/u.test(text.charAt(at - 1)) || /[\p{L}\d]/u.test(text.charAt(at + words.length)))
        continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      ranges.push(range);
    }
  }
  return ranges;
}
