/** Every body and field that seed 002 prints for the service of a team, word for word: in our schemas, and in the document that teams are given. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  DATA_ACTS,
  DATA_PATHS,
  DATA_SHAPES,
  ITEM_ANSWERS,
  ITEM_EVENTS,
  dataPageSchema,
  type DataAct,
  type ItemEvent,
} from "../../../../src/integrations/api/data-service.ts";
import type { KnowledgeKind } from "../../../../src/knowledge/api/knowledge.ts";

const AT = "2024-12-10T10:30:00Z";

/** Seed 002:90–197: what is asked of each list, and an item of it. */
const LISTS: Record<KnowledgeKind, { path: string; query: string[]; item: object }> = {
  email: {
    path: "/users/{user_id}/emails",
    query: ["since", "limit", "cursor"],
    item: {
      id: "18c2f3a4b5d6e7f8",
      thread_id: "18c2f3a4b5d6e7f0",
      from: "john@company.com",
      to: ["dana@company.com"],
      cc: ["johnd@client.com"],
      subject: "Q1 Launch",
      body_text: "Please set up CI/CD by Friday.",
      body_html: "<p>Please set up CI/CD by Friday.</p>",
      date: AT,
      labels: ["INBOX"],
      attachments: [{ name: "plan.pdf", mime_type: "application/pdf", size: 1204, gdrive_id: "1AbC" }],
      is_read: false,
      is_starred: true,
    },
  },
  document: {
    path: "/users/{user_id}/documents",
    query: ["since", "limit", "cursor", "mime_types"],
    item: {
      id: "1AbC",
      name: "Launch plan",
      mime_type: "application/vnd.google-apps.document",
      content_text: "The launch is in March.",
      folder_path: "/Launch",
      created_at: AT,
      modified_at: AT,
      size_bytes: 1204,
      shared_with: ["john@company.com"],
      owner: "dana@company.com",
    },
  },
  event: {
    path: "/users/{user_id}/events",
    query: ["start_date", "end_date", "limit"],
    item: {
      id: "evt_1",
      title: "Launch review",
      description: "Go through the plan.",
      start: AT,
      end: AT,
      location: "Room 4",
      attendees: [{ email: "john@company.com", name: "John Smith", status: "accepted" }],
      recurrence: null,
      meet_link: "https://meet.google.com/abc-defg-hij",
      created_by: "dana@company.com",
    },
  },
  issue: {
    path: "/users/{user_id}/jira/issues",
    query: ["since", "project_keys", "status", "limit"],
    item: {
      id: "10001",
      key: "PROJ-123",
      project_key: "PROJ",
      type: "story",
      summary: "User Auth",
      description: "Sign in with Google.",
      status: "To Do",
      priority: "high",
      assignee: "John Smith",
      reporter: "Dana Whitfield",
      created_at: AT,
      updated_at: AT,
      labels: ["auth"],
      components: ["web"],
    },
  },
};

/** Seed 002:198–211 and 002:1676–1770: what is sent, and what is answered. */
const ACTS: Record<DataAct, { path: string; status: number; body: object; answer: object }> = {
  issue: {
    path: "/users/{user_id}/jira/issues",
    status: 201,
    body: {
      project_key: "PROJ",
      type: "task",
      summary: "Setup CI/CD",
      description: "",
      priority: "medium",
      labels: [],
      assignee: null,
    },
    answer: { id: "10101", key: "PROJ-101", url: "https://company.atlassian.net/browse/PROJ-101" },
  },
  email: {
    path: "/users/{user_id}/emails/send",
    status: 200,
    body: {
      to: ["john@company.com"],
      cc: [],
      subject: "Re: Q1 Launch",
      body: "Done.",
      reply_to_id: "18c2f3a4b5d6e7f8",
    },
    answer: { message_id: "18c2f3a4b5d6e7f9" },
  },
  event: {
    path: "/users/{user_id}/calendar/events",
    status: 201,
    body: {
      title: "Launch review",
      description: "",
      start: AT,
      end: AT,
      attendees: [{ email: "john@company.com" }],
      location: null,
      create_meet_link: true,
    },
    answer: {
      id: "evt_2",
      url: "https://calendar.google.com/event?eid=1",
      meet_link: "https://meet.google.com/abc-defg-hij",
    },
  },
};

