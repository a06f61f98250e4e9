/**
 * Web access for an agent that is asked one question: the model's own search and fetch if it has them, else
 * a tool that reads pages.
 */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import type { CallAnswer, ToolCall } from "./runs/index.ts";
import type { ModelRequest } from "./ports.ts";

export interface WebAccess {
  /** Host names without a scheme; subdomains are included. */
  readonly sites: readonly string[];
  /** Reads a page for models that can't; returns its text, or the error, for the model. */
  readonly readPage: (address: string) => Promise<{ readonly content: string; readonly isError: boolean }>;
}

/** A page cited by an answer. */
export interface WebSource {
  readonly title: string;
  readonly url: string;
  /** The cited words, with dots between passages; empty if the model gave none. */
  readonly quote: string;
}

const SEARCHES = 5;
const PAGES = 5;
const PAGE_TOKENS = 8_000;
/** Typical maximum tokens of a page of search results, for reservations. */
const RESULTS_TOKENS = 12_000;

/** Limits of the model's own search and fetch in one call. */
export interface ModelWeb {
  readonly sites: readonly string[];
  readonly searches: number;
  readonly pages: number;
  readonly pageTokens: number;
}

/**
 * Whether a model has web search and fetch: Claude from generation 4 on (platform.claude.com, “Web search
 * tool”, “Web fetch tool”; read 2026-11-22).
 */
function knowsWeb(model: string): boolean {
  return /^claude-(?:fable|opus|sonnet|haiku)-[4-9]/.test(model);
}

/** The tool that reads a page for other models. */
const READ_PAGE = "read_page";

const READ_PAGE_TOOL: Tool = {
  name: READ_PAGE,
  description: "Reads a page of one of the listed sites and returns its text.",
  input_schema: {
    type: "object",
    properties: {
      url: { type: "string", description: "The whole address, such as https://example.com/rentals" },
    },
    required: ["url"],
    additionalProperties: false,
  },
};

/** The part of a request that enables the web. */
export function webOf(model: string, access: WebAccess | undefined): Pick<ModelRequest, "tools" | "web"> {
  if (access === undefined) return { tools: [], web: null };
  if (!knowsWeb(model)) return { tools: [READ_PAGE_TOOL], web: null };
  const { sites } = access;
  return { tools: [], web: { sites, searches: SEARCHES, pages: PAGES, pageTokens: PAGE_TOKENS } };
}

/** Tokens that the model's search and fetch may add to the prompt. */
export function webTokens(web: ModelWeb | null): number {
  return web === null ? 0 : web.searches * RESULTS_TOKENS + web.pages * web.pageTokens;
}

/** Answers a call of `read_page`. */
export async function answerPageCall(
  access: WebAccess,
  { name, input }: ToolCall,
): Promise<Omit<CallAnswer, "durationMs">> {
  const { url } = input;
  const { content, isError } =
    name === READ_PAGE && typeof url === "string"
      ? await access.readPage(url)
      : { content: `There is only ${READ_PAGE}, with a url.`, isError: true };
  return { status: isError ? "failed" : "ok", content, isError };
}

type Block = Readonly<Record<string, unknown>>;

/**
 * The final answer with marks such as `[1]` after what it cites, and the pages in the order of their marks.
 * `parts` are all replies in order; text before the last look-up is dropped.
 */
export function withSources(parts: readonly Block[]): {
  readonly text: string;
  readonly sources: WebSource[];
} {
  const fetched = parts.flatMap((part) =>
    part["type"] === "web_fetch_tool_result" ? [addressOf(part)] : [],
  );
  const sources: WebSource[] = [];
  const markOf = (source: WebSource): number => {
    const at = sources.findIndex(({ url }) => url === source.url);
    const known = sources[at];
    if (known === undefined) return sources.push(source);
    if (!known.quote.includes(source.quote))
      sources[at] = { ...known, quote: `${known.quote} … ${source.quote}` };
    return at + 1;
  };
  const lastLook = parts.findLastIndex(({ type }) => /(?:tool_use|tool_result)$/.test(String(type)));
  const pieces = parts.slice(lastLook + 1).flatMap((part) => {
    if (part["type"] !== "text" || typeof part["text"] !== "string") return [];
    const marks = [...new Set(citationsOf(part, fetched).map(markOf))].map((mark) => `[${mark}]`);
    const words = part["text"];
    const end = words.trimEnd().length;
    return [marks.length === 0 ? words : `${words.slice(0, end)} ${marks.join("")}${words.slice(end)}`];
  });
  return { text: pieces.join("").trim(), sources };
}

function addressOf({ content }: Block): string {
  const { url } = (content ?? {}) as Block;
  return typeof url === "string" ? url : "";
}

/** A search's citations name their page; those of a fetched page only have its index. */
function citationsOf({ citations }: Block, fetched: readonly string[]): WebSource[] {
  if (!Array.isArray(citations)) return [];
  return (citations as Block[]).flatMap((citation) => {
    const index = citation["document_index"];
    const url = citation["url"] ?? (typeof index === "number" ? fetched[index] : undefined);
    if (typeof url !== "string" || url === "") return [];
    return [
      {
        url,
        title: textOf(citation["title"] ?? citation["document_title"]),
        quote: textOf(citation["cited_text"]),
      },
    ];
  });
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
