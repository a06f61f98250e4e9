/**
 * Arguments that tools share and that are removed before a tool parses a call. External tools: the draft to
 * replace, and a note for the person who decides; both are in the model's schema. Other tools: the items of
 * a list to skip. Definitions that every prompt holds leave that to the answer with more items.
 */
import type { ToolCall } from "../ports.ts";
import type { AnyTool } from "./define-tool.ts";

const ID_CHARS = 100;
const NOTE_CHARS = 600;

/** Their schema for the model. */
const PROPERTIES = {
  replaces: {
    type: "string",
    description: "To change a waiting draft: its id, and here all of the new one",
  },
  note: {
    type: "string",
    description: "For who approves, never sent: why, a translation, an open question",
  },
} as const;

export interface DraftArguments {
  /** The pending draft to replace; null if none is named. */
  readonly replaces: string | null;
  /** For the person who decides; at most 600 characters. */
  readonly note: string | null;
}

const NONE: DraftArguments = { replaces: null, note: null };

type Schema = Readonly<Record<string, unknown>>;

/** A tool's schema for the model. */
export function withDraftArguments(tool: AnyTool, schema: Schema): Schema {
  if (tool.effect !== "external") return schema;
  const properties = schema["properties"] as Schema | undefined;
  return { ...schema, properties: { ...properties, ...PROPERTIES } };
}

const SKIP = {
  type: "integer",
  description: "Items that earlier calls showed, where there are more",
} as const;

/** A list's schema for who can't learn from its answers what else it takes, or reads it once. */
export function withSkip(tool: AnyTool, schema: Schema): Schema {
  if (tool.lists !== true) return schema;
  return { ...schema, properties: { ...(schema["properties"] as Schema | undefined), skip: SKIP } };
}

/** Splits a call into the tool's arguments and the shared ones. Invalid values are left for the schema to reject. */
export function splitSharedArguments(
  tool: AnyTool | null,
  input: ToolCall["input"],
): { readonly input: ToolCall["input"]; readonly draft: DraftArguments; readonly skip: number } {
  if (tool !== null && tool.effect !== "external" && !("asks" in tool)) {
    const { skip, ...own } = input;
    const isCount = typeof skip === "number" && Number.isInteger(skip) && skip >= 0;
    return isCount ? { input: own, draft: NONE, skip } : { input, draft: NONE, skip: 0 };
  }
  if (tool?.effect !== "external") return { input, draft: NONE, skip: 0 };
  const { replaces, note, ...own } = input;
  const isId = replaces === undefined || (typeof replaces === "string" && replaces.length <= ID_CHARS);
  if (!isId || (note !== undefined && typeof note !== "string")) return { input, draft: NONE, skip: 0 };
  const draft = { replaces: wordsOf(replaces), note: wordsOf(note?.slice(0, NOTE_CHARS)) };
  return { input: own, draft, skip: 0 };
}

function wordsOf(given: string | undefined): string | null {
  const words = given?.trim() ?? "";
  return words === "" ? null : words;
}