const TOLD = { user_id: "user-1", source: "gmail", source_id: "18c2f3a4b5d6e7f8", timestamp: AT };
/** Seed 002:669–771. */
const EVENTS: Record<ItemEvent, { body: object; answer: object }> = {
  "item-created": {
    body: { ...TOLD, content_type: "email", data: LISTS.email.item },
    answer: { status: "accepted", source_id: TOLD.source_id },
  },
  "item-updated": {
    body: { ...TOLD, changes: { labels: ["INBOX"] }, full_data: LISTS.email.item },
    answer: { status: "accepted", reprocessing: false },
  },
  "item-deleted": { body: TOLD, answer: { status: "deleted" } },
};

interface Schema {
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: Schema[];
}
interface Operation {
  readonly parameters: { readonly name: string; readonly in: string }[];
  readonly requestBody?: Content;
  readonly responses: Record<string, Content>;
}
interface Content {
  readonly content: { readonly "application/json": { readonly schema: Schema } };
}

function operationOf(file: string, path: string, method: "get" | "post"): Operation {
  const at = join(import.meta.dirname, "../../../../docs/openapi", file);
  const { paths } = JSON.parse(readFileSync(at, "utf8")) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operation = paths[path]?.[method];
  if (operation === undefined) throw new Error(`${method} ${path} is not in ${file}`);
  return operation;
}

const schemaOf = (content: Content | undefined): Schema => content?.content["application/json"].schema ?? {};

/** Fields of a body that a schema doesn't name, at any depth. */
function unnamed(schema: Schema, body: unknown, at = ""): string[] {
  if (Array.isArray(body)) return body.flatMap((one) => unnamed(schema.items ?? {}, one, at));
  if (body === null || typeof body !== "object") return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const field = schema.properties?.[name];
    return field === undefined ? [`${at}/${name}`] : unnamed(field, value, `${at}/${name}`);
  });
}

describe("seed 002:90–211, 669–771 and 1676–1770: the service's contract", () => {
  it.each(Object.keys(LISTS) as KnowledgeKind[])(
    "lists: %s, every field kept, every filter named",
    (kind) => {
      const { path, query, item } = LISTS[kind];
      const page = { items: [item], next_cursor: null, ...(kind === "email" ? { has_more: false } : {}) };
      expect(dataPageSchema(DATA_SHAPES[kind]).parse(page)).toEqual(page);
      expect(path).toBe(`/users/{user_id}${DATA_PATHS[kind]}`);
      const operation = operationOf("data-service.json", path, "get");
      const asked = operation.parameters.filter((one) => one.in === "query").map(({ name }) => name);
      expect(asked).toEqual(expect.arrayContaining(query));
      expect(unnamed(schemaOf(operation.responses["200"]), page)).toEqual([]);
    },
  );

  it.each(["email", "document"] as const)("gives one %s whole", (kind) => {
    const { path, item } = LISTS[kind];
    const operation = operationOf("data-service.json", `${path}/{id}`, "get");
    expect(unnamed(schemaOf(operation.responses["200"]), item)).toEqual([]);
  });

  it.each(Object.keys(ACTS) as DataAct[])("takes: %s, with exactly these fields", (act) => {
    const { path, status, body, answer } = ACTS[act];
    const sent = DATA_ACTS[act];
    expect(sent.body.parse(body)).toEqual(body);
    expect(Object.keys(sent.body.shape).toSorted()).toEqual(Object.keys(body).toSorted());
    expect(sent.answer.parse(answer)).toEqual(answer);
    expect([`/users/{user_id}${sent.path}`, sent.status]).toEqual([path, status]);
    const operation = operationOf("data-service.json", path, "post");
    expect(unnamed(schemaOf(operation.requestBody), body)).toEqual([]);
    expect(unnamed(schemaOf(operation.responses[String(status)]), answer)).toEqual([]);
  });

  it.each(Object.keys(EVENTS) as ItemEvent[])("tells: %s, in the seed's own body", (event) => {
    const { body, answer } = EVENTS[event];
    expect(ITEM_EVENTS[event].parse(body)).toEqual(body);
    expect(ITEM_ANSWERS[event].parse(answer)).toEqual(answer);
    const operation = operationOf("steward.json", `/webhooks/knowledge/{connection_id}/${event}`, "post");
    expect(Object.keys(schemaOf(operation.requestBody).properties ?? {})).toEqual(
      expect.arrayContaining(Object.keys(body)),
    );
  });
});
