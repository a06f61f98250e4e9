/**
 * Validates requests and responses against a Google discovery document. Its schema dialect (numbers as formatted strings, `repeated`,
 * per-method requirements as annotations) is converted to JSON Schema. Like the live service, rejects unknown fields and parameters.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { decoded, type Judge, type Operation } from "./judge.ts";

interface DiscoverySchema {
  readonly type?: string;
  readonly format?: string;
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  /** Numeric bounds, as strings. */
  readonly minimum?: string;
  readonly maximum?: string;
  readonly repeated?: boolean;
  readonly required?: boolean;
  readonly location?: "path" | "query";
  readonly properties?: Readonly<Record<string, DiscoverySchema>>;
  readonly additionalProperties?: DiscoverySchema;
  readonly items?: DiscoverySchema;
  /** IDs of methods whose requests require this field. */
  readonly annotations?: { readonly required?: readonly string[] };
}

interface DiscoveryMethod {
  readonly id: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly flatPath?: string;
  readonly parameters?: Readonly<Record<string, DiscoverySchema>>;
  readonly request?: { readonly $ref: string };
  readonly response?: { readonly $ref: string };
  readonly scopes?: readonly string[];
  readonly supportsMediaDownload?: boolean;
  readonly mediaUpload?: { readonly protocols: { readonly simple: { readonly path: string } } };
}

interface DiscoveryResource {
  readonly methods?: Readonly<Record<string, DiscoveryMethod>>;
  readonly resources?: Readonly<Record<string, DiscoveryResource>>;
}

/** The parts of a discovery document we read. */
interface DiscoveryDocument extends DiscoveryResource {
  /** Prefix of all method paths; may be empty. */
  readonly servicePath: string;
  readonly schemas: Readonly<Record<string, DiscoverySchema>>;
  readonly parameters: Readonly<Record<string, DiscoverySchema>>;
}

const SPECS = join(import.meta.dirname, "../specs");
const ROOT = "https://sandbox.local/google";

/** RFC 3339 with a mandatory offset. */
const TIME = {
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)$",
};

const FORMATS: Readonly<Record<string, object>> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint32: { minimum: 0, maximum: 2 ** 32 - 1 },
  int64: { pattern: "^-?\\d{1,19}$" },
  uint64: { pattern: "^\\d{1,20}$" },
  byte: { pattern: "^[A-Za-z0-9+/_-]*={0,2}$" },
  "google-datetime": TIME,
  "date-time": TIME,
};

/** Converts a schema to JSON Schema. */
function converted(schema: DiscoverySchema): Record<string, unknown> {
  if (schema.repeated === true) return { type: "array", items: converted({ ...schema, repeated: false }) };
  if (schema.$ref !== undefined) return { $ref: `${ROOT}#/$defs/${schema.$ref}` };
  if (schema.type === "any" || schema.type === undefined) return {};
  if (schema.type === "array") return { type: "array", items: converted(schema.items ?? {}) };
  return schema.type === "object" ? convertedObject(schema) : convertedValue(schema);
}

function convertedObject({ properties = {}, additionalProperties }: DiscoverySchema) {
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, converted(property)]),
    ),
    additionalProperties: additionalProperties === undefined ? false : converted(additionalProperties),
  };
}

function convertedValue(schema: DiscoverySchema) {
  return {
    type: schema.type,
    ...FORMATS[schema.format ?? ""],
    ...(schema.minimum === undefined ? {} : { minimum: Number(schema.minimum) }),
    ...(schema.maximum === undefined ? {} : { maximum: Number(schema.maximum) }),
    ...(schema.enum === undefined ? {} : { enum: schema.enum }),
  };
}

function words(error: ErrorObject): string {
  const extra = (error.params as { additionalProperty?: string }).additionalProperty;
  if (extra !== undefined) return `Unknown name "${extra}" at '${error.instancePath}': Cannot find field.`;
  return `Invalid value at '${error.instancePath.slice(1)}': ${error.message ?? "is not valid"}`;
}

function issuesOf(validate: ValidateFunction, value: unknown): string[] {
  return validate(value) ? [] : (validate.errors ?? []).map(words);
}

/** Arrays from repeated parameters, everything else from the last. */
function rawQuery(declared: Readonly<Record<string, DiscoverySchema>>, params: URLSearchParams) {
  const values: Record<string, unknown> = {};
  for (const name of new Set(params.keys())) {
    const given = params.getAll(name);
    values[name] = declared[name]?.repeated === true ? given : given.at(-1);
  }
  return values;
}

