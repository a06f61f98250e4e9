/** The documents that outside teams are given: they say what the product itself reads by. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { openOpenApi } from "../../../sandbox/vendor/openapi.ts";
import { openApiDocuments } from "../../../scripts/openapi-documents.ts";
import { openApiPath } from "../../../scripts/openapi-surface.ts";
import { createApp } from "../../../src/platform/http/server.ts";
import { DATA_SHAPES, ITEM_EVENTS } from "../../../src/integrations/api/data-service.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENTS = Object.entries(await openApiDocuments());
const steward = openOpenApi(join(ROOT, "docs/openapi/steward.json"));
const service = openOpenApi(join(ROOT, "docs/openapi/data-service.json"));

function operationOf(judge: typeof steward, method: string, path: string) {
  const found = judge.match(method, path);
  if (found === null) throw new Error(`${path} is not described`);
  return found.operation;
}

/** Every schema anywhere in a document. */
function schemasIn(value: unknown): object[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "schema" ? [inner as object] : schemasIn(inner),
  );
}

describe("an OpenAPI document", () => {
  it.each(DOCUMENTS)(
    "%s is what the schemas say, of version 3.1, and holds JSON Schema alone",
    (path, text) => {
      expect(readFileSync(join(ROOT, path), "utf8"), "run npm run openapi").toBe(text);
      const document = JSON.parse(text) as { openapi: string; paths: Record<string, Record<string, object>> };
      expect(document.openapi).toBe("3.1.0");
      const schemas = schemasIn(document);
      expect(schemas.length).toBeGreaterThan(5);
      const ajv = new Ajv2020({ strict: false });
      for (const schema of schemas) expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true);
      const ids = Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
      );
      expect(new Set(ids).size).toBe(ids.length);
      const resolve = (pointer: string) =>
        pointer
          .split("/")
          .slice(1)
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
      for (const [, pointer = ""] of text.matchAll(/"\$ref":"([^"]*)"/g))
        expect(resolve(pointer), pointer).toBeTypeOf("object");
    },
  );

  it("describes every address that the running server has, and no other", () => {
    const { paths } = JSON.parse(readFileSync(join(ROOT, "docs/openapi/steward.json"), "utf8")) as {
      paths: Record<string, Record<string, object>>;
    };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const app = createApp(() => {
      throw new Error("no request is made");
    });
    const events = Object.keys(ITEM_EVENTS);
    const served = app.routes
      // `/health` is `/api/health` under the name that monitors ask.
      .filter(({ method, path }) => method !== "ALL" && path !== "/health")
      .flatMap(({ method, path }) => {
        const address = `${method} ${openApiPath(path)}`;
        return path.startsWith("/webhooks/knowledge/")
          ? events.map((event) => address.replace("{connectionId}/{event}", `{connection_id}/${event}`))
          : [address];
      });
    expect(described.toSorted()).toEqual([...new Set(served)].sort());
    expect(described.length).toBeGreaterThan(250);
  });

  it("describes what holds itself by its name, to any depth", () => {
    const { components } = JSON.parse(readFileSync(join(ROOT, "docs/openapi/steward.json"), "utf8")) as {
      components: { schemas: Record<string, { properties: Record<string, object> }> };
    };
    const ofFields = { type: "array", items: { $ref: "#/components/schemas/FormField" } };
    expect(components.schemas["Approval"]?.properties["form"]).toEqual(ofFields);
    expect(components.schemas["FormField"]?.properties["fields"]).toEqual(ofFields);
  });

  it("takes of a delivery what the product takes, and refuses what it refuses", () => {
    const told = {
      user_id: "office",
      source_id: "d1",
      content_type: "document",
      timestamp: "2026-11-24T10:00:00Z",
    };
    const bodies = {
      "item-created": { ...told, data: { name: "Manual" } },
      "item-updated": { ...told, changes: ["name"], full_data: { name: "Manual" } },
      "item-deleted": told,
    } as const;
    for (const event of Object.keys(ITEM_EVENTS) as (keyof typeof ITEM_EVENTS)[]) {
      const operation = operationOf(steward, "POST", `/webhooks/knowledge/conn_1/${event}`);
      const wrong = [
        { ...bodies[event], timestamp: "yesterday" },
        { ...bodies[event], content_type: ["document"] },
        { ...bodies[event], user_id: "../x" },
      ];
      for (const body of [bodies[event], ...wrong])
        expect(operation.body(body).length === 0, JSON.stringify(body)).toBe(
          ITEM_EVENTS[event].safeParse(body).success,
        );
      expect(operation.body(bodies[event])).toEqual([]);
    }
  });

  it("asks of a service what the product reads", () => {
    const pages = {
      "/users/office/emails": {
        kind: "email",
        item: { id: "1", from: "a@b.example", date: "2026-11-24T10:00:00Z" },
      },
      "/users/office/documents": {
        kind: "document",
        item: { id: "1", name: "x", modified_at: "2026-11-24T10:00:00Z" },
      },
    } as const;
    for (const [path, { kind, item }] of Object.entries(pages)) {
      const operation = operationOf(service, "GET", path);
      expect(operation.answer(200, { items: [item], next_cursor: null, has_more: false })).toEqual([]);
      expect(DATA_SHAPES[kind].safeParse(item).success).toBe(true);
      const { id: _, ...lacking } = item;
      expect(operation.answer(200, { items: [lacking] })).not.toEqual([]);
      expect(DATA_SHAPES[kind].safeParse(lacking).success).toBe(false);
    }
    expect(service.match("GET", "/users/office/faxes")).toBeNull();
  });
});
