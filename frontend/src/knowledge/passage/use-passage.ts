/** Highlights the passage an address asks for and scrolls it into view once. The browser paints the highlight, so the DOM doesn't change. */
import { useEffect, type RefObject } from "react";
import { useLocation } from "@tanstack/react-router";
import { passageIn, placeInText } from "./passage-words.ts";

/** Must match `app.css`. */
const NAME = "passage";

/** The requested passage; null if none is. */
export function usePassage(): string | null {
  return useLocation({ select: ({ hash }) => passageIn(hash) });
}

/** The element in which the passage starts; null if it isn't rendered. */
export function passageElement(root: Element, passage: string | null): Element | null {
  return passage === null ? null : (rangeIn(root, passage)?.startContainer.parentElement ?? null);
}

/** Highlights the passage within an element once it is rendered, however late; `isSought` turns it off. */
export function useShownPassage(root: RefObject<Element | null>, isSought = true): void {
  const asked = usePassage();
  const passage = isSought ? asked : null;
  useEffect(() => {
    const element = root.current;
    if (passage === null || element === null) return;
    const registry = (globalThis.CSS as { highlights?: HighlightRegistry } | undefined)?.highlights;
    let isShown = false;
    let drawn: Range | null = null;
    const drop = (): void => {
      if (drawn !== null) registry?.get(NAME)?.delete(drawn);
    };
    const draw = (): void => {
      drop();
      drawn = rangeIn(element, passage);
      if (drawn === null) return;
      if (registry !== undefined && !registry.has(NAME)) registry.set(NAME, new Highlight());
      registry?.get(NAME)?.add(drawn);
      if (!isShown) show(drawn);
      isShown = true;
    };
    draw();
    const observer = new MutationObserver(draw);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      drop();
    };
  }, [root, passage]);
}

function show({ startContainer }: Range): void {
  const element = startContainer.parentElement;
  const folded = element?.closest("details");
  if (folded) folded.open = true;
  element?.scrollIntoView({ block: "center" });
}

const LABEL = /^[\p{L} .'’-]{1,60}:\s+/u;

function rangeIn(root: Element, passage: string): Range | null {
  const nodes: { readonly node: Node; readonly from: number }[] = [];
  let text = "";
  // A model's summary has no position in the source.
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement?.closest("[data-model-words]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node, from: text.length });
    text += node.nodeValue ?? "";
  }
  // A page may label a speaker or a part differently from the text that was indexed.
  const place = placeInText(text, passage) ?? placeInText(text, passage.replace(LABEL, ""));
  if (place === null) return null;
  const range = document.createRange();
  const nodeAt = (at: number) => nodes.findLast(({ from }) => from <= at);
  const [first, last] = [nodeAt(place[0]), nodeAt(place[1] - 1)];
  if (first === undefined || last === undefined) return null;
  range.setStart(first.node, place[0] - first.from);
  range.setEnd(last.node, place[1] - last.from);
  return range;
}