interface Judges {
  readonly strict: Ajv2020;
  readonly coercing: Ajv2020;
}

function prepare(
  { strict, coercing }: Judges,
  document: DiscoveryDocument,
  spec: DiscoveryMethod,
): Operation {
  const ofQuery = Object.fromEntries(
    Object.entries({ ...document.parameters, ...spec.parameters }).filter(
      ([, { location }]) => location === "query",
    ),
  );
  let validateQuery: ValidateFunction | undefined;
  const compiled = new Map<string, ValidateFunction>();
  const judge = (schema: Record<string, unknown>): ValidateFunction => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? strict.compile(schema);
    compiled.set(key, known);
    return known;
  };
  const required = Object.entries(document.schemas[spec.request?.$ref ?? ""]?.properties ?? {})
    .filter(([, { annotations }]) => annotations?.required?.includes(spec.id) === true)
    .map(([name]) => name);
  return {
    id: spec.id,
    scopes: spec.scopes ?? [],
    givesMedia: spec.supportsMediaDownload === true,
    query(params) {
      validateQuery ??= coercing.compile({
        type: "object",
        properties: Object.fromEntries(
          Object.entries(ofQuery).map(([name, schema]) => [name, converted(schema)]),
        ),
        required: Object.entries(ofQuery).flatMap(([name, schema]) =>
          schema.required === true ? [name] : [],
        ),
        additionalProperties: false,
      });
      const value = rawQuery(ofQuery, params);
      const issues = issuesOf(validateQuery, value);
      return issues.length === 0 ? { ok: true, value } : { ok: false, issues };
    },
    body(value) {
      if (spec.request === undefined)
        return value === undefined ? [] : ["The request has a body where none is expected."];
      // In a patch, null clears a field (developers.google.com/workspace/calendar/api/guides/performance, read 2026-11-23).
      const given = spec.httpMethod === "PATCH" ? withoutNulls(value) : value;
      return issuesOf(judge({ $ref: `${ROOT}#/$defs/${spec.request.$ref}`, required }), given ?? {});
    },
    answer(_status, value) {
      if (spec.response === undefined) return value === null ? [] : ["The method answers with nothing."];
      return issuesOf(judge({ $ref: `${ROOT}#/$defs/${spec.response.$ref}` }), value);
    },
  };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, withoutNulls(one)]])),
  );
}

function methodsOf(resource: DiscoveryResource): DiscoveryMethod[] {
  return [
    ...Object.values(resource.methods ?? {}),
    ...Object.values(resource.resources ?? {}).flatMap(methodsOf),
  ];
}

/** Loads a discovery document from `sandbox/specs`. Slow: once per process. */
export function openDiscovery(file: string): Judge {
  const document = JSON.parse(readFileSync(join(SPECS, file), "utf8")) as DiscoveryDocument;
  const schemas = Object.entries(document.schemas).map(([name, schema]) => [name, converted(schema)]);
  const options = { strict: false, allErrors: true };
  const strict = new Ajv2020(options);
  strict.addSchema({ $id: ROOT, $defs: Object.fromEntries(schemas) as Record<string, unknown> });
  const judges = { strict, coercing: new Ajv2020({ ...options, coerceTypes: true }) };
  const routes = methodsOf(document).flatMap((spec) => {
    const operation = prepare(judges, document, spec);
    const route = (path: string, its: Operation) => ({
      names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""),
      pattern: new RegExp(`^/${path.replace(/\{\w+\}/g, "([^/:]+)")}$`),
      httpMethod: spec.httpMethod,
      operation: its,
    });
    const plain = route(`${document.servicePath}${spec.flatPath ?? spec.path}`, operation);
    const upload = spec.mediaUpload?.protocols.simple.path.slice(1);
    return upload === undefined ? plain : [plain, route(upload, { ...operation, takesMedia: true })];
  });
  return {
    match(httpMethod, path) {
      for (const route of routes) {
        const found = route.httpMethod === httpMethod ? route.pattern.exec(path) : null;
        if (found === null) continue;
        const values = route.names.map((name, index) => [name, decoded(found[index + 1] ?? "")]);
        return {
          operation: route.operation,
          pathValues: Object.fromEntries(values) as Record<string, string>,
        };
      }
      return null;
    },
  };
}
