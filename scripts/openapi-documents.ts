/** OpenAPI 3.1 documents for external clients, generated from the product's own schemas. */
import * as z from "zod";
import { errorBodySchema } from "../src/platform/api/common.ts";
import {
  DATA_ACT_KEY,
  DATA_ACTS,
  DATA_FILTERS,
  DATA_PATHS,
  DATA_SHAPES,
  dataPageSchema,
  dataUserSchema,
  ITEM_ANSWERS,
  ITEM_EVENTS,
  MOST_DATA_ITEMS,
  SERVED_ALONE,
  type DataAct,
  type ItemEvent,
} from "../src/integrations/api/data-service.ts";
import type { KnowledgeKind } from "../src/knowledge/api/knowledge.ts";
import { otherOperations } from "./openapi-other.ts";
import { apiSurface, openApiPath } from "./openapi-surface.ts";

const VERSION = "1.0.0";

/** Documents by path from the repository root. */
export async function openApiDocuments(): Promise<Readonly<Record<string, string>>> {
  return {
    "docs/openapi/steward.json": written(await steward()),
    "docs/openapi/data-service.json": written(dataService()),
  };
}

/** One operation or schema per line, for readable diffs. */
function written(document: object): string {
  return `${lines(document, 3, "")}\n`;
}

function lines(value: unknown, depth: number, indent: string): string {
  if (depth === 0 || value === null || typeof value !== "object" || Array.isArray(value))
    return JSON.stringify(value);
  const inner = `${indent}  `;
  const rows = Object.entries(value).map(
    ([key, part]) => `${inner}${JSON.stringify(key)}: ${lines(part, depth - 1, inner)}`,
  );
  return `{\n${rows.join(",\n")}\n${indent}}`;
}

/** A schema as JSON Schema; recursive schemas are not supported here. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", cycles: "throw" });
  return rest;
}

function json(schema: object) {
  return { content: { "application/json": { schema } } };
}

function answers(description: string, schema: z.ZodType) {
  return { description, ...json(schemaOf(schema, "output")) };
}

const OAUTH_FAILED = answers(
  "Refused; `error` says why",
  z.object({ error: z.string(), error_description: z.string().optional() }),
);
const FAILED = answers("Refused; `code` says why", errorBodySchema);

/** The whole API: endpoint tables, webhooks, and non-JSON routes. */
async function steward() {
  const surface = await apiSurface();
  const paths: Record<string, Record<string, object>> = {};
  const add = (method: string, path: string, operation: object): void => {
    const address = openApiPath(path);
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation };
  };
  for (const { method, path, operation } of surface.operations) add(method, path, operation);
  for (const event of Object.keys(ITEM_EVENTS) as ItemEvent[])
    add("POST", `/webhooks/knowledge/:connection_id/${event}`, webhookOf(event));
  for (const [route, operation] of Object.entries(otherOperations())) {
    const [method = "", path = ""] = route.split(" ");
    add(method, path, operation);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Steward",
      version: VERSION,
      description:
        "Steward’s HTTP API, for its own pages, scripts, a team’s own services, and operators. Anything that acts on the outside world waits for a person’s approval, no matter who requests it.",
    },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      responses: { Refused: FAILED, OAuthRefused: OAUTH_FAILED },
      schemas: surface.schemas,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const SECURITY_SCHEMES = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-steward_session",
    description: "A browser session.",
  },
  bearer: { type: "http", scheme: "bearer", description: "A token from the person’s sign-in provider." },
  token: { type: "http", scheme: "bearer", description: "A personal token, or one of a connected app." },
  master: { type: "http", scheme: "bearer", description: "Signed with a master key of the deployment." },
};

const SUMMARIES: Readonly<Record<ItemEvent, string>> = {
  "item-created": "Reports a new item.",
  "item-updated": "Reports a changed item in full. An unknown item is treated as new.",
  "item-deleted": "Reports a deleted item. An unknown item gets the same response.",
};

function webhookOf(event: ItemEvent) {
  const signed = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  return {
    operationId: event.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()),
    summary: SUMMARIES[event],
    description: "Signed as Standard Webhooks. Kept before it is answered, worked on after.",
    security: [],
    parameters: [
      { name: "connection_id", in: "path", required: true, schema: { type: "string" } },
      signed("webhook-id", "Your ID of the delivery. Repeats with the same ID are processed once."),
      signed("webhook-timestamp", "Seconds since 1970, within five minutes of now."),
      signed("webhook-signature", "`v1,` and the base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>`."),
    ],
    requestBody: { required: true, ...json(schemaOf(ITEM_EVENTS[event], "input")) },
    responses: { 202: answers("On record", ITEM_ANSWERS[event]), default: FAILED },
  };
}

const LISTS: Readonly<Record<KnowledgeKind, { readonly id: string; readonly words: string }>> = {
  email: { id: "listEmails", words: "A user’s e-mails received or changed since a time." },
  document: { id: "listDocuments", words: "Documents a user can open, with their text." },
  event: { id: "listEvents", words: "A user’s calendar between two days." },
  issue: { id: "listIssues", words: "Issues a user can see." },
};

