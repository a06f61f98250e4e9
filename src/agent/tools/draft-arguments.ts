/**
 * Arguments of every tool that acts outside, put into what the model reads and taken out before the tool's own schema reads a call: the draft it
 * replaces, and a note to whoever decides. They belong to the draft, not to what would be done: no bound or effect ever shows them.
 */
import type { ToolCall } from "../ports.ts";
import type { AnyTool } from "./define-tool.ts";

const ID_CHARS = 100;
const NOTE_CHARS = 600;

/** As the model reads them. */
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

/** What a call says of its draft. */
export interface DraftArguments {
  /** The waiting draft it is to take the place of; null where it names none. */
  readonly replaces: string | null;
  /** What the person who decides should know; at most 600 characters. */
  readonly note: string | null;
}

const NONE: DraftArguments = { replaces: null, note: null };

type Schema = Readonly<Record<string, unknown>>;

/** A tool's schema as the model is given it. */
export function withDraftArguments(tool: AnyTool, schema: Schema): Schema {
  if (tool.effect !== "external") return schema;
  const properties = schema["properties"] as Schema | undefined;
  return { ...schema, properties: { ...properties, ...PROPERTIES } };
}

/** A call as its tool reads it, and what it says of its draft; what can be neither is left to the schema to refuse. */
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
