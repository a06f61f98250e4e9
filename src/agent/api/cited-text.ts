/** Joins the text of a reply that cites search results, which the model writes in pieces with citations. Pure. */
import type { Part } from "./message.ts";

/** A citation in the service's format. */
export interface Citation {
  /** A path in the app, or an external URL. */
  readonly source: string;
  /** The exact words. */
  readonly cited: string;
}

/** A part's citations of search results; empty for most. */
export function citationsOf(part: Part): Citation[] {
  const { type, citations } = part as { readonly type: string; readonly citations?: unknown };
  if (type !== "text" || !Array.isArray(citations)) return [];
  return (citations as Readonly<Record<string, unknown>>[]).flatMap(({ type: kind, source, cited_text }) =>
    kind === "search_result_location" && typeof source === "string" && typeof cited_text === "string"
      ? [{ source, cited: cited_text }]
      : [],
  );
}

/**
 * Joins the pieces of each text; replies without citations stay unchanged. `mark` formats a piece with its
 * citations.
 */
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
