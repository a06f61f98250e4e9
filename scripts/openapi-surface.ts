/** The HTTP API for OpenAPI 3.1: every endpoint of the wire contract as an operation, named and described by its table. */
import { readFile } from "node:fs/promises";
import * as z from "zod";
import type { Endpoint } from "../src/platform/api/endpoint.ts";
import { contractModules } from "./wire-contract.ts";

const SCHEMAS = "#/components/schemas/";
/** The format of every error: a code for programs, a sentence for people. */
export const REFUSED = { $ref: "#/components/responses/Refused" };
/** Where zod puts referenced schemas. */
const DEFINED = "#/$defs/";

/** Operations and the schemas they reference. */
export interface ApiSurface {
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly operation: object;
  }[];
  readonly schemas: Readonly<Record<string, object>>;
}

interface Row {
  readonly table: string;
  readonly name: string;
  readonly endpoint: Endpoint;
  /** The comment above the endpoint. */
  readonly told: string | undefined;
}

/** All JSON endpoints. */
export async function apiSurface(): Promise<ApiSurface> {
  const { rows, named } = await readContract();
  const schemas = new SchemaBook(named);
  const operations = rows.map((row) => ({
    method: row.endpoint.method,
    path: row.endpoint.path,
    operation: operation(row, schemas),
  }));
  return { operations, schemas: schemas.all() };
}

/** A route's path in OpenAPI syntax. */
export function openApiPath(path: string): string {
  return path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
}

