/** The words of a reply that cites search results: the model writes them in pieces, each with what it cites, and together they are one text. Pure. */
import type { Part } from "./message.ts";

/** What a piece of a reply cites, as the service says it. */
export interface Citation {
  /** The source's path in the app, or its address outside. */
  readonly source: string;
  /** Its very words. */
  readonly cited: string;
}

/** What a part cites of search results; none for most. */
export function citationsOf(part: Part): Citation[] {
  const { type, citations } = part as { readonly type: string; readonly citations?: unknown };
  if (type !== "text" || !Array.isArray(citations)) return [];
  return (citations as Readonly<Record<string, unknown>>[]).flatMap(({ type: kind, source, cited_text }) =>
    kind === "search_result_location" && typeof source === "string" && typeof cited_text === "string"
      ? [{ source, cited: cited_text }]
      : [],
  );
}

/** The parts with pieces of one text put together; of a reply that cites nothing as they are. `mark` makes a piece's text with what it cites. */
export function joinedTexts(
  parts: readonly Part[],
  mark: (text: string, citations: readonly Citation[]) => string = (text) => text,
): readonly Part[] {
  if (!parts.some((part) => citationsOf(part).length > 0)) return parts;
  const joined: Part[] = [];
  for (const part of parts) {
    const { type, text } = part as { readonly type: string; readonly text?: unknown };
    const last = joined.at(-1) as { readonly type: string; readonly text: string } | undefined;
    if (type !== "text" || typeof text !== "string") joined.push(part);
    else {
      const piece = mark(text, citationsOf(part));
      if (last?.type === "text") joined[joined.length - 1] = { type: "text", text: last.text + piece };
      else joined.push({ type: "text", text: piece });
    }
  }
  return joined;
}
