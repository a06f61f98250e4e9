/**
 * Contract between Steward and a team's own data service: one shape per kind of item, both for paged lists and for signed webhooks. Field
 * names are snake_case; camelCase is accepted too. All input is external: sizes are bounded and unknown fields dropped.
 */
import * as z from "zod";
import { timeSchema } from "../../platform/api/common.ts";
import type { KnowledgeKind } from "../../knowledge/api/knowledge.ts";

/** Maximum items per page. */
export const MOST_DATA_ITEMS = 500;
const TEXT_CHARS = 200_000;
const LINE_CHARS = 2_000;
const MOST_LISTED = 200;

const lineSchema = z.string().max(LINE_CHARS);
const linesSchema = z.array(lineSchema).max(MOST_LISTED).default([]);
const wordsSchema = z.string().max(TEXT_CHARS).default("");
const maybeSchema = lineSchema.nullish();
/** The service's own ID. */
const refSchema = z.string().min(1).max(500);
const linkSchema = maybeSchema.meta({ description: "An https URL to the item." });

export const dataEmailSchema = z.object({
  id: refSchema,
  thread_id: maybeSchema,
  from: lineSchema,
  to: linesSchema,
  cc: linesSchema,
  subject: lineSchema.default(""),
  body_text: wordsSchema,
  body_html: z.string().max(TEXT_CHARS).nullish().meta({ description: "Steward only reads `body_text`." }),
  date: timeSchema,
  labels: linesSchema,
  attachments: z
    .array(
      z.object({
        name: lineSchema,
        mime_type: maybeSchema,
        size: z.int().min(0).nullish().meta({ description: "Bytes." }),
        gdrive_id: maybeSchema,
      }),
    )
    .max(MOST_LISTED)
    .default([]),
  is_read: z.boolean().default(true),
  is_starred: z.boolean().default(false),
  url: linkSchema,
});

export const dataDocumentSchema = z.object({
  id: refSchema,
  name: lineSchema,
  mime_type: maybeSchema,
  content_text: wordsSchema,
  folder_path: maybeSchema,
  created_at: timeSchema.nullish(),
  modified_at: timeSchema,
  size_bytes: z.int().min(0).nullish(),
  shared_with: linesSchema,
  owner: maybeSchema,
  url: linkSchema,
});

export const dataEventSchema = z.object({
  id: refSchema,
  title: lineSchema,
  description: wordsSchema.nullish(),
  start: timeSchema,
  end: timeSchema,
  location: maybeSchema,
  attendees: z
    .array(z.object({ email: lineSchema, name: maybeSchema, status: maybeSchema }))
    .max(MOST_LISTED)
    .default([]),
  recurrence: maybeSchema,
  meet_link: maybeSchema,
  created_by: maybeSchema,
  updated_at: timeSchema.nullish(),
  url: linkSchema,
});

export const dataIssueSchema = z.object({
  id: refSchema,
  key: lineSchema,
  project_key: maybeSchema,
  type: lineSchema.default("task"),
  summary: lineSchema,
  description: wordsSchema.nullish(),
  status: maybeSchema,
  priority: maybeSchema,
  assignee: maybeSchema,
  reporter: maybeSchema,
  created_at: timeSchema.nullish(),
  updated_at: timeSchema,
  labels: linesSchema,
  components: linesSchema,
  url: linkSchema,
});

export const DATA_SHAPES = {
  email: dataEmailSchema,
  document: dataDocumentSchema,
  event: dataEventSchema,
  issue: dataIssueSchema,
} as const;
export type DataShapes = { [Kind in keyof typeof DATA_SHAPES]: z.output<(typeof DATA_SHAPES)[Kind]> };

/** List paths, below `/users/{user_id}`. */
export const DATA_PATHS = {
  email: "/emails",
  document: "/documents",
  event: "/events",
  issue: "/jira/issues",
} as const;

/** Repeatable query parameters that narrow a list, and what each matches. */
export const DATA_FILTERS: {
  readonly [Kind in KnowledgeKind]?: Readonly<Record<string, string>>;
} = {
  document: { mime_types: "mime_type" },
  issue: { project_keys: "project_key", status: "status" },
};

/** Kinds that can be fetched singly, at `<list path>/{id}`. A change event for these may omit the item; we then fetch it. */
export const SERVED_ALONE = ["email", "document"] as const satisfies readonly KnowledgeKind[];

export function isServedAlone(kind: KnowledgeKind): boolean {
  return SERVED_ALONE.some((one) => one === kind);
}

const newText = (description: string) => z.string().max(20_000).meta({ description });
const someLinesSchema = z.array(lineSchema).max(30);

