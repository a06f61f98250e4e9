/** Structured output: converts an agent's zod schema to JSON Schema for the model, and validates the answer. Pure. */
import * as z from "zod";
import type { Json } from "../kernel/hash.ts";
import { OUTPUT_FORM } from "./api/agent.ts";
import type { Part } from "./api/message.ts";

const MAX_ISSUES = 20;

/** JSON Schema (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const made = new WeakMap<z.ZodType, JsonSchema>();

/** The output schema; null for free text. Cached, so that the object stays the same. */
export function outputSchemaOf({ output }: { readonly output?: z.ZodType }): JsonSchema | null {
  if (output === undefined) return null;
  const known = made.get(output);
  if (known !== undefined) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(output);
  made.set(output, schema);
  return schema;
}

/** The JSON Schema keywords that outputs use. */
interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly SchemaNode[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * Describes the output format for a prompt: every field with its allowed values and limits, derived from
 * the schema.
 */
export function outputForm(schema: JsonSchema): string {
  return `${OUTPUT_FORM} (≤ limits characters or items):\n${formOf(schema)}`;
}

function formOf(node: SchemaNode): string {
  if (node.anyOf !== undefined) return node.anyOf.map(formOf).join("|");
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join("|");
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (Array.isArray(node.type)) return node.type.map((type: string) => formOf({ ...node, type })).join("|");
  switch (node.type) {
    case "object": {
      const fields = Object.entries(node.properties ?? {}).map(
        ([name, field]) => `"${name}"${node.required?.includes(name) === true ? "" : "?"}:${formOf(field)}`,
      );
      return `{${fields.join(",")}}`;
    }
    case "array":
      return `[${formOf(node.items ?? {})}]${rangeOf(node.minItems, node.maxItems)}`;
    case "string":
      return `"…${rangeOf(undefined, node.maxLength)}"`;
    case "number":
      return rangeOf(node.minimum, node.maximum) || "number";
    case "integer":
      return `integer${rangeOf(node.minimum, node.maximum)}`;
    case "boolean":
      return "true|false";
    case "null":
      return "null";
    case undefined:
    default:
      throw new Error(`An output schema uses a type that prompts can't show: ${JSON.stringify(node)}`);
  }
}

function rangeOf(least: number | undefined, most: number | undefined): string {
  const isBound = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) !== Number.MAX_SAFE_INTEGER;
  if (isBound(least) && isBound(most)) return `${least}–${most}`;
  if (isBound(most)) return `≤${most}`;
  return isBound(least) ? `≥${least}` : "";
}

/** The parsed answer, or its problems. */
type CheckedOutput =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly issues: string };

/** Validates a reply. Text around the JSON is ignored, because models without structured output add it. */
export function checkOutput(schema: z.ZodType, parts: readonly Part[]): CheckedOutput {
  const text = parts
    .flatMap((part) => {
      const { type, text: words } = part as { type: string; text?: unknown };
      return type === "text" && typeof words === "string" ? [words] : [];
    })
    .join("");
  const value = jsonIn(text);
  if (value === undefined) return { ok: false, issues: "- The answer is not JSON." };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: JSON.parse(JSON.stringify(parsed.data)) as Json };
  const issues = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `- ${path.length === 0 ? "(the whole)" : path.join(".")}: ${message}`);
  return { ok: false, issues: issues.join("\n") };
}

/** The message that asks for a corrected answer. */
export function repairText(issues: string): string {
  return `<notice>\nYour answer does not fit the schema it must have:\n${issues}\nAnswer again with the whole corrected JSON and nothing else.\n</notice>`;
}

/** The first JSON object or array in a text; undefined if there is none. */
function jsonIn(text: string): unknown {
  for (const candidate of [text, text.slice(text.search(/[[{]/), lastBracket(text) + 1)]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // Try the next candidate.
    }
  }
  return undefined;
}

function lastBracket(text: string): number {
  return Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
}
