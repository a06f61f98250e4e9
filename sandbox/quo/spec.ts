/**
 * Validates requests and responses against Quo's official v1 specification. Differences of the live service from the stored copy (June
 * 2025) are all listed in `deltas.ts`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { applyDeltas } from "./deltas.ts";

interface Parameter {
  readonly in: "query" | "path";
  readonly name: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: string };
}

interface SpecOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: unknown }> }>>;
}

/** The parts of an OpenAPI document we read. */
export interface Spec {
  readonly paths: Record<string, Record<string, SpecOperation>>;
  readonly components: unknown;
}

/** A problem in the vendor's format. */
export interface SpecIssue {
  readonly path: string;
  readonly message: string;
  readonly value?: unknown;
  readonly schema: { readonly type: string };
}

export interface Operation {
  readonly id: string;
  /** First two digits of its error codes, e.g. `02` for messages. */
  readonly family: string;
  /** The query, coerced to the declared types, or its problems. */
  query(
    params: URLSearchParams,
  ): { ok: true; value: Record<string, unknown> } | { ok: false; issues: SpecIssue[] };
  /** Problems in a request body. */
  body(value: unknown): SpecIssue[];
  /** Problems in our response. */
  answer(status: number, body: unknown): SpecIssue[];
  /** Fixed fields (`code`, `title`, …) of a documented error status, or null. */
  error(status: number): Record<string, unknown> | null;
}

/** A matching operation with its path parameters. */
export interface OperationMatch {
  readonly operation: Operation;
  readonly pathValues: Readonly<Record<string, string>>;
}

const SPEC_FILE = join(import.meta.dirname, "../specs/openphone.json");
const ROOT = "https://sandbox.local/openphone";

function issuesOf(validate: ValidateFunction, value: unknown): SpecIssue[] {
  return validate(value) ? [] : (validate.errors ?? []).map(issue);
}

function issue(error: ErrorObject): SpecIssue {
  const missing = (error.params as { missingProperty?: string }).missingProperty;
  const path = missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`;
  return {
    path: path || "/",
    message: error.message ?? "is not valid",
    schema: { type: (error.parentSchema as { type?: string } | undefined)?.type ?? error.keyword },
  };
}

/** Arrays from repeated parameters, everything else from the first. */
function rawQuery(operation: SpecOperation, params: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { in: place, name, schema } of operation.parameters ?? []) {
    const given = params.getAll(name);
    if (place !== "query" || given.length === 0) continue;
    values[name] = schema.type === "array" ? given : given[0];
  }
  return values;
}

/** Bodies are validated as they are; query strings are coerced to the declared type. */
interface Judges {
  readonly strict: Ajv2020;
  readonly coercing: Ajv2020;
}

function makeJudges(spec: Spec): Judges {
  // The vendor's document has invalid examples, so the document itself isn't validated.
  const options = { strict: false, allErrors: true, verbose: true, validateSchema: false };
  const strict = addFormats(new Ajv2020(options));
  strict.addSchema({ $id: ROOT, ...spec });
  return { strict, coercing: addFormats(new Ajv2020({ ...options, coerceTypes: true })) };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function prepare({ strict, coercing }: Judges, path: string, method: string, spec: SpecOperation): Operation {
  const escaped = path.replaceAll("~", "~0").replaceAll("/", "~1");
  const pointer = `${ROOT}#/paths/${escaped}/${method}`;
  const compiled = new Map<string, ValidateFunction>();
  const at = (ref: string): ValidateFunction => {
    const known = compiled.get(ref) ?? strict.compile({ $ref: `${pointer}${ref}` });
    compiled.set(ref, known);
    return known;
  };
  const queryParameters = (spec.parameters ?? []).filter((parameter) => parameter.in === "query");
  const validateQuery = once(() =>
    coercing.compile({
      type: "object",
      properties: Object.fromEntries(queryParameters.map(({ name, schema }) => [name, schema])),
      required: queryParameters.filter(({ required }) => required).map(({ name }) => name),
    }),
  );
  const notFound = spec.responses["404"]?.content?.["application/json"]?.schema;
  const constOf = (schema: unknown, name: string): unknown =>
    (schema as { properties?: Record<string, { const?: unknown }> } | undefined)?.properties?.[name]?.const;
  return {
    id: spec.operationId,
    family: (constOf(notFound, "code") as string).slice(0, 2),
    query(params) {
      const value = rawQuery(spec, params);
      const issues = issuesOf(validateQuery(), value);
      return issues.length === 0 ? { ok: true, value } : { ok: false, issues };
    },
    body: (value) =>
      spec.requestBody === undefined
        ? []
        : issuesOf(at("/requestBody/content/application~1json/schema"), value),
    answer(status, body) {
      const response = spec.responses[String(status)];
      if (response === undefined)
        return [{ path: "/", message: `status ${status} is not documented`, schema: { type: "status" } }];
      if (response.content === undefined) return [];
      return issuesOf(at(`/responses/${status}/content/application~1json/schema`), body);
    },
    error(status) {
      const schema = spec.responses[String(status)]?.content?.["application/json"]?.schema;
      if (schema === undefined) return null;
      const names = ["code", "status", "docs", "title", "description"];
      return Object.fromEntries(
        names.map((name) => [name, constOf(schema, name)]).filter(([, value]) => value !== undefined),
      ) as Record<string, unknown>;
    },
  };
}

/** Loads the specification. Slow: once per process. */
export function openSpec(): { match(method: string, path: string): OperationMatch | null } {
  const spec = applyDeltas(JSON.parse(readFileSync(SPEC_FILE, "utf8")) as Spec);
  const judges = makeJudges(spec);
  const routes = Object.entries(spec.paths).map(([path, methods]) => ({
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`),
    operations: new Map(
      Object.entries(methods).map(([method, operation]) => [
        method.toUpperCase(),
        prepare(judges, path, method, operation),
      ]),
    ),
  }));
  return {
    match(method, path) {
      for (const { pattern, names, operations } of routes) {
        const found = pattern.exec(path);
        const operation = operations.get(method);
        if (found === null || operation === undefined) continue;
        const pathValues = Object.fromEntries(
          names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]),
        );
        return { operation, pathValues };
      }
      return null;
    },
  };
}
