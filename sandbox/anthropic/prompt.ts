/** The prompt as one row of blocks in the order the model reads it: tools, system, messages. Tokens and cache both count along it. */
import { toolsInPrompt, toolsNamedIn } from "./deferred-tools.ts";
import { formatOf } from "./grammar.ts";
import type { ShapedRequest } from "./shape.ts";
import type { Block } from "./types.ts";

/** A token is about four characters of the serialised request: honest in proportion, and the same every time. */
const CHARS_PER_TOKEN = 4;
/** An image costs about (width × height) / 750; without decoding it, a typical one. */
const IMAGE_TOKENS = 1600;

/** One block of the prompt. */
export interface Segment {
  /** Its place and its bytes without `cache_control`, field order as received. */
  readonly bytes: string;
  /** Tokens from the start of the prompt to the end of this block. */
  readonly tokensUpTo: number;
  /** Lifetime of the cache breakpoint set here. */
  readonly breakpoint: "5m" | "1h" | null;
}

/** Lays a request out. The top-level `cache_control` sets a breakpoint on the last block that can carry one. */
export function layOut(request: ShapedRequest): Segment[] {
  const segments: Segment[] = [];
  let chars = 0;
  const add = (
    where: string,
    block: Readonly<Record<string, unknown>>,
    more: readonly unknown[] = [],
  ): void => {
    const { cache_control: mark, ...rest } = block;
    const text = [rest, ...more].map((part) => JSON.stringify(part)).join("");
    const bytes = `${where}${text}`;
    chars += block["type"] === "image" ? IMAGE_TOKENS * CHARS_PER_TOKEN : text.length;
    const ttl = (mark as { ttl?: "5m" | "1h" } | null | undefined)?.ttl ?? "5m";
    segments.push({ bytes, tokensUpTo: Math.ceil(chars / CHARS_PER_TOKEN), breakpoint: mark ? ttl : null });
  };

  // An answer by schema is explained to the model before anything else: another schema is another prompt.
  const format = formatOf(request);
  if (format !== null) add("format", format);
  for (const tool of toolsInPrompt(request.tools)) add("tool", tool);
  for (const block of request.system) add("system", block);
  // Thinking and tool choice are part of what the messages are read with: changing them keeps tools and system cached only.
  const mode = `[${JSON.stringify(request.thinking ?? null)}${JSON.stringify(request.tool_choice ?? null)}]`;
  /** Deferred tools stand where they were first found. */
  const known = new Set(toolsInPrompt(request.tools).map(({ name }) => name));
  for (const { role, content } of request.messages) {
    for (const block of content) {
      const found = toolsNamedIn(block).filter((name) => !known.has(name));
      for (const name of found) known.add(name);
      add(
        `${role}${mode}`,
        block,
        request.tools.filter(({ name }) => found.includes(name)),
      );
    }
  }

  if (request.cacheControl !== null) {
    const last = segments.findLastIndex(({ bytes }) => !bytes.includes('{"type":"thinking"'));
    const segment = segments[last];
    if (segment !== undefined) {
      segments[last] = { ...segment, breakpoint: request.cacheControl.ttl === "1h" ? "1h" : "5m" };
    }
  }
  return segments;
}

/** Tokens of a whole prompt. */
export function promptTokens(segments: readonly Segment[]): number {
  return segments.at(-1)?.tokensUpTo ?? 0;
}

/** Tokens of a reply. */
export function outputTokens(content: readonly Block[]): number {
  const chars = content.reduce((sum, block) => sum + modelText(block).length, 0);
  return Math.max(1, Math.ceil(chars / CHARS_PER_TOKEN));
}

/** What the model wrote of a block: its text, or the call's name and input. */
export function modelText(block: Block): string {
  if (block.type === "text") return textOf(block, "text");
  if (block.type === "thinking") return textOf(block, "thinking");
  return `${textOf(block, "name")}${JSON.stringify(block["input"] ?? {})}`;
}

/** A field that should hold text, or nothing. */
export function textOf(block: Block, field: string): string {
  const value = block[field];
  return typeof value === "string" ? value : "";
}
