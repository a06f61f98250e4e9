/** How much of the window text takes, without asking anybody: an estimate on the high side of what English and JSON take. */
import { tokensOfChars } from "../kernel/tokens.ts";
import type { ModelRequest } from "./ports.ts";
import { promptTools, referencesIn } from "./tool-references.ts";

const encoder = new TextEncoder();

/** Tokens of a text or of a value's JSON, estimated. */
export function estimateTokens(value: unknown): number {
  return tokensOfChars(typeof value === "string" ? value.length : (JSON.stringify(value) ?? "").length);
}

interface Size {
  readonly chars: number;
  readonly bytes: number;
}

const sizes = new WeakMap<object, Size>();

/** JSON size of a part of a request. Taken once: what stands in a request does not change, and most of it stands in the next one too. */
function sizeOf(part: object): Size {
  const known = sizes.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(part);
  const size = { chars: text.length, bytes: encoder.encode(text).length };
  sizes.set(part, size);
  return size;
}

/** What stands around a message's blocks in JSON: its role, brackets and commas. */
const MESSAGE_CHARS = 36;

/** What a request takes: an estimate, and a bound for reserving money that is half as large again, and more where the text is not Latin. */
export function measureRequest(request: ModelRequest): { readonly tokens: number; readonly bound: number } {
  let [chars, bytes] = [0, 0];
  const add = (part: object): void => {
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
      add(block);
      // The service puts the definition in the reference's place.
      for (const name of referencesIn(block)) add(tools.get(name) ?? {});
    }
  }
  const tokens = tokensOfChars(chars);
  return { tokens, bound: Math.ceil(Math.max(tokens * 1.5, bytes / 2)) + 1_000 };
}
