/** Extracts single findings from a conversation, to hand them on with a task. Pure. */
import type { LogMessage } from "./conversations/index.ts";
import type { Part } from "./api/message.ts";
import { DELEGATE } from "./registry.ts";
import { FIND_TOOLS, USE_TOOL } from "./tool-references.ts";

/** Maximum findings handed on. */
export const MOST_ITEMS = 10;
const TEXT_CHARS = 500;

export interface ContextItem {
  /** The link or ID by which the agent knows it. */
  readonly id: string;
  /** Its source, named for people. */
  readonly source: string;
  readonly type: string;
  readonly title: string;
  readonly date: string;
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Given = Pick<LogMessage, "kind" | "parts" | "runId">;

interface Ranked extends ContextItem {
  readonly rank: number;
}

/** Tools whose answers contain no findings. */
const NO_FINDINGS: readonly string[] = [DELEGATE, FIND_TOOLS, "ask_user"];
/** Something opened by itself ranks above list entries. */
const READ_RANK = 2;

/** Findings of look-ups, each once in its latest version: opened items first, then list entries by relevance. */
export function contextItems(messages: readonly Given[], reachOf: (tool: string) => string): ContextItem[] {
  const calls = new Map(messages.flatMap(({ parts }) => parts.flatMap(callOf)));
  const items = messages
    .filter(({ kind }) => kind === "results")
    .flatMap(({ parts }) => parts.flatMap((part) => itemsOf(part, calls, reachOf)));
  const byId = new Map<string, Ranked>();
  for (const item of items) {
    const known = byId.get(item.id);
    if (known === undefined || known.rank <= item.rank) byId.set(item.id, item);
  }
  return [...byId.values()]
    .toSorted((one, other) => other.rank - one.rank)
    .map((item) => {
      const { rank: _, ...rest } = item;
      return rest;
    });
}

function callOf(part: Part): [string, string][] {
  const { type, id, name, input } = part as { type: string; id?: string; name?: string; input?: Fields };
  if (type !== "tool_use" || id === undefined || name === undefined) return [];
  const used = input?.["name"];
  return [[id, name === USE_TOOL && typeof used === "string" ? used : name]];
}

function itemsOf(
  part: Part,
  calls: ReadonlyMap<string, string>,
  reachOf: (tool: string) => string,
): Ranked[] {
  const {
    type,
    tool_use_id: callId = "",
    content,
  } = part as {
    type: string;
    tool_use_id?: string;
    content?: unknown;
  };
  const tool = calls.get(callId) ?? "";
  if (type !== "tool_result" || typeof content !== "string" || NO_FINDINGS.includes(tool)) return [];
  const found = parsed(content);
  if (found === null || "status" in found) return [];
  const at = { tool, callId, source: reachOf(tool) };
  const { items } = found;
  if (!Array.isArray(items)) return [itemOf(found, at, 0, READ_RANK)];
  return items.flatMap((item: unknown, index) =>
    isFields(item) ? [itemOf(item, at, index + 1, relevanceOf(item))] : [],
  );
}

function relevanceOf({ relevance }: Fields): number {
  return typeof relevance === "number" ? relevance : 0;
}

/** Field names that tools use for the same thing. */
const NAMED = {
  id: ["link", "id", "key", "path"],
  type: ["in", "type", "kind"],
  title: ["title", "subject", "summary", "name", "contact", "path"],
  date: ["at", "date", "start", "updatedAt"],
  text: ["quote", "text", "body", "content", "snippet", "description", "about"],
} as const;

function itemOf(
  fields: Fields,
  { tool, callId, source }: { readonly tool: string; readonly callId: string; readonly source: string },
  place: number,
  rank: number,
): Ranked {
  const first = (names: readonly string[]): string | undefined =>
    names.map((name) => fields[name]).find((value): value is string => typeof value === "string");
  const { note: _, ...rest } = fields;
  const text = first(NAMED.text) ?? JSON.stringify(rest);
  return {
    id: first(NAMED.id) ?? `${callId}.${place}`,
    source,
    type: first(NAMED.type) ?? tool,
    title: (first(NAMED.title) ?? "").slice(0, 200),
    date: first(NAMED.date) ?? "",
    text: text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text,
    rank,
  };
}

function parsed(content: string): Fields | null {
  try {
    const value: unknown = JSON.parse(content);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
