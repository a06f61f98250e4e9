/** How much of the window text takes, without asking anybody: an estimate on the high side of what English and JSON take. */
import type { ModelRequest } from "./ports.ts";

const CHARS_PER_TOKEN = 3.5;
const encoder = new TextEncoder();

/** Tokens of so many characters, estimated. */
export function tokensOfChars(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

/** Tokens of a text or of a value's JSON, estimated. */
export function estimateTokens(value: unknown): number {
  return tokensOfChars(typeof value === "string" ? value.length : (JSON.stringify(value) ?? "").length);
}

/** What a request takes: an estimate, and a bound for reserving money that is half as large again, and more where the text is not Latin. */
export function measureRequest(request: ModelRequest): { readonly tokens: number; readonly bound: number } {
  const text = JSON.stringify([request.tools, request.system, request.messages]);
  const tokens = tokensOfChars(text.length);
  const bytes = encoder.encode(text).length;
  return { tokens, bound: Math.ceil(Math.max(tokens * 1.5, bytes / 2)) + 1_000 };
}
