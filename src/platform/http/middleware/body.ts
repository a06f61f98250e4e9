/** Reads a JSON body with limits: bytes are counted as they arrive, and nesting is checked before the value is used. */
import { AppError } from "../../../kernel/errors.ts";
import { LIMITS } from "../../../kernel/limits.ts";
import { concatBytes } from "../../../kernel/bytes.ts";

/** Maximum nesting of arrays and objects. */
const DEPTH_MAX = 32;

/** Throws `too_large` (413) and `invalid_json` (400). */
export async function readJsonBody(
  request: Request,
  maxBytes: number = LIMITS.requestBodyBytes,
): Promise<unknown> {
  return parseJsonBytes(await readBytes(request, maxBytes));
}

/** The raw body, for checking signatures. Throws `too_large` (413) after at most `maxBytes`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new AppError("too_large", `The request body is larger than ${maxBytes} bytes.`, {
    details: { maxBytes },
  });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  if (request.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge;
    }
    chunks.push(value);
  }
  return concatBytes(chunks);
}

/** Throws `invalid_json` (400) if it is not UTF-8, not JSON, or nested too deeply. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (error) {
    throw new AppError("invalid_json", "The request body is not valid UTF-8.", { cause: error });
  }
  if (depthOf(text) > DEPTH_MAX) {
    throw new AppError("invalid_json", `The request body is nested deeper than ${DEPTH_MAX} levels.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new AppError("invalid_json", "The request body is not valid JSON.", { cause: error });
  }
}

/** Maximum nesting of a JSON text, computed without recursion and for any input. */
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
