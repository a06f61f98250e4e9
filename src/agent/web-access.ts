/** The web for an agent that is asked one question: the model's own search and reading where it has them, else a tool of ours that reads pages. */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import type { CallAnswer, ToolCall } from "./runs/index.ts";
import type { ModelRequest } from "./ports.ts";

/** What an agent may look at on the web. */
export interface WebAccess {
  /** Host names without a scheme; what is below them is meant too. */
  readonly sites: readonly string[];
  /** Reads a page, for models that can't; its words, or what went wrong, for the model. */
  readonly readPage: (address: string) => Promise<{ readonly content: string; readonly isError: boolean }>;
}

/** A page that an answer stands on. */
export interface WebSource {
  readonly title: string;
  readonly url: string;
  /** The words it stands on, with dots between passages; empty where the model named none. */
  readonly quote: string;
}

const SEARCHES = 5;
const PAGES = 5;
const PAGE_TOKENS = 8_000;
/** What a page of search results takes at most, for reserving money; by what is commonly seen. */
const RESULTS_TOKENS = 12_000;

/** The model's own search and reading, as far as it may use them in one call. */
export interface ModelWeb {
  readonly sites: readonly string[];
  readonly searches: number;
  readonly pages: number;
  readonly pageTokens: number;
}

/** Whether a model searches and reads the web itself: Claude from generation 4 on (platform.claude.com, "Web search tool", "Web fetch tool"; read 2026-11-22). */
function knowsWeb(model: string): boolean {
  return /^claude-(?:fable|opus|sonnet|haiku)-[4-9]/.test(model);
}

/** The name of the tool that reads a page where the model can't. */
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

/** What of a request gives its model the web. */
export function webOf(model: string, access: WebAccess | undefined): Pick<ModelRequest, "tools" | "web"> {
  if (access === undefined) return { tools: [], web: null };
  if (!knowsWeb(model)) return { tools: [READ_PAGE_TOOL], web: null };
  const { sites } = access;
  return { tools: [], web: { sites, searches: SEARCHES, pages: PAGES, pageTokens: PAGE_TOKENS } };
}

/** Tokens that a model's own search and reading may add to a call's prompt. */
export function webTokens(web: ModelWeb | null): number {
  return web === null ? 0 : web.searches * RESULTS_TOKENS + web.pages * web.pageTokens;
}

/** Answers a call of the tool that reads pages. */
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
 * What an agent said once it had looked, with marks such as `[1]` behind what it cites, and the pages in the order of their marks. `parts`: all its
 * replies, in order. What it said before it looked is left out.
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

/** A search's citations name their page; those of a page that was read, only its place among such pages. */
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
