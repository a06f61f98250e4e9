/** Values that a JSON Schema of OpenAPI takes, as an arbitrary. What it can't say in a schema's words (a refinement) the product may still refuse. */
import fc from "fast-check";

/** The words of JSON Schema that the documents use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Finds what a reference leads to. */
export type Resolve = (reference: string) => JsonSchema;

const LONGEST_TEXT = 60;
const MOST_ITEMS = 3;
const DEEPEST = 5;

const ODD_TEXTS = [
  "",
  " ",
  "Wärme 🔥",
  "a\u0000b",
  "<b>x</b>",
  "' or 1=1 --",
  "../../etc",
  "\u202Eabc",
  "__proto__",
];

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": fc
    .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  date: fc
    .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  email: fc.constantFrom("ann@example.com", "b.c+d@sub.example.org"),
  uri: fc.constantFrom("https://example.com/a?b=c", "http://127.0.0.1:1/x"),
  uuid: fc.uuid(),
};

/** Where in a schema something is made: how deep, and inside which references. */
interface Place {
  readonly depth: number;
  readonly within: readonly string[];
}

/** Values that fit. */
export function samplesOf(
  schema: JsonSchema,
  resolve: Resolve,
  place: Place = { depth: 0, within: [] },
): fc.Arbitrary<unknown> {
  const { $ref: reference } = schema;
  // Made when it is drawn: a schema may hold itself.
  if (reference !== undefined) {
    const inside = { depth: place.depth + 1, within: [...place.within, reference] };
    return fc.constant(null).chain(() => samplesOf(resolve(reference), resolve, inside));
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const deeper = { ...place, depth: place.depth + 1 };
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return fc.oneof(...ending(choices, place).map((choice) => samplesOf(choice, resolve, deeper)));
  if (schema.allOf !== undefined)
    return fc
      .tuple(...schema.allOf.map((part) => samplesOf(part, resolve, place)))
      .map((parts) => Object.assign({}, ...parts) as object);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0) return fc.jsonValue({ maxDepth: 1 });
  return fc.oneof(...types.map((type) => ofType(type, schema, resolve, deeper)));
}

/** Deep down, the choices that don't hold again what they are in. */
function ending(choices: readonly JsonSchema[], { depth, within }: Place): readonly JsonSchema[] {
  if (depth <= DEEPEST) return choices;
  const kept = choices.filter((choice) => {
    const text = JSON.stringify(choice);
    return !within.some((reference) => text.includes(`"${reference}"`));
  });
  return kept.length === 0 ? choices : kept;
}

function ofType(type: string, schema: JsonSchema, resolve: Resolve, place: Place): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: lowest(schema), max: Math.min(schema.maximum ?? 1000, 2 ** 31) });
    case "number":
      return fc.double({ min: lowest(schema), max: schema.maximum ?? 1000, noNaN: true });
    case "array":
      return items(schema, resolve, place);
    case "object":
      return properties(schema, resolve, place);
    default:
      return text(schema);
  }
}

function lowest({ minimum, exclusiveMinimum }: JsonSchema): number {
  return Math.max(minimum ?? (exclusiveMinimum === undefined ? -5 : exclusiveMinimum + 1), -(2 ** 31));
}

function text({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema): fc.Arbitrary<string> {
  const known = FORMATS[format ?? ""];
  if (known !== undefined) return known;
  const fits = (value: string) => value.length >= minLength && value.length <= maxLength;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u")).filter(fits);
  const longest = Math.max(minLength, Math.min(maxLength, LONGEST_TEXT));
  const plain = fc.string({ unit: "grapheme-ascii", minLength, maxLength: longest });
  const odd = ODD_TEXTS.filter(fits);
  return odd.length === 0 ? plain : fc.oneof({ weight: 3, arbitrary: plain }, fc.constantFrom(...odd));
}

function items(schema: JsonSchema, resolve: Resolve, place: Place): fc.Arbitrary<unknown> {
  if (schema.prefixItems !== undefined)
    return fc.tuple(...schema.prefixItems.map((item) => samplesOf(item, resolve, place)));
  const { minItems: minLength = 0, maxItems = MOST_ITEMS } = schema;
  if (place.depth > DEEPEST && minLength === 0) return fc.constant([]);
  const maxLength = Math.max(minLength, Math.min(maxItems, MOST_ITEMS));
  return fc.array(samplesOf(schema.items ?? {}, resolve, place), { minLength, maxLength });
}

function properties(schema: JsonSchema, resolve: Resolve, place: Place): fc.Arbitrary<unknown> {
  const { properties: known = {}, required = [], additionalProperties, propertyNames } = schema;
  const wanted = Object.entries(known).filter(([name]) => place.depth <= DEEPEST || required.includes(name));
  if (wanted.length === 0 && typeof additionalProperties === "object") {
    const names = samplesOf(propertyNames ?? { type: "string", maxLength: 20 }, resolve, place);
    return fc.dictionary(names as fc.Arbitrary<string>, samplesOf(additionalProperties, resolve, place), {
      maxKeys: 2,
    });
  }
  return fc.record(
    Object.fromEntries(wanted.map(([name, part]) => [name, samplesOf(part, resolve, place)])),
    { requiredKeys: required.filter((name) => name in known) },
  );
}
