/**
 * Tools as the model is given them. The bytes are stable: same tools, same order, same JSON, or the cached prompt is lost. Schemas hold what a model
 * needs to read; the zod schema the gate reads arguments by checks more (formats, patterns, unknown fields).
 */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import * as z from "zod";
import { catalogue } from "./catalogue.ts";
import type { AnyTool } from "./define-tool.ts";
import { withDraftArguments } from "./draft-arguments.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The tool's own input as JSON Schema, without what the gate takes out (`replaces`, `note`). */
export function inputSchemaOf(tool: AnyTool): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: "input" });
  return schema;
}

/** Keywords that cost tokens and tell a model nothing its description does not. */
const NOISE = new Set(["pattern", "additionalProperties", "propertyNames", "$defs", "minLength", "minItems"]);
/** JSON Schema writes zod's integers with these bounds. */
const SAFE = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** What a look-up asks (an id, a number, a few words) is short by itself; what is composed must know how long it may be. */
const NOISE_OF_READS = new Set([...NOISE, "maxLength"]);

function lean(value: unknown, noise: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => lean(one, noise));
  if (value === null || typeof value !== "object") return value;
  // Any JSON is written as a schema that refers to itself: "anything" says the same.
  if ("$ref" in value) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (key === "properties") return [[key, mapped(one as Schema, noise)]];
      if (noise.has(key) || SAFE.has(one as number) || (key === "minimum" && one === 1)) return [];
      return [[key, lean(one, noise)]];
    }),
  );
}

function mapped(properties: Schema, noise: ReadonlySet<string>): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, lean(schema, noise)]));
}

const definitions = new WeakMap<AnyTool, Tool>();

/** One tool's definition; made once. */
export function definitionOf(tool: AnyTool): Tool {
  const known = definitions.get(tool);
  if (known !== undefined) return known;
  const onlyReads = tool.effect === "read" && !("asks" in tool);
  const schema = lean(inputSchemaOf(tool), onlyReads ? NOISE_OF_READS : NOISE) as Schema;
  const made: Tool = {
    name: tool.name,
    description: tool.description,
    input_schema: withDraftArguments(tool, schema) as Tool["input_schema"],
  };
  definitions.set(tool, made);
  return made;
}

/**
 * The definitions of the named tools, in the catalogue's order: those of the core first, then the deferred, which the model does not read before
 * `find_tools` has found them (platform.claude.com, "Tool search tool", custom implementation; read 2026-11-22). Names that do not exist are left out.
 */
export function modelTools(core: readonly string[], deferred: readonly string[] = []): Tool[] {
  const named = (names: readonly string[]): AnyTool[] =>
    catalogue().filter(({ name }) => names.includes(name));
  return [
    ...named(core).map(definitionOf),
    ...named(deferred.filter((name) => !core.includes(name))).map((tool) => ({
      ...definitionOf(tool),
      defer_loading: true,
    })),
  ];
}
