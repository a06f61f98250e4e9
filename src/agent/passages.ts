/**
 * Passages of company text in tool results, for models that can cite. A tool's answer is stored as JSON
 * with the positions of such text (`passages`). A model that supports search results receives them as
 * `search_result` blocks with citations, next to the JSON without them (platform.claude.com, “Search
 * results”, read 2026-11-27). Other models receive the plain JSON, and so do agents with an output schema,
 * because the service doesn't combine schemas with citations. Pure: the same log gives the same bytes.
 */
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import { holderOf, type Passage } from "./runs/index.ts";
import { knowsSearchResults } from "./models.ts";
import type { ModelRequest } from "./ports.ts";
import { parseJson } from "../kernel/parse-json.ts";

type Fields = Readonly<Record<string, unknown>>;
type Block = Fields & { readonly type: string };

/** Rewrites a request's passages for its model. */
export function withPassages(request: ModelRequest): ModelRequest {
  const blockOf = knowsSearchResults(request.model) && request.outputSchema === null ? cited : plain;
  const messages = changed(request.messages, blockOf);
  const sources = messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : (content as unknown as Block[]).flatMap(sourcesIn),
  );
  return { ...request, messages: changed(messages, (block) => withStandingCitations(block, sources)) };
}

/** Maps blocks. Messages without a changed block stay the same objects. */
function changed(messages: readonly MessageParam[], make: (block: Block) => Block): MessageParam[] {
  return messages.map((message) => {
    if (typeof message.content === "string") return message;
    const blocks = message.content as unknown as Block[];
    const made = blocks.map(make);
    if (made.every((block, index) => block === blocks[index])) return message;
    return { role: message.role, content: made } as unknown as MessageParam;
  });
}

function plain(block: Block): Block {
  if (block["passages"] === undefined) return block;
  const { passages: _, ...rest } = block;
  return rest as Block;
}

const made = new WeakMap<Block, Block>();

/** Cached per block. */
function cited(block: Block): Block {
  if (block["passages"] === undefined) return block;
  const known = made.get(block);
  if (known !== undefined) return known;
  const content = blocksOf(String(block["content"]), block["passages"]);
  const result = content === null ? plain(block) : { ...plain(block), content };
  made.set(block, result);
  return result;
}

/** The JSON without the passages, then one search result per passage; null if there are none. */
function blocksOf(content: string, passages: unknown): Block[] | null {
  const answer = parseJson(content);
  const results: Block[] = [];
  for (const passage of Array.isArray(passages) ? (passages as Passage[]) : []) {
    const held = holderOf(answer, passage);
    const result = held === null ? null : searchResultOf(passage, held.words);
    if (held === null || result === null) continue;
    results.push(result);
    const isNamed = held.thing["link"] === passage.link;
    held.thing[held.field] = `in the search result ${isNamed ? "of this link" : passage.link}`;
  }
  return results.length === 0 ? null : [{ type: "text", text: JSON.stringify(answer) }, ...results];
}

function searchResultOf({ link, title }: Passage, words: string): Block | null {
  const content = piecesOf(words).map((piece) => ({ type: "text", text: piece }));
  if (content.length === 0 || title.trim() === "") return null;
  return { type: "search_result", source: link, title, content, citations: { enabled: true } };
}

/** Maximum pieces of one text that can be cited separately; the last piece is the rest. */
const MOST_PIECES = 100;
const ENDS = /(?<=\n)|(?<=[.!?]["”)]?[ \t])(?=[\p{Lu}\p{N}"“])/u;

/** Splits a text into lines and sentences. Joined, they equal the text. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const piece of text.split(ENDS)) {
    const last = pieces.at(-1);
    const isOwn = pieces.length < MOST_PIECES && isSaying(piece);
    if (last === undefined || (isOwn && isSaying(last))) pieces.push(piece);
    else pieces[pieces.length - 1] = last + piece;
  }
  return pieces.filter(isSaying);
}

function isSaying(piece: string): boolean {
  return /[\p{L}\p{N}]/u.test(piece);
}

function sourcesIn({ type, content }: Block): unknown[] {
  if (type !== "tool_result" || !Array.isArray(content)) return [];
  return (content as Block[]).flatMap((inner) => (inner.type === "search_result" ? [inner["source"]] : []));
}

/** Removes citations of summarized results, and updates the indexes of those that moved. */
function withStandingCitations(block: Block, sources: readonly unknown[]): Block {
  const { citations, ...rest } = block;
  if (block.type !== "text" || !Array.isArray(citations)) return block;
  const standing = (citations as Block[]).filter(
    ({ type, source, search_result_index: index }) =>
      type !== "search_result_location" || sources[Number(index)] === source,
  );
  if (standing.length === citations.length) return block;
  return standing.length === 0 ? (rest as Block) : { ...rest, type: block.type, citations: standing };
}