/** A path's parameters. */
export function pathParameters(path: string): object[] {
  return [...openApiPath(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

async function readContract(): Promise<{ rows: Row[]; named: Map<z.ZodType, string> }> {
  const rows = new Map<Endpoint, Row>();
  const named = new Map<z.ZodType, string>();
  for (const file of contractModules()) {
    const source = await readFile(file, "utf8");
    const exported = (await import(file)) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(exported)) {
      if (value instanceof z.ZodType) nameIt(named, value, capital(name.replace(/Schema$/, "")));
      const table = /^(\w+)Endpoints?$/.exec(name)?.[1];
      if (table === undefined) continue;
      const endpoints = isEndpoint(value) ? { [table]: value } : (value as Record<string, Endpoint>);
      for (const [key, endpoint] of Object.entries(endpoints))
        if (!rows.has(endpoint))
          rows.set(endpoint, { table, name: key, endpoint, told: toldOf(source, key) });
    }
  }
  return { rows: [...rows.values()], named };
}

/** A schema is named by its first export, and names are unique. */
function nameIt(named: Map<z.ZodType, string>, schema: z.ZodType, name: string): void {
  if (named.has(schema)) return;
  if ([...named.values()].includes(name))
    throw new Error(`Two schemas of the wire contract are called ${name}`);
  named.set(schema, name);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

function toldOf(source: string, key: string): string | undefined {
  const comment = new RegExp(
    `/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*(?:export const )?${key}(?:Endpoint)?(?::| =) endpoint\\(`,
  );
  return comment
    .exec(source)?.[1]
    ?.replaceAll(/\s*\n\s*\*\s?/g, " ")
    .trim();
}

function operation({ table, name, endpoint, told }: Row, schemas: SchemaBook): object {
  const { path, query, body, output, access = "member" } = endpoint;
  const ok = json(schemas.of(output, "output"));
  const done = endpoint.statusOf === undefined ? [endpoint.status ?? 200] : [200, 202];
  return {
    operationId: table === name ? name : `${table}.${name}`,
    tags: [table],
    summary: told ?? words(name, table),
    security: securityOf(table, access),
    ...(access === "member" || access === "public" ? {} : { description: `Requires ${access} access.` }),
    parameters: [...pathParameters(path), ...(query === undefined ? [] : schemas.parameters(query))],
    ...(body === undefined ? {} : { requestBody: { required: true, ...json(schemas.of(body, "input")) } }),
    responses: {
      ...Object.fromEntries(
        done.map((status) => [status, { description: status === 202 ? "Under way" : "Done", ...ok }]),
      ),
      default: REFUSED,
    },
  };
}

function securityOf(table: string, access: string): object[] {
  if (table === "teamCopy") return [{ master: [] }];
  return access === "public" ? [] : [{ session: [] }, { bearer: [] }];
}

function json(schema: object) {
  return { content: { "application/json": { schema } } };
}

function words(name: string, table: string): string {
  const spaced = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${capital(spaced(name))} (${spaced(table)})`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type JsonObject = Readonly<Record<string, unknown>>;
type Way = "input" | "output";

/** Exported schemas appear once under their names; those whose input differs from their output also as `…Input`. */
class SchemaBook {
  readonly #registry = z.registry<{ id: string }>();
  readonly #defined: Readonly<Record<Way, Readonly<Record<string, JsonObject>>>>;
  readonly #twofold: ReadonlySet<string>;
  readonly #used = new Map<string, object>();

  constructor(named: ReadonlyMap<z.ZodType, string>) {
    for (const [schema, id] of named) this.#registry.add(schema, { id });
    this.#defined = { input: this.#everyOne("input"), output: this.#everyOne("output") };
    this.#twofold = twofold(this.#defined.input, this.#defined.output);
  }

  of(schema: z.ZodType, way: Way): object {
    const id = this.#registry.get(schema)?.id;
    return id === undefined ? this.#pointed(this.#jsonSchema(schema, way), way) : this.#reference(id, way);
  }

  /** Query parameters. Numbers arrive as text. */
  parameters(query: z.ZodType): object[] {
    const sent = this.#fields(query, "input");
    const read = this.#fields(query, "output");
    return Object.entries(sent.properties).map(([name, schema]) => ({
      name,
      in: "query",
      required: sent.required.includes(name) && Object.keys(schema).length > 0,
      schema: this.#pointed(Object.keys(schema).length > 0 ? schema : (read.properties[name] ?? {}), "input"),
    }));
  }

  /** All used schemas and their references. */
  all(): Record<string, object> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #reference(id: string, way: Way): object {
    const name = way === "input" && this.#twofold.has(id) ? `${id}Input` : id;
    if (!this.#used.has(name)) {
      this.#used.set(name, {});
      this.#used.set(name, this.#pointed(this.#defined[way][id] ?? {}, way));
    }
    return { $ref: `${SCHEMAS}${name}` };
  }

  /** Rewrites references to `components`. Throws for a recursive schema without a name. */
  #pointed(value: unknown, way: Way): object {
    const walk = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(walk);
      if (part === null || typeof part !== "object") return part;
      if ("$ref" in part) {
        const id = String(part.$ref).slice(DEFINED.length);
        if (!(id in this.#defined[way]))
          throw new Error("A schema that refers to itself has no name: export it from its wire contract");
        return this.#reference(id, way);
      }
      const { $schema: _, $defs: __, $id: ___, ...rest } = part as JsonObject;
      return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, walk(inner)]));
    };
    return walk(value) as object;
  }

  #fields(query: z.ZodType, way: Way) {
    const whole = this.#jsonSchema(query, way);
    const root =
      typeof whole["$ref"] === "string" ? this.#defined[way][whole["$ref"].slice(DEFINED.length)] : whole;
    const { properties = {}, required = [] } = (root ?? {}) as {
      properties?: Record<string, object>;
      required?: string[];
    };
    return { properties, required };
  }

  #everyOne(way: Way): Record<string, JsonObject> {
    const uri = (id: string) => `${DEFINED}${id}`;
    return z.toJSONSchema(this.#registry, { io: way, unrepresentable: "any", uri })
      .schemas as unknown as Record<string, JsonObject>;
  }

  #jsonSchema(schema: z.ZodType, io: Way): JsonObject {
    return z.toJSONSchema(schema, { io, unrepresentable: "any", metadata: this.#registry }) as JsonObject;
  }
}

/** Names of schemas whose input differs from their output, directly or through references. */
function twofold(
  sent: Readonly<Record<string, JsonObject>>,
  answered: Readonly<Record<string, JsonObject>>,
): ReadonlySet<string> {
  const texts = Object.entries(sent).map(([id, schema]) => [id, JSON.stringify(schema)] as const);
  const found = new Set(texts.flatMap(([id, text]) => (text === JSON.stringify(answered[id]) ? [] : [id])));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [id, text] of texts)
      if ([...found].some((other) => text.includes(`"${DEFINED}${other}"`))) found.add(id);
  }
  return found;
}
