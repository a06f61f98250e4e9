/** Validates against an OpenAPI 3 specification. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { decoded, type Judge, type Operation } from "./judge.ts";

/** Errors any operation may return, though specifications rarely list them. */
const ANYWHERE = new Set([401, 403, 404, 429]);

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface SpecOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Spec {
  readonly paths: Record<string, Record<string, SpecOperation>>;
}

/** Loads a specification without `$ref`s; `correct` patches known differences of the live service. Slow: once per process. */
export function openOpenApi(file: string, correct: (spec: Spec) => void = () => {}): Judge {
  const spec = JSON.parse(readFileSync(file, "utf8")) as Spec;
  correct(spec);
  const routes = Object.entries(spec.paths).map(([path, methods]) => ({
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""),
    // A trailing Git ref or path may contain slashes or be empty, as for a repository's root.
    pattern: new RegExp(
      `^${path
        .replaceAll("$", String.raw`\$`)
        .replace(/\{(?:ref|path)\}$/, "(.*)")
        .replace(/\{\w+\}/g, "([^/]+)")}$`,
    ),
    operations: new Map(
      Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), judge(operation)]),
    ),
  }));
  return {
    match(method, path) {
      for (const { names, pattern, operations } of routes) {
        const found = pattern.exec(path);
        const operation = operations.get(method);
        if (found === null || operation === undefined) continue;
        const values = names.map((name, index) => [name, decoded(found[index + 1] ?? "")]);
        return { operation, pathValues: Object.fromEntries(values) as Record<string, string> };
      }
      return null;
    },
  };
}

function judge({ operationId, parameters = [], requestBody, responses }: SpecOperation): Operation {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const lists = new Set(
    inQuery.flatMap(({ name, schema }) => ("type" in schema && schema.type === "array" ? [name] : [])),
  );
  const query = validator(
    {
      type: "object",
      properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
      required: inQuery.flatMap(({ name, required }) => (required === true ? [name] : [])),
      additionalProperties: false,
    },
    true,
  );
  const body = validator(schemaOf(requestBody));
  const answers = new Map(
    Object.entries(responses).map(([status, response]) => [Number(status), validator(schemaOf(response))]),
  );
  return {
    id: operationId,
    scopes: [],
    query(params) {
      const value: Record<string, unknown> = Object.fromEntries(
        [...new Set(params.keys())].map((name) => [
          name,
          lists.has(name) ? params.getAll(name) : params.get(name),
        ]),
      );
      const issues = query(value).map((issue) => `query${issue}`);
      return issues.length === 0 ? { ok: true, value } : { ok: false, issues };
    },
    body: (sent) => (requestBody === undefined ? [] : body(sent).map((issue) => `body${issue}`)),
    answer(status, sent) {
      const known = answers.get(status);
      if (known !== undefined) return known(sent);
      return ANYWHERE.has(status) ? [] : [`status ${status} is not described`];
    },
  };
}

function schemaOf(content: Content | undefined): object {
  return content?.content?.["application/json"]?.schema ?? {};
}

/** Compiled on first use. Query strings are coerced in place. */
function validator(schema: object, coerceTypes = false): (value: unknown) => string[] {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= addFormats(
      new Ajv2020({ strict: false, allErrors: true, validateSchema: false, coerceTypes }),
    ).compile(withNull(schema) as object);
    if (compiled(value)) return [];
    return (compiled.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath} ${message ?? "is not valid"}`,
    );
  };
}

/** OpenAPI 3.0 allows `nullable` beside `oneOf`, which JSON Schema can't express: adds null as an alternative. */
function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (schema === null || typeof schema !== "object") return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withNull(value)]),
  );
  return nullable === true ? { anyOf: [{ type: "null" }, rest] } : rest;
}
