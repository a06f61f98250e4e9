/** Estimates tokens locally; on the high side for English and JSON. */
import { tokensOfChars } from "../kernel/tokens.ts";
import { imageTokens, isImage } from "./pictures.ts";
import type { ModelRequest } from "./ports.ts";
import { promptTools, referencesIn } from "./tool-references.ts";

const encoder = new TextEncoder();

/** Estimated tokens of a text or a value's JSON. */
export function estimateTokens(value: unknown): number {
  return tokensOfChars(typeof value === "string" ? value.length : (JSON.stringify(value) ?? "").length);
}

interface Size {
  readonly chars: number;
  readonly bytes: number;
}

const sizes = new WeakMap<object, Size>();

/** Cached, because parts of a request don't change and recur in the next one. */
function sizeOf(part: object): Size {
  const known = sizes.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(part);
  const size = { chars: text.length, bytes: encoder.encode(text).length };
  sizes.set(part, size);
  return size;
}

/** JSON around a message's blocks: role, brackets and commas. */
const MESSAGE_CHARS = 36;

/**
 * An estimate of a request's tokens, and an upper bound for reservations: half as much again, and more for
 * non-Latin text.
 */
export function measureRequest(request: ModelRequest): { readonly tokens: number; readonly bound: number } {
  let [chars, bytes, ofImages] = [0, 0, 0];
  const add = (part: object): void => {
    if (isImage(part)) {
      ofImages += imageTokens(part);
      return;
    }
    const size = sizeOf(part);
    chars += size.chars + 1;
    bytes += size.bytes + 1;
  };
  const tools = new Map(request.tools.map((tool) => [tool.name, tool]));
  for (const tool of promptTools(request.tools)) add(tool);
  for (const block of request.system) add(block);
  if (request.outputSchema !== null) add(request.outputSchema);
  for (const { content } of request.messages) {
    chars += MESSAGE_CHARS;
    bytes += MESSAGE_CHARS;
    if (typeof content === "string") {
      chars += content.length;
      bytes += encoder.encode(content).length;
      continue;
    }
    for (const block of content) {
      const inner = block.type === "tool_result" && Array.isArray(block.content) ? block.content : [];
      const images = inner.filter(isImage);
      for (const image of images) add(image);
      add(images.length === 0 ? block : { ...block, content: inner.filter((one) => !isImage(one)) });
      // The service replaces the reference with the definition.
      for (const name of referencesIn(block)) add(tools.get(name) ?? {});
    }
  }
  const tokens = tokensOfChars(chars);
  const bound = Math.ceil(Math.max(tokens * 1.5, bytes / 2)) + 1_000;
  return { tokens: tokens + ofImages, bound: bound + ofImages };
}
