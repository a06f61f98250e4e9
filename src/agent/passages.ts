/**
 * Words of the company in what tools found, for models that cite them. What is stored of a tool's answer is its JSON, and where in it such words stand
 * (`passages`). A model that knows search results is sent them as `search_result` blocks with citations on, beside the JSON without them
 * (platform.claude.com, "Search results", read 2026-11-27); any other reads the JSON as it is, and so does one that answers by a schema, which the service
 * takes with no citations. Pure: the same log gives the same bytes.
 */
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import { holderOf, type Passage } from "./runs/index.ts";
import { knowsSearchResults } from "./models.ts";
import type { ModelRequest } from "./ports.ts";

type Fields = Readonly<Record<string, unknown>>;
type Block = Fields & { readonly type: string };

/** A request with its passages as its model is sent them. */
export function withPassages(request: ModelRequest): ModelRequest {
  const blockOf = knowsSearchResults(request.model) && request.outputSchema === null ? cited : plain;
  const messages = changed(request.messages, blockOf);
  const sources = messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : (content as unknown as Block[]).flatMap(sourcesIn),
  );
  return { ...request, messages: changed(messages, (block) => withStandingCitations(block, sources)) };
}

/** The messages with some of their blocks made new; a message of which none was is the same object. */
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

/** Made once for a block: what was found does not change. */
function cited(block: Block): Block {
  if (block["passages"] === undefined) return block;
  const known = made.get(block);
  if (known !== undefined) return known;
  const content = blocksOf(String(block["content"]), block["passages"]);
  const result = content === null ? plain(block) : { ...plain(block), content };
  made.set(block, result);
  return result;
}

/** The JSON without the words, then the words, a search result for each passage; null where there is none. */
function blocksOf(content: string, passages: unknown): Block[] | null {
  const answer = parsed(content);
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

/** Pieces of one text that are cited by themselves, at most; the last is all that is left. */
const MOST_PIECES = 100;
const ENDS = /(?<=\n)|(?<=[.!?]["”)]?[ \t])(?=[\p{Lu}\p{N}"“])/u;

/** A text by lines and sentences; put together they are the text, to the letter. */
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

/** A reply with the citations that still name their place in this request: what was summarized is no search result any more, and those behind it moved. */
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

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return null;
  }
}
