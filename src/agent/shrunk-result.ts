/** A result of an earlier turn, in short: its digest, or its beginning. It keeps the marks of outside text. */
import type { Json } from "../kernel/hash.ts";
import { SHRUNK_CHARS } from "./compaction.ts";
import { OUTSIDE_NOTE } from "./conversations/index.ts";
import type { Digest } from "./ports.ts";
import { SUMMARIZED, TRUNCATED } from "./runs/index.ts";
import { fitted } from "./tools/fitted.ts";
import { piecesOf } from "./tools/pieces.ts";

const AGAIN = "Shortened since that turn. Call the tool again for the whole.";

export async function shrunkResult(content: string, question: string, digest: Digest): Promise<string> {
  const found = parsed(content);
  const note: { note?: string } = fieldOf(found, "note") === OUTSIDE_NOTE ? { note: OUTSIDE_NOTE } : {};
  const known = fieldOf(found, "format") === SUMMARIZED ? fieldOf(found, "digest") : undefined;
  const items = fieldOf(found, "items");
  const pieces = Array.isArray(items) && items.length > 1 ? (items as Json[]) : piecesOf(found);
  const lines = known ?? (await digest({ question, lookUp: "An earlier look-up", items: pieces }));
  if (lines !== null) {
    const { value } = fitted(lines as Json, SHRUNK_CHARS);
    return JSON.stringify({ ...note, format: SUMMARIZED, digest: value, rest: AGAIN });
  }
  const { value } = fitted(note.note === undefined ? found : withoutNote(found), SHRUNK_CHARS);
  return JSON.stringify({ ...note, format: TRUNCATED, rest: AGAIN, found: value });
}

function withoutNote(found: Json): Json {
  const { note: _, ...rest } = found as Readonly<Record<string, Json>>;
  return rest;
}

export function parsed(content: string): Json {
  try {
    return JSON.parse(content) as Json;
  } catch {
    return content;
  }
}

function fieldOf(value: Json, name: string): Json | undefined {
  return value !== null && typeof value === "object" && !Array.isArray(value)
    ? (value as Readonly<Record<string, Json>>)[name]
    : undefined;
}
