/**
 * Builds the edit form of an approval card from a JSON Schema. Each leaf is a field whose path is a JSON
 * pointer (RFC 6901) into the arguments; lists are edited item by item.
 */
import * as z from "zod";
import type { FormField } from "./api/approval.ts";

/** JSON Schema writes a nullable type as `["number", "null"]`. */
const typesSchema = z.union([z.string(), z.array(z.string())]);

const nodeSchema = z.object({
  type: typesSchema.optional(),
  enum: z.array(z.string()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  maxLength: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  maxItems: z.number().optional(),
});
type Node = Omit<z.output<typeof nodeSchema>, "type"> & { readonly type?: string };

/** Longer texts get a multi-line field. */
const LONG_TEXT_CHARS = 400;

/**
 * Fields in the schema's order; leaves that no editor supports are skipped. `schema` is the JSON Schema of
 * an object.
 */
export function formOf(schema: Record<string, unknown>): FormField[] {
  return fieldsOf(nodeOf(schema).node, "", [], true);
}

function nodeOf(value: unknown): { node: Node; nullable: boolean } {
  const { node, nullable } = typedNode(value);
  const choices = (node.anyOf ?? []).map((choice) => typedNode(choice).node);
  const [only, ...others] = choices.filter(({ type }) => type !== "null");
  const isOptional = only !== undefined && others.length === 0 && choices.length === 2;
  return isOptional ? { node: only, nullable: true } : { node, nullable };
}

/** Unwraps a list of types with one member; a node with several types has no editor. */
function typedNode(value: unknown): { node: Node; nullable: boolean } {
  const { type, ...node } = nodeSchema.parse(value ?? {});
  const types = [type ?? []].flat();
  const [only, ...others] = types.length === 1 ? types : types.filter((one) => one !== "null");
  const isOne = only !== undefined && others.length === 0;
  return { node: isOne ? { ...node, type: only } : node, nullable: isOne && types.length > 1 };
}

function fieldsOf(node: Node, path: string, labels: readonly string[], required: boolean): FormField[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, value]) => {
    const { node: child, nullable } = nodeOf(value);
    const childPath = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const childRequired = required && !nullable && (node.required ?? []).includes(key);
    const childLabels = [...labels, labelOf(key)];
    // A required object only groups its fields.
    if (child.type === "object" && childRequired) return fieldsOf(child, childPath, childLabels, true);
    const field = fieldOf(child, childPath, childLabels.join(": "), childRequired);
    return field === null ? [] : [field];
  });
}

function fieldOf(node: Node, path: string, label: string, required: boolean): FormField | null {
  const field = { path, label, required, maxLength: null, choices: null, help: null };
  if (node.type === "object") {
    const fields = fieldsOf(node, path, [], true);
    return fields.length === 0 ? null : { ...field, type: "group", fields };
  }
  if (node.type === "array") return listField(node, field);
  const type = typeOf(node);
  if (type === null) return null;
  return { ...field, type, maxLength: node.maxLength ?? null, choices: node.enum ?? null };
}

/** A list has a field if its items have an editor. */
function listField(node: Node, field: Omit<FormField, "type">): FormField | null {
  const { node: item } = nodeOf(node.items);
  const maxItems = node.maxItems ?? null;
  if (item.type === "object") {
    const fields = fieldsOf(item, "", [], true);
    return fields.length === 0 ? null : { ...field, type: "records", fields, maxItems };
  }
  const value = item.type === "array" ? null : fieldOf(item, "", "", true);
  return value === null ? null : { ...field, type: "list", fields: [value], maxItems };
}

function typeOf(node: Node): FormField["type"] | null {
  if (node.enum !== undefined) return "choice";
  if (node.type === "number" || node.type === "integer") return "number";
  if (node.type === "boolean") return "boolean";
  if (node.type !== "string") return null;
  return node.maxLength !== undefined && node.maxLength > LONG_TEXT_CHARS ? "longtext" : "text";
}

/** "createContact" → "Create contact". */
function labelOf(key: string): string {
  const words = key.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
