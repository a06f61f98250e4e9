/**
 * Arguments that all external tools share: the draft to replace, and a note for the person who decides.
 * They are added to the model's schema and removed before the tool parses a call, because they belong to
 * the draft and not to its effects.
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

/** Splits a call into the tool's arguments and those of the draft. Invalid values are left for the schema to reject. */
export function splitDraftArguments(
  tool: AnyTool | null,
  input: ToolCall["input"],
): { readonly input: ToolCall["input"]; readonly draft: DraftArguments } {
  if (tool?.effect !== "external") return { input, draft: NONE };
  const { replaces, note, ...own } = input;
  const isId = replaces === undefined || (typeof replaces === "string" && replaces.length <= ID_CHARS);
  if (!isId || (note !== undefined && typeof note !== "string")) return { input, draft: NONE };
  return { input: own, draft: { replaces: wordsOf(replaces), note: wordsOf(note?.slice(0, NOTE_CHARS)) } };
}

function wordsOf(given: string | undefined): string | null {
  const words = given?.trim() ?? "";
  return words === "" ? null : words;
}
