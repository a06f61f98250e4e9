/**
 * Search results with citations (platform.claude.com, "Search results" and "Structured outputs", section "Feature compatibility", read
 * 2026-11-22): either all search results of a request have citations or none, and never together with structured output. A reply cites
 * text of a search result and refers to it by its index among all of the request.
 */
import { ApiError } from "./errors.ts";
import { formatOf } from "./grammar.ts";
import { textOf } from "./prompt.ts";
import type { Block, MessagesRequest } from "./types.ts";

/** All search results of a request in citation order, from messages and tool results. */
export function searchResults(messages: MessagesRequest["messages"]): Block[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => [block, ...innerBlocks(block)]).filter(({ type }) => type === "search_result"),
  );
}

/** Throws ApiError 400 for citation requests the real service rejects. */
export function checkCitations(request: MessagesRequest): void {
  const results = searchResults(request.messages);
  const cited = results.filter(asksForCitations).length;
  if (cited > 0 && cited < results.length) {
    throw new ApiError(400, "Citations must be enabled for all search results or for none of them.");
  }
  const documents = request.messages.flatMap(({ content }) =>
    content.flatMap((block) => [block, ...innerBlocks(block)]).filter(({ type }) => type === "document"),
  );
  if (formatOf(request) !== null && (cited > 0 || documents.some(asksForCitations))) {
    throw new ApiError(400, "output_config.format: citations are not supported with structured outputs");
  }
}

/** Completes a scripted reply: a citation needs only the quoted text; text that isn't in a search result is not cited. */
export function completeCitations({ messages }: MessagesRequest, content: readonly Block[]): Block[] {
  const results = searchResults(messages);
  return content.map((block) => {
    const { citations } = block;
    if (block.type !== "text" || !Array.isArray(citations)) return block;
    const complete = (citations as Block[]).flatMap((citation) =>
      citation.type === "search_result_location"
        ? citationsOf(String(citation["cited_text"]), results, citation)
        : [citation],
    );
    return { ...block, citations: complete.length === 0 ? null : complete };
  });
}

/** Splits a reply into cited pieces; unchanged without citable search results. */
export function cited({ messages }: MessagesRequest, content: readonly Block[]): Block[] {
  const results = searchResults(messages);
  if (!results.some(asksForCitations)) return [...content];
  return content.flatMap((block) =>
    block.type === "text" ? piecesOf(textOf(block, "text"), results) : [block],
  );
}

const QUOTE = /“([^“”]+)”/g;

/** Splits text into lines, keeping uncited lines together. */
function piecesOf(text: string, results: readonly Block[]): Block[] {
  const pieces: Block[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const quotes = [...line.matchAll(QUOTE)].map(([, words = ""]) => words.replace(/…$/, ""));
    const citations = quotes.flatMap((words) => citationsOf(words, results));
    const last = pieces.at(-1);
    if (citations.length > 0) pieces.push({ type: "text", text: line, citations });
    else if (last === undefined || last["citations"] !== undefined) pieces.push({ type: "text", text: line });
    else pieces[pieces.length - 1] = { type: "text", text: textOf(last, "text") + line };
  }
  return pieces;
}

/** The citation location of a quote in the search results; fields in `given` take precedence. */
function citationsOf(
  words: string,
  results: readonly Block[],
  given: Readonly<Record<string, unknown>> = {},
): Block[] {
  const one = words.replace(/\s+/g, " ").trim();
  if (one === "") return [];
  return results
    .flatMap((result, index) => {
      if (!asksForCitations(result)) return [];
      const texts = (result["content"] as Block[]).map((block) => textOf(block, "text"));
      const span = spanOf(one, texts);
      if (span === null) return [];
      const { first, end } = span;
      return [
        {
          type: "search_result_location",
          cited_text: texts.slice(first, end).join(""),
          source: result["source"],
          title: result["title"],
          search_result_index: index,
          start_block_index: first,
          end_block_index: end,
          ...given,
        },
      ];
    })
    .slice(0, 1);
}

/** The block range [first, last + 1) that contains a quote; null if it isn't contiguous. */
function spanOf(
  words: string,
  texts: readonly string[],
): { readonly first: number; readonly end: number } | null {
  const oneLine = (text: string): string => text.replace(/\s+/g, " ");
  const whole = oneLine(texts.join(""));
  const at = whole.indexOf(words);
  if (at < 0) return null;
  const ends = texts.map((_, index) => oneLine(texts.slice(0, index + 1).join("")).length);
  const blockAt = (place: number): number => ends.findIndex((end) => place < end);
  return { first: blockAt(at), end: blockAt(at + words.length - 1) + 1 };
}

function asksForCitations(block: Block): boolean {
  return (block["citations"] as { readonly enabled?: unknown } | null | undefined)?.enabled === true;
}

function innerBlocks(block: Block): readonly Block[] {
  return block.type === "tool_result" && Array.isArray(block["content"]) ? (block["content"] as Block[]) : [];
}