/** Input to create an issue. */
export const newDataIssueSchema = z.object({
  project_key: lineSchema,
  type: lineSchema.meta({ description: "Such as `task`, `bug`, `story`, or `epic`." }),
  summary: lineSchema,
  description: newText("Plain text; may be empty."),
  priority: lineSchema.nullable(),
  assignee: lineSchema.nullable(),
  labels: someLinesSchema,
});

/** Input to send an e-mail. */
export const newDataEmailSchema = z.object({
  to: someLinesSchema.min(1),
  cc: someLinesSchema,
  subject: lineSchema,
  body: newText("Plain text."),
  reply_to_id: refSchema
    .nullable()
    .meta({ description: "`id` of the e-mail it answers, which it is threaded with." }),
});

/** Input to create an event. */
export const newDataEventSchema = z.object({
  title: lineSchema,
  description: newText("Plain text; may be empty."),
  start: timeSchema,
  end: timeSchema,
  attendees: z.array(z.object({ email: lineSchema })).max(30),
  location: lineSchema.nullable(),
  create_meet_link: z.boolean(),
});

const madeSchema = z.object({ id: refSchema, url: linkSchema });

/** Write operations, below `/users/{user_id}`: path, input and output. */
export const DATA_ACTS = {
  issue: {
    path: "/jira/issues",
    status: 201,
    body: newDataIssueSchema,
    answer: madeSchema.extend({ key: lineSchema }),
  },
  email: {
    path: "/emails/send",
    status: 200,
    body: newDataEmailSchema,
    answer: z.object({ message_id: refSchema }),
  },
  event: {
    path: "/calendar/events",
    status: 201,
    body: newDataEventSchema,
    answer: madeSchema.extend({ meet_link: linkSchema }),
  },
} as const;
export type DataAct = keyof typeof DATA_ACTS;

/** Idempotency header: a repeat with the same value is the same operation. */
export const DATA_ACT_KEY = "idempotency-key";

/** A list page. Services without paging omit the last two fields. */
export function dataPageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).max(MOST_DATA_ITEMS),
    next_cursor: z.string().max(LINE_CHARS).nullish(),
    has_more: z.boolean().nullish(),
  });
}

/** User ID at the service. Used as a URL path segment. */
export const dataUserSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.@+-]{0,99}$/);

const told = {
  user_id: dataUserSchema.meta({ description: "The user it belongs to; one of the connection’s users." }),
  source: lineSchema.optional().meta({ description: "The item’s origin, such as `gmail`." }),
  source_id: refSchema.meta({ description: "The ID in `data`." }),
  timestamp: timeSchema.meta({
    description: "When it happened at the service. Events older than the stored state are ignored.",
  }),
};
const dataSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: "The item, in the schema of its `content_type`." });

/** Kind held by each source (seed 002 names them). */
export const SOURCE_KINDS: Readonly<Record<string, KnowledgeKind>> = {
  gmail: "email",
  gdrive: "document",
  jira: "issue",
  calendar: "event",
};
const optionalKind = lineSchema.optional().meta({
  description:
    "`email`, `document`, `event`, or `issue`. Anything else means the kind of `source` (`gmail`, `gdrive`, `jira`, `calendar`), or of the known item with this `source_id`.",
});

export const itemCreatedSchema = z.object({ ...told, content_type: optionalKind, data: dataSchema });
/** Event for a changed item: the full item and which fields changed. E-mail and document events may omit the item; it is then fetched. */
export const itemUpdatedSchema = z.object({
  ...told,
  content_type: optionalKind,
  changes: z.union([z.array(lineSchema).max(MOST_LISTED), z.record(z.string(), z.unknown())]).optional(),
  full_data: dataSchema.optional().meta({
    description: "The full item. If omitted, an e-mail or document is fetched; other kinds require it.",
  }),
});
export const itemDeletedSchema = z.object({ ...told, content_type: optionalKind });

export const ITEM_EVENTS = {
  "item-created": itemCreatedSchema,
  "item-updated": itemUpdatedSchema,
  "item-deleted": itemDeletedSchema,
} as const;
export type ItemEvent = keyof typeof ITEM_EVENTS;

/** Response to each event. */
export const ITEM_ANSWERS = {
  "item-created": z.object({ status: z.literal("accepted"), source_id: refSchema }),
  "item-updated": z.object({
    status: z.literal("accepted"),
    reprocessing: z.boolean().meta({ description: "Whether text changed, so that the item is reprocessed." }),
  }),
  "item-deleted": z.object({ status: z.literal("deleted") }),
} as const;

/** Text fields. Changes to other fields don't trigger reindexing. */
export const CONTENT_FIELDS: readonly string[] = ["body_text", "content_text", "description", "summary"];

/** Converts all keys to snake_case. */
export function snakeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeNames);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeNames(inner),
    ]),
  );
}
