/**
 * Tools as the model is given them. The bytes are stable: same tools, same order, same JSON, or the cached
 * prompt is lost.
 */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import * as z from "zod";
import { CATALOGUE } from "./catalogue.ts";
import type { AnyTool } from "./define-tool.ts";

/** The tool's input as JSON Schema, as a caller writes it. */
export function inputSchemaOf(tool: AnyTool): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: "input" });
  return schema;
}

/** The definitions of the named tools, in the catalogue's order; names that do not exist are left out. */
export function modelTools(names: readonly string[]): Tool[] {
  return CATALOGUE.filter((tool) => names.includes(tool.name)).map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: inputSchemaOf(tool) as Tool["input_schema"],
  }));
}
