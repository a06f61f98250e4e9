/** How much of the window text takes, without asking anybody: an estimate on the high side of what English and JSON take. */
import type { ModelRequest } from "./ports.ts";

const CHARS_PER_TOKEN = 3.5;
/** No tokenizer makes more than one token of a UTF-8 byte. */
const encoder = new TextEncoder();

/** Tokens of a text or of a value's JSON, estimated. */
export function estimateTokens(value: unknown): number {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/** Tokens of a request, estimated. */
export function requestTokens(request: ModelRequest): number {
  return estimateTokens(request.tools) + estimateTokens(request.system) + estimateTokens(request.messages);
}

/** A bound for reserving money: half as much again as the estimate, and more where the text is not Latin. */
export function requestTokensBound(request: ModelRequest): number {
  const text = JSON.stringify([request.tools, request.system, request.messages]);
  const bytes = encoder.encode(text).length;
  return Math.ceil(Math.max((text.length / CHARS_PER_TOKEN) * 1.5, bytes / 2)) + 1_000;
}
