/** Reads a JSON body within bounds: bytes counted while they arrive and cut off, nesting counted before anything walks the value. */
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";

/** Arrays and objects inside each other. */
const DEPTH_MAX = 32;

/** The parsed body. Throws `too_large` (413) and `invalid_json` (400). */
export async function readJsonBody(request: Request): Promise<unknown> {
  const text = await readText(request, LIMITS.requestBodyBytes);
  if (depthOf(text) > DEPTH_MAX) {
    throw new AppError("invalid_json", `The request body is nested deeper than ${DEPTH_MAX} levels.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new AppError("invalid_json", "The request body is not valid JSON.", { cause: error });
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = new AppError("too_large", `The request body is larger than ${maxBytes} bytes.`, {
    details: { maxBytes },
  });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  if (request.body === null) return "";
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let size = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    size += value?.byteLength ?? 0;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge;
    }
    try {
      text += decoder.decode(value, { stream: !done });
    } catch (error) {
      throw new AppError("invalid_json", "The request body is not valid UTF-8.", { cause: error });
    }
    if (done) return text;
  }
}

/** Deepest nesting of a JSON text, found without recursion and without believing that it is JSON. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) index++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x5b || char === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (char === 0x5d || char === 0x7d) depth--;
  }
  return deepest;
}
