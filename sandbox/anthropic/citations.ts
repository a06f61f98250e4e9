/**
 * Search results with citations (platform.claude.com, "Search results" and "Structured outputs", section "Feature compatibility", read
 * 2026-11-22): all of a request or none, and never together with an answer by schema.
 */
import { ApiError } from "./errors.ts";
import { formatOf } from "./grammar.ts";
import type { Block, MessagesRequest } from "./types.ts";

/** Every search result of a request in the order that citations count them by, in messages and in tool results. */
export function searchResults(messages: MessagesRequest["messages"]): Block[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => [block, ...innerBlocks(block)]).filter(({ type }) => type === "search_result"),
  );
}

/** Throws ApiError 400 where citations are asked for in a way that the real service refuses. */
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

function asksForCitations(block: Block): boolean {
  return (block["citations"] as { readonly enabled?: unknown } | null | undefined)?.enabled === true;
}

function innerBlocks(block: Block): readonly Block[] {
  return block.type === "tool_result" && Array.isArray(block["content"]) ? (block["content"] as Block[]) : [];
}
