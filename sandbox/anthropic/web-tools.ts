/**
 * Server-side web search and fetch ("Web search tool", "Web fetch tool", platform.claude.com; read 2026-11-23) over the demo's small web.
 * Tools are validated as by the service, and only allowed sites are found.
 */
import * as z from "zod";
import { dot } from "../embeddings/encoder.ts";
import type { Embed } from "../operator/nearest.ts";
import { WEB, type WebPage } from "../world/web.ts";
import { ApiError } from "./errors.ts";
import { randomId } from "./ids.ts";
import { wordsOf } from "../operator/transcript.ts";
import type { Block, MessagesRequest, Reply, ToolDefinition } from "./types.ts";

const domain = z
  .string()
  .regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+(?:\/\S*)?$/i, "a domain without a scheme, such as example.com");
const common = {
  max_uses: z.int().min(1).nullish(),
  allowed_domains: z.array(domain).min(1).nullish(),
  blocked_domains: z.array(domain).min(1).nullish(),
  cache_control: z.looseObject({ type: z.literal("ephemeral") }).nullish(),
  allowed_callers: z.array(z.string()).optional(),
  defer_loading: z.boolean().optional(),
};
const TOOLS = [
  z.strictObject({
    type: z.enum(["web_search_20250305", "web_search_20260209", "web_search_20260318"]),
    name: z.literal("web_search"),
    user_location: z.looseObject({ type: z.literal("approximate") }).nullish(),
    response_inclusion: z.string().optional(),
    ...common,
  }),
  z.strictObject({
    type: z.enum(["web_fetch_20250910", "web_fetch_20260209", "web_fetch_20260309", "web_fetch_20260318"]),
    name: z.literal("web_fetch"),
    max_content_tokens: z.int().min(1).nullish(),
    citations: z.strictObject({ enabled: z.boolean() }).nullish(),
    use_cache: z.boolean().optional(),
    response_inclusion: z.string().optional(),
    ...common,
  }),
];

const isWeb = ({ type = "" }: ToolDefinition): boolean => /^web_(?:search|fetch)_/.test(type);

/** Throws ApiError 400 for a web tool the service would reject. */
export function checkWebTools(tools: readonly ToolDefinition[]): void {
  for (const [index, tool] of tools.entries()) {
    if (!isWeb(tool)) continue;
    const schema = TOOLS[tool.name === "web_fetch" ? 1 : 0] as (typeof TOOLS)[number];
    const parsed = schema.safeParse(tool);
    const [issue] = parsed.error?.issues ?? [];
    if (issue !== undefined)
      throw new ApiError(400, `tools.${index}.${issue.path.join(".")}: ${issue.message}`);
    if (tool["allowed_domains"] && tool["blocked_domains"])
      throw new ApiError(400, `tools.${index}: only one of allowed_domains and blocked_domains may be given`);
  }
}

/** Minimum similarity of a relevant page. */
const NEAR = 0.5;
/** Maximum distance from the best match. */
const MARGIN = 0.12;
const MOST = 3;
const SENTENCES = 2;

/** A reply with web access: one search, then the best page, quoted. Null without such a tool. */
export function researched({ tools, messages }: MessagesRequest, embed: Embed): Reply | null {
  const search = tools.find(({ name }) => name === "web_search");
  const fetch = tools.find(({ name }) => name === "web_fetch");
  if (search === undefined || !isWeb(search)) return null;
  const words = wordsOf(messages.at(-1)?.content ?? []);
  const query = /<question>\n([\s\S]*?)\n<\/question>/.exec(words)?.[1] ?? words.trim();
  const found = nearestPages(query, allowedBy(search), embed);
  const [best] = found;
  const looked = called("web_search", { query }, found.map(resultOf));
  if (best === undefined) {
    const none = "The sites I may read say nothing about that.";
    return { content: [...looked, { type: "text", text: `${none} I searched for: ${query}` }] };
  }
  const mayFetch = fetch !== undefined && isWeb(fetch) && isAllowed(best, allowedBy(fetch));
  const read = mayFetch ? called("web_fetch", { url: best.url }, documentOf(best)) : [];
  const answers = found.flatMap((page) => sentences(page, query, embed).map((quote) => cited(page, quote)));
  return { content: [...looked, ...read, ...answers] };
}

/** Search and fetch counts for `usage`; null if neither was used. */
export function webUse(
  content: readonly Block[],
): { web_search_requests: number; web_fetch_requests: number } | null {
  const count = (tool: string): number =>
    content.filter(({ type, name }) => type === "server_tool_use" && name === tool).length;
  const [web_search_requests, web_fetch_requests] = [count("web_search"), count("web_fetch")];
  return web_search_requests + web_fetch_requests === 0 ? null : { web_search_requests, web_fetch_requests };
}

function allowedBy(tool: ToolDefinition): readonly string[] | null {
  const domains = tool["allowed_domains"];
  return Array.isArray(domains) ? (domains as string[]) : null;
}

function isAllowed({ url }: WebPage, domains: readonly string[] | null): boolean {
  const { hostname } = new URL(url);
  return domains?.some((one) => hostname === one || hostname.endsWith(`.${one}`)) ?? true;
}

function nearestPages(query: string, domains: readonly string[] | null, embed: Embed): WebPage[] {
  const vector = embed(query);
  const scored = WEB.filter((page) => isAllowed(page, domains))
    .map((page) => ({
      page,
      score: Math.max(...[page.title, ...page.paragraphs].map((words) => dot(vector, embed(words)))),
    }))
    .sort((one, other) => other.score - one.score);
  const least = Math.max(NEAR, (scored[0]?.score ?? 0) - MARGIN);
  return scored
    .filter(({ score }) => score >= least)
    .slice(0, MOST)
    .map(({ page }) => page);
}

/** The page's sentences closest to the query. */
function sentences({ paragraphs }: WebPage, query: string, embed: Embed): string[] {
  const vector = embed(query);
  return paragraphs
    .map((text) => ({ text, score: dot(vector, embed(text)) }))
    .sort((one, other) => other.score - one.score)
    .filter(({ score }) => score > NEAR)
    .slice(0, SENTENCES)
    .map(({ text }) => text);
}

function called(name: string, input: Readonly<Record<string, unknown>>, content: unknown): Block[] {
  const id = randomId("srvtoolu");
  return [
    { type: "server_tool_use", id, name, input },
    { type: `${name}_tool_result`, tool_use_id: id, content, caller: { type: "direct" } },
  ];
}

function resultOf({ url, title, age }: WebPage) {
  const encrypted_content = Buffer.from(url).toString("base64");
  return { type: "web_search_result", url, title, page_age: age, encrypted_content };
}

function documentOf({ url, title, paragraphs }: WebPage) {
  const source = { type: "text", media_type: "text/plain", data: paragraphs.join("\n\n") };
  const content = { type: "document", source, title, citations: { enabled: true } };
  return { type: "web_fetch_result", url, content, retrieved_at: "2026-11-23T00:00:00Z" };
}

function cited({ url, title }: WebPage, quote: string): Block {
  const encrypted_index = Buffer.from(quote).toString("base64");
  const citation = { type: "web_search_result_location", url, title, encrypted_index, cited_text: quote };
  return { type: "text", text: `- ${quote}\n`, citations: [citation] };
}
