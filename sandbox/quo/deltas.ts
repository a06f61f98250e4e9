/**
 * Known differences between the live service and the stored specification, with sources. Applied before any validation, so this file is
 * the complete list.
 */
import type { Spec } from "./spec.ts";

type Node = Record<string, unknown>;

function at(node: unknown, ...path: readonly string[]): Node {
  let here = node as Node;
  for (const step of path) here = here[step] as Node;
  return here;
}

const JSON_SCHEMA = ["content", "application/json", "schema"] as const;
const VENDOR_DOCS = "https://openphone.com/docs";

/** The documented error envelope with fixed fields. */
function errorSchema(code: string, status: number, title: string): Node {
  const fixed = { code, status, title, docs: VENDOR_DOCS };
  return {
    type: "object",
    properties: {
      message: { type: "string" },
      trace: { type: "string" },
      errors: { type: "array", items: { type: "object", required: ["path", "message", "schema"] } },
      ...Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, { const: value }])),
    },
    required: ["message", ...Object.keys(fixed)],
  };
}

/** The specification, patched to the live service of 2026. */
export function applyDeltas(saved: Spec): Spec {
  const spec = structuredClone(saved);
  const { paths } = spec;

  // Live v1 specification, September 2026 (specs/README): message status `received`, `conversationId`, up to ten recipients.
  const sent = at(paths, "/v1/messages", "post", "responses", "202", ...JSON_SCHEMA, "properties", "data");
  const list = at(paths, "/v1/messages", "get", "responses", "200", ...JSON_SCHEMA, "properties", "data");
  const listed = at(list, "items");
  const one = at(paths, "/v1/messages/{id}", "get", "responses", "200", ...JSON_SCHEMA, "properties", "data");
  for (const message of [sent, listed, one]) {
    (at(message, "properties", "status")["enum"] as string[]).push("received");
    at(message, "properties")["conversationId"] = { type: "string", pattern: "^CN(.*)$" };
    (message["required"] as string[]).push("conversationId");
  }
  at(paths, "/v1/messages", "post", "requestBody", ...JSON_SCHEMA, "properties", "to")["maxItems"] = 10;

  // Same source: calls include routing and assistant fields, and can be fetched by ID.
  const calls = paths["/v1/calls"]?.["get"];
  const call = at(calls, "responses", "200", ...JSON_SCHEMA, "properties", "data", "items");
  Object.assign(at(call, "properties"), {
    callRoute: { type: ["string", "null"] },
    aiHandled: { type: ["string", "null"] },
  });
  paths["/v1/calls/{callId}"] = {
    get: {
      operationId: "getCallById_v1",
      parameters: [{ in: "path", name: "callId", required: true, schema: { type: "string" } }],
      responses: {
        ...calls?.responses,
        "200": {
          content: {
            "application/json": {
              schema: { type: "object", properties: { data: call }, required: ["data"] },
            },
          },
        },
      },
    },
  };

  // Page "List contacts" (quo.com/docs, read 2026-11-21): without external IDs, all contacts are listed.
  for (const parameter of paths["/v1/contacts"]?.["get"]?.parameters ?? []) {
    if (parameter.name === "externalIds") Object.assign(parameter, { required: false });
  }

  // The stored copy lacks "Bad Request" for messages, contacts and webhooks, and 429 everywhere, though both exist (quo.com/docs).
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const notFound = at(operation.responses["404"], ...JSON_SCHEMA, "properties", "code");
    const family = String(notFound["const"]).slice(0, 2);
    const documented = at(operation.responses["400"], ...JSON_SCHEMA);
    const badRequest = errorSchema(`${family}00400`, 400, "Bad Request");
    Object.assign(operation.responses, {
      "400": { content: { "application/json": { schema: { anyOf: [badRequest, documented] } } } },
      "429": {
        content: { "application/json": { schema: errorSchema(`${family}00429`, 429, "Too Many Requests") } },
      },
    });
  }
  return spec;
}
