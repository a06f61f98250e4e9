/** Structured output: an agent's zod schema as the JSON schema a model is given, and its answer held to it. Pure. */
import * as z from "zod";
import type { Json } from "../kernel/hash.ts";
import { OUTPUT_FORM } from "./api/agent.ts";
import type { Part } from "./api/message.ts";

const MAX_ISSUES = 20;

/** JSON Schema (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const made = new WeakMap<z.ZodType, JsonSchema>();

/** The schema of what an agent answers; null where it answers in its own words. The same object each time. */
export function outputSchemaOf({ output }: { readonly output?: z.ZodType }): JsonSchema | null {
  if (output === undefined) return null;
  const known = made.get(output);
  if (known !== undefined) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(output);
  made.set(output, schema);
  return schema;
}

/** The keywords of JSON Schema that outputs use. */
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
 * The output form as a prompt gives it: every field of the schema with its allowed values and limits, so that
 * no value can be left out of a prompt by hand.
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

/** An answer as the schema read it, or what is wrong with it. */
type CheckedOutput =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly issues: string };

/** Holds a reply to the schema. Words around the JSON are let pass: models without structured output write them. */
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

/** What a model reads whose answer does not fit. */
export function repairText(issues: string): string {
  return `<notice>\nYour answer does not fit the schema it must have:\n${issues}\nAnswer again with the whole corrected JSON and nothing else.\n</notice>`;
}

/** The first JSON object or list of a text; undefined where there is none. */
function jsonIn(text: string): unknown {
  for (const candidate of [text, text.slice(text.search(/[[{]/), lastBracket(text) + 1)]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next candidate may be one.
    }
  }
  return undefined;
}

function lastBracket(text: string): number {
  return Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
}
