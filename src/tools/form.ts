/**
 * The edit form of an approval card, made from the tool's schema: one field a leaf, its path a JSON pointer
 * (RFC 6901) into the arguments.
 */
import * as z from "zod";
import type { Approval } from "../protocol/approval.ts";
import type { AnyTool } from "./define-tool.ts";
import { inputSchemaOf } from "./model-tools.ts";

type FormField = Approval["form"][number];

const nodeSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  maxLength: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});
type Node = z.output<typeof nodeSchema>;

/** Longer texts get a field of several lines. */
const LONG_TEXT_CHARS = 400;

/** The fields of a tool's form, in the schema's order. Lists are not edited on a card and get none. */
export function formOf(tool: AnyTool): FormField[] {
  return fieldsOf(nodeSchema.parse(inputSchemaOf(tool)), "", [], true);
}

function fieldsOf(node: Node, path: string, labels: readonly string[], required: boolean): FormField[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, value]) => {
    const child = nodeSchema.parse(value);
    const childPath = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const childRequired = required && (node.required ?? []).includes(key);
    const childLabels = [...labels, labelOf(key)];
    if (child.type === "object") return fieldsOf(child, childPath, childLabels, childRequired);
    const type = typeOf(child);
    if (type === null) return [];
    return [
      {
        path: childPath,
        label: childLabels.join(": "),
        type,
        required: childRequired,
        maxLength: child.maxLength ?? null,
        choices: child.enum ?? null,
        help: null,
      },
    ];
  });
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
