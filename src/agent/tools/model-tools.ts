/**
 * Tool definitions for the model. Their bytes are stable (same tools, order and JSON); otherwise the prompt
 * cache is lost. Schemas contain what a model needs to read; the zod schema in the gate checks more
 * (formats, patterns, unknown fields).
 */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import * as z from "zod";
import { catalogue } from "./catalogue.ts";
import type { AnyTool } from "./define-tool.ts";
import { withDraftArguments, withSkip } from "./draft-arguments.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The tool's input as JSON Schema, without the arguments the gate removes (`replaces`, `note`). */
export function inputSchemaOf(tool: AnyTool): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: "input" });
  return schema;
}

/** Keywords that cost tokens and add nothing to the description. */
const NOISE = new Set(["pattern", "additionalProperties", "propertyNames", "$defs", "minLength", "minItems"]);
/** The bounds that zod adds to integers. */
const SAFE = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** Arguments of look-ups are short anyway; written text needs its maximum length. */
const NOISE_OF_READS = new Set([...NOISE, "maxLength"]);

function lean(value: unknown, noise: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => lean(one, noise));
  if (value === null || typeof value !== "object") return value;
  // JSON values have a recursive schema; an empty one means the same.
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

/** Cached per tool. */
function definitionOf(tool: AnyTool): Tool {
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

/** The definition of a tool that isn't in every prompt. */
export function wholeDefinitionOf(tool: AnyTool): Tool {
  const { input_schema, ...rest } = definitionOf(tool);
  return { ...rest, input_schema: withSkip(tool, input_schema) as Tool["input_schema"] };
}

/**
 * Definitions in catalogue order: first the core tools, then the deferred ones, which the model reads only
 * after `find_tools` (platform.claude.com, “Tool search tool”, custom implementation; read 2026-11-22).
 * Unknown names are skipped.
 */
export function modelTools(core: readonly string[], deferred: readonly string[] = []): Tool[] {
  const named = (names: readonly string[]): AnyTool[] =>
    catalogue().filter(({ name }) => names.includes(name));
  return [
    ...named(core).map(definitionOf),
    ...named(deferred.filter((name) => !core.includes(name))).map((tool) => ({
      ...wholeDefinitionOf(tool),
      defer_loading: true,
    })),
  ];
}
