/**
 * Validates a call's input against the pinned schema: types, required fields, enums. The server checks the rest. Patterns are never run,
 * since they could be made to run forever, and references aren't followed. Pure.
 */
import type { Json } from "../../kernel/hash.ts";

type Schema = Readonly<Record<string, unknown>>;

const MOST = 5;
/** Maximum schema depth. */
const NESTED = 12;

/** Problems in words; empty if valid. With `onlyNamedFields`, unknown top-level fields are rejected. */
export function inputProblems(schema: Schema, input: Json, onlyNamedFields = false): string[] {
  const strict = onlyNamedFields ? { ...schema, additionalProperties: false } : schema;
  return problemsAt(strict, input, "input", NESTED).slice(0, MOST);
}

function problemsAt(schema: unknown, value: Json | undefined, at: string, levels: number): string[] {
  if (!isObject(schema) || value === undefined || levels === 0) return [];
  const types = [schema["type"] ?? []].flat().filter((one) => typeof one === "string");
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return [`${at} must be ${types.join(" or ")}`];
  const choices = schema["enum"];
  if (Array.isArray(choices) && !choices.some((one) => JSON.stringify(one) === JSON.stringify(value)))
    return [`${at} must be one of ${JSON.stringify(choices).slice(0, 300)}`];
  if (Array.isArray(value))
    return value.flatMap((one: Json, index) =>
      problemsAt(schema["items"], one, `${at}[${index}]`, levels - 1),
    );
  return isObject(value) ? problemsIn(schema, value, at, levels - 1) : [];
}

function problemsIn(schema: Schema, value: Schema, at: string, levels: number): string[] {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${at}.${name} is missing`);
  const unknown =
    schema["additionalProperties"] === false
      ? Object.keys(value)
          .filter((name) => !Object.hasOwn(properties, name))
          .map((name) => `${at}.${name} isn't known`)
      : [];
  const wrong = Object.entries(value).flatMap(([name, one]) =>
    Object.hasOwn(properties, name) ? problemsAt(properties[name], one as Json, `${at}.${name}`, levels) : [],
  );
  return [...missing, ...unknown, ...wrong];
}

function isOf(type: string, value: Json): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return type === "object" ? isObject(value) : typeof value === type;
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
