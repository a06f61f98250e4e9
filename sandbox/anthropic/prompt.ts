/**
 * The prompt as a sequence of blocks in the order the model reads it: tools, system, messages. Tokens and cache positions are counted
 * along it.
 */
import { toolsInPrompt, toolsNamedIn } from "./deferred-tools.ts";
import { formatOf } from "./grammar.ts";
import type { ShapedRequest } from "./shape.ts";
import type { Block } from "./types.ts";

/** A token is about four characters of the serialized request: roughly proportional, and deterministic. */
const CHARS_PER_TOKEN = 4;
/** An image costs about (width × height) / 750; a typical value, since images aren't decoded. */
const IMAGE_TOKENS = 1600;

/** A prompt block. */
export interface Segment {
  /** Its role and bytes without `cache_control`, in the received field order. */
  readonly bytes: string;
  /** Cumulative tokens up to the end of this block. */
  readonly tokensUpTo: number;
  /** TTL of the cache breakpoint set here. */
  readonly breakpoint: "5m" | "1h" | null;
}

/** Builds the prompt. The top-level `cache_control` sets a breakpoint on the last eligible block. */
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
    chars += charsOf(block, text);
    const ttl = (mark as { ttl?: "5m" | "1h" } | null | undefined)?.ttl ?? "5m";
    segments.push({ bytes, tokensUpTo: Math.ceil(chars / CHARS_PER_TOKEN), breakpoint: mark ? ttl : null });
  };

  // The output schema is part of the prompt's start: a different schema is a different prompt.
  const format = formatOf(request);
  if (format !== null) add("format", format);
  for (const tool of toolsInPrompt(request.tools)) add("tool", tool);
  for (const block of request.system) add("system", block);
  // Thinking and tool choice affect the messages: changing them keeps only tools and system cached.
  const mode = `[${JSON.stringify(request.thinking ?? null)}${JSON.stringify(request.tool_choice ?? null)}]`;
  /** Deferred tools are placed where they were first referenced. */
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

/** The length that a block is counted with: an image's data doesn't count, alone or in a result. */
function charsOf(block: Readonly<Record<string, unknown>>, text: string): number {
  const inner: readonly unknown[] = Array.isArray(block["content"]) ? block["content"] : [];
  const images = [block, ...inner].filter((one) => (one as { type?: unknown }).type === "image");
  const data = images.reduce((sum: number, one) => sum + JSON.stringify(one).length, 0);
  return text.length - data + images.length * IMAGE_TOKENS * CHARS_PER_TOKEN;
}

export function promptTokens(segments: readonly Segment[]): number {
  return segments.at(-1)?.tokensUpTo ?? 0;
}

export function outputTokens(content: readonly Block[]): number {
  const chars = content.reduce((sum, block) => sum + modelText(block).length, 0);
  return Math.max(1, Math.ceil(chars / CHARS_PER_TOKEN));
}

/** A block's model-written text, or a call's name and input. */
export function modelText(block: Block): string {
  if (block.type === "text") return textOf(block, "text");
  if (block.type === "thinking") return textOf(block, "thinking");
  return `${textOf(block, "name")}${JSON.stringify(block["input"] ?? {})}`;
}

/** A text field, or an empty string. */
export function textOf(block: Block, field: string): string {
  const value = block[field];
  return typeof value === "string" ? value : "";
}
