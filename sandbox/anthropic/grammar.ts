/**
 * JSON schemas the real service accepts for `output_config.format` and for tools with `strict: true`. Source: platform.claude.com,
 * "Structured outputs", sections "JSON Schema limitations" and "Schema complexity limits", read 2026-11-22; error texts as reported by
 * users.
 */
import { ApiError } from "./errors.ts";
import type { MessagesRequest } from "./types.ts";

const MAX_STRICT_TOOLS = 20;
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;

type Schema = Readonly<Record<string, unknown>>;

/** Unsupported keywords by type. */
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "contentEncoding", "contentMediaType"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  array: ["maxItems", "uniqueItems", "contains", "minContains", "maxContains"],
  object: ["minProperties", "maxProperties", "patternProperties", "propertyNames", "dependentRequired"],
};
/** Unsupported in every schema; only `anyOf` and `allOf` can combine schemas. */
const UNSUPPORTED_ANYWHERE = [
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "unevaluatedProperties",
];
const FORMATS = ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];
/** Unsupported regular expression syntax, each after an even number of backslashes. */
const UNSUPPORTED_PATTERN: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /\(\?<?[=!]/, what: "lookahead and lookbehind assertions" },
  { pattern: /(?<!\\)(?:\\\\)*\\[1-9]/, what: "backreferences" },
  { pattern: /(?<!\\)(?:\\\\)*\\[bB]/, what: "word boundaries" },
];

/** Throws ApiError 400 naming the first invalid schema. */
export function checkGrammars(request: MessagesRequest): void {
  const { tools } = request;
  const strict = tools.flatMap((tool, index) =>
    tool["strict"] === true ? [{ path: `tools.${index}.custom`, schema: tool.input_schema ?? {} }] : [],
  );
  if (strict.length > MAX_STRICT_TOOLS) {
    throw new ApiError(
      400,
      `Too many strict tools (${strict.length}). The maximum number of strict tools supported is ${MAX_STRICT_TOOLS}.`,
    );
  }
  const format = formatOf(request);
  const schemas = [
    ...strict,
    ...(format === null ? [] : [{ path: "output_config.format.schema", schema: format }]),
  ];
  const counted = { optional: 0, unions: 0 };
  for (const { path, schema } of schemas) {
    const fault = faultOf(schema, counted) ?? circularFault(schema);
    if (fault !== null) throw new ApiError(400, `${path}: ${fault}`);
  }
  if (counted.optional > MAX_OPTIONAL) {
    throw new ApiError(
      400,
      `Schemas contains too many optional parameters (${counted.optional}), which would make grammar compilation inefficient. ` +
        `Reduce the number of optional parameters in your tool schemas (limit: ${MAX_OPTIONAL}).`,
    );
  }
  if (counted.unions > MAX_UNIONS) {
    throw new ApiError(
      400,
      `Schemas contains too many parameters with union types (${counted.unions} parameters with type arrays or anyOf). ` +
        `This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: ${MAX_UNIONS}).`,
    );
  }
}

/** The schema of the response text; null if none was requested. */
export function formatOf({ output_config }: Pick<MessagesRequest, "output_config">): Schema | null {
  const format = asSchema(output_config?.["format"]);
  return format === null ? null : asSchema(format["schema"]);
}

/** The first problem in a schema or its subschemas, or null. Counts limited constructs. */
function faultOf(schema: Schema, counted: { optional: number; unions: number }): string | null {
  const fault = ownFault(schema);
  if (fault !== null) return fault;
  const properties = Object.entries(asSchema(schema["properties"]) ?? {});
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  counted.optional += properties.filter(([name]) => !required.includes(name)).length;
  counted.unions += properties.filter(([, property]) => isUnion(asSchema(property) ?? {})).length;
  for (const inner of innerSchemas(schema)) {
    const found = faultOf(inner, counted);
    if (found !== null) return found;
  }
  return null;
}

