/**
 * GitHub's official description (the endpoints used here, cut from @octokit/openapi 23.0.2, MIT) as a judge: which operation a call on a repository is,
 * whether the request keeps to it, and whether our own answer does.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const SPEC_FILE = join(import.meta.dirname, "../specs/github.openapi.json");
const REPOSITORY = "/repos/{owner}/{repo}";
/** Refusals every operation may make, which the description names for few. */
const ANYWHERE = new Set([401, 403, 404, 429]);

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface SpecOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: object }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** One operation on a repository. Issues are lines for people. */
export interface Operation {
  readonly id: string;
  /** What is wrong with a request; parameters GitHub would pass over are named too. */
  request(query: URLSearchParams, body: unknown): string[];
  /** What is wrong with an answer of ours. */
  answer(status: number, body: unknown): string[];
}

/** Reads the description. Takes a moment: once a process. */
export function openSpec(): { find(method: string, path: string): Operation | null } {
  const spec = JSON.parse(readFileSync(SPEC_FILE, "utf8")) as {
    paths: Record<string, Record<string, SpecOperation>>;
  };
  const routes = Object.entries(spec.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.slice(REPOSITORY.length).replace(/\{\w+\}/g, ".+")}$`),
    operations: new Map(
      Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), judge(operation)]),
    ),
  }));
  return {
    find: (method, path) =>
      routes
        .find(({ pattern, operations }) => pattern.test(path) && operations.has(method))
        ?.operations.get(method) ?? null,
  };
}

function judge({ operationId, parameters = [], requestBody, responses }: SpecOperation): Operation {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const query = validator(
    {
      type: "object",
      properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
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
    request: (params, sent) => [
      ...query(Object.fromEntries(params)).map((issue) => `query${issue}`),
      ...(requestBody === undefined ? [] : body(sent).map((issue) => `body${issue}`)),
    ],
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

/** Compiled when first asked. Values of a query are strings, read as what they are declared to be. */
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

/** OpenAPI 3.0 says `nullable` also beside `oneOf`, which JSON Schema has no word for: null becomes one of the alternatives. */
function withNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (schema === null || typeof schema !== "object") return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withNull(value)]),
  );
  return nullable === true ? { anyOf: [{ type: "null" }, rest] } : rest;
}
