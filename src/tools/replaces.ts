/**
 * `replaces`: an argument of every tool that acts outside, put into what the model reads and taken out before the tool's own schema reads a call. It
 * belongs to the draft, not to what would be done: no card, bound or effect ever shows it.
 */
import type { ToolCall } from "../agents/ports.ts";
import type { AnyTool } from "./define-tool.ts";

const NAME = "replaces";
const MAX_CHARS = 100;

/** As the model reads it. */
const PROPERTY = {
  type: "string",
  description:
    "Id of a waiting draft that this one takes the place of: to change a draft, call again with it",
} as const;

type Schema = Readonly<Record<string, unknown>>;

/** A tool's schema as the model is given it. */
export function withReplaces(tool: AnyTool, schema: Schema): Schema {
  if (tool.effect !== "external") return schema;
  const properties = schema["properties"] as Schema | undefined;
  return { ...schema, properties: { ...properties, [NAME]: PROPERTY } };
}

/** A call as its tool reads it, and the draft it names; what can be no id is left to the schema to refuse. */
export function splitReplaces(
  tool: AnyTool | null,
  input: ToolCall["input"],
): { readonly input: ToolCall["input"]; readonly replaces: string | null } {
  const { [NAME]: named, ...own } = input;
  if (tool?.effect !== "external" || typeof named !== "string" || named.length > MAX_CHARS)
    return { input, replaces: null };
  return { input: own, replaces: named.trim() === "" ? null : named.trim() };
}