function isUnion(schema: Schema): boolean {
  return Array.isArray(schema["anyOf"]) || Array.isArray(schema["type"]);
}

function innerSchemas(schema: Schema): Schema[] {
  const maps = ["properties", "$defs", "definitions"].flatMap((name) =>
    Object.values(asSchema(schema[name]) ?? {}),
  );
  const lists = ["anyOf", "allOf", "prefixItems"].flatMap((name) =>
    Array.isArray(schema[name]) ? (schema[name] as unknown[]) : [],
  );
  return [...maps, ...lists, schema["items"]].map(asSchema).filter((inner) => inner !== null);
}

function ownFault(schema: Schema): string | null {
  const anywhere = UNSUPPORTED_ANYWHERE.find((keyword) => keyword in schema);
  if (anywhere !== undefined) return `Schema keyword '${anywhere}' is not supported`;
  const reference = schema["$ref"];
  if (typeof reference === "string" && !reference.startsWith("#"))
    return `External $ref '${reference}' is not supported`;
  if (Array.isArray(schema["allOf"]) && schema["allOf"].some((one) => "$ref" in (asSchema(one) ?? {})))
    return "'allOf' with '$ref' is not supported";
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : [];
  if (values.some((value) => typeof value === "object" && value !== null))
    return "'enum' may hold strings, numbers, booleans and null only";
  for (const type of [schema["type"]].flat()) {
    const fault = typeof type === "string" ? typeFault(type, schema) : null;
    if (fault !== null) return fault;
  }
  return null;
}

function typeFault(type: string, schema: Schema): string | null {
  const found = (UNSUPPORTED[type] ?? []).filter((keyword) => keyword in schema).sort();
  if (found.length === 1) return `For '${type}' type, property '${found[0] ?? ""}' is not supported`;
  if (found.length > 1) return `For '${type}' type, properties ${found.join(", ")} are not supported`;
  if (type === "object") return objectFault(schema["additionalProperties"]);
  if (type === "array" && typeof schema["minItems"] === "number" && schema["minItems"] > 1)
    return "For 'array' type, 'minItems' values other than 0 or 1 are not supported";
  return type === "string" ? stringFault(schema) : null;
}

function objectFault(additional: unknown): string | null {
  if (additional === false) return null;
  return additional === undefined || additional === true
    ? "For 'object' type, 'additionalProperties' must be explicitly set to false"
    : "For 'object' type, 'additionalProperties: object' is not supported. Please set 'additionalProperties' to false";
}

function stringFault({ format, pattern }: Schema): string | null {
  if (typeof format === "string" && !FORMATS.includes(format))
    return `For 'string' type, format '${format}' is not supported`;
  if (typeof pattern !== "string") return null;
  const beyond = UNSUPPORTED_PATTERN.find((one) => one.pattern.test(pattern));
  return beyond === undefined ? null : `For 'string' type, 'pattern' with ${beyond.what} is not supported`;
}

/** A definition that contains itself, directly or indirectly. */
function circularFault(root: Schema): string | null {
  const visit = (schema: Schema, path: readonly string[]): string | null => {
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      if (path.includes(reference))
        return `Circular reference detected in schema definitions: ${[...path, reference].map(lastName).join(" -> ")}`;
      return visit(definitionAt(root, reference), [...path, reference]);
    }
    const { $defs: _defs, definitions: _definitions, ...own } = schema;
    for (const inner of innerSchemas(own)) {
      const fault = visit(inner, path);
      if (fault !== null) return fault;
    }
    return null;
  };
  return visit(root, []);
}

function definitionAt(root: Schema, reference: string): Schema {
  const steps = reference.split("/").slice(1);
  return steps.reduce<Schema>((schema, step) => asSchema(schema[step]) ?? {}, root);
}

function lastName(reference: string): string {
  return reference.split("/").at(-1) ?? reference;
}

function asSchema(value: unknown): Schema | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : null;
}