function dataService() {
  const lists = (Object.keys(DATA_SHAPES) as KnowledgeKind[]).map((kind) => [
    `/users/{user_id}${DATA_PATHS[kind]}`,
    { get: listOf(kind) },
  ]);
  const ones = SERVED_ALONE.map((kind) => [`/users/{user_id}${DATA_PATHS[kind]}/{id}`, { get: oneOf(kind) }]);
  const acts = (Object.keys(DATA_ACTS) as DataAct[]).map((act) => [
    `/users/{user_id}${DATA_ACTS[act].path}`,
    { post: actOf(act) },
  ]);
  const paths: Record<string, object> = {};
  for (const [path, methods] of [...lists, ...acts, ...ones] as [string, object][])
    paths[path] = { ...paths[path], ...methods };
  return {
    openapi: "3.1.0",
    info: {
      title: "Data service",
      version: VERSION,
      description:
        "The API your own service provides: data Steward can read, and actions it performs after a team member’s approval. Return 404 for anything you don’t support. With 429 or 503, send `Retry-After`.",
    },
    security: [{ key: [] }],
    paths,
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  };
}

const ACTS: Readonly<Record<DataAct, { readonly id: string; readonly words: string }>> = {
  issue: {
    id: "createIssue",
    words:
      "Creates an issue. It must appear in the list within a minute, with `created_at`: if a response is lost, Steward looks for it there.",
  },
  email: {
    id: "sendEmail",
    words: "Sends an e-mail as this user. If a response is lost, a person is asked whether it was sent.",
  },
  event: {
    id: "createEvent",
    words:
      "Creates an event. It must appear in the list within a minute, with `updated_at`: if a response is lost, Steward looks for it there.",
  },
};

function actOf(act: DataAct) {
  const { status, body, answer } = DATA_ACTS[act];
  const key = {
    name: DATA_ACT_KEY,
    in: "header",
    description: "The same for a repeat of the same act, which then makes nothing new and answers as before.",
    schema: { type: "string" },
  };
  return {
    operationId: ACTS[act].id,
    summary: ACTS[act].words,
    parameters: [
      { name: "user_id", in: "path", required: true, schema: schemaOf(dataUserSchema, "input") },
      key,
    ],
    requestBody: { required: true, ...json(schemaOf(body, "input")) },
    responses: {
      [status]: { description: "Done", ...json(schemaOf(answer, "input")) },
      400: { description: "Rejected; nothing was done" },
      401: { description: "Invalid key" },
      403: { description: "The key lacks permission" },
      404: { description: "Not supported, or unknown user" },
      429: { description: "Too many requests" },
    },
  };
}

function oneOf(kind: (typeof SERVED_ALONE)[number]) {
  const [id, words] =
    kind === "email" ? ["getEmail", "One e-mail."] : ["getDocument", "One document with its text."];
  const part = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
  return {
    operationId: id,
    summary: `${words} Requested after an \`item-updated\` without \`full_data\`.`,
    parameters: [part("user_id", schemaOf(dataUserSchema, "input")), part("id", { type: "string" })],
    responses: {
      200: { description: "The current version", ...json(schemaOf(DATA_SHAPES[kind], "input")) },
      401: { description: "Invalid key" },
      404: { description: "Unknown ID, or not supported" },
      429: { description: "Too many requests" },
    },
  };
}

function listOf(kind: KnowledgeKind) {
  const asked = (name: string, schema: object, description: string) => ({
    name,
    in: "query",
    description,
    schema,
  });
  const day = { type: "string", format: "date" };
  const span =
    kind === "event"
      ? [asked("start_date", day, "The first day."), asked("end_date", day, "The last day.")]
      : [
          asked(
            "since",
            { type: "string", format: "date-time" },
            "Only items changed at or after this time.",
          ),
        ];
  return {
    operationId: LISTS[kind].id,
    summary: LISTS[kind].words,
    parameters: [
      { name: "user_id", in: "path", required: true, schema: schemaOf(dataUserSchema, "input") },
      ...span,
      asked(
        "limit",
        { type: "integer", minimum: 1, maximum: MOST_DATA_ITEMS, default: 100 },
        "Maximum items per page.",
      ),
      asked("cursor", { type: "string" }, "`next_cursor` of the previous page."),
      ...Object.entries(DATA_FILTERS[kind] ?? {}).map(([name, field]) =>
        asked(
          name,
          { type: "array", items: { type: "string" } },
          `Only items whose \`${field}\` is one of these. Repeated for each.`,
        ),
      ),
    ],
    responses: {
      200: {
        description: "A page; `next_cursor` is null at the end",
        ...json(schemaOf(dataPageSchema(DATA_SHAPES[kind]), "input")),
      },
      401: { description: "Invalid key" },
      404: { description: "Kind not supported, or unknown user" },
      429: { description: "Too many requests" },
    },
  };
}
