/**
 * What a service of the team's own and Steward say to each other: things in one shape each, whether they are fetched page by page or told of by signed
 * webhooks. Names are written_like_this; ours, likeThis, are read too. Everything comes from outside: sizes are bounded, and unknown fields are left out.
 */
import * as z from "zod";
import { timeSchema } from "../../platform/api/common.ts";
import { knowledgeKindSchema, type KnowledgeKind } from "../../knowledge/api/knowledge.ts";

/** Most things of a page. */
export const MOST_DATA_ITEMS = 500;
const TEXT_CHARS = 200_000;
const LINE_CHARS = 2_000;
const MOST_LISTED = 200;

const lineSchema = z.string().max(LINE_CHARS);
const linesSchema = z.array(lineSchema).max(MOST_LISTED).default([]);
const wordsSchema = z.string().max(TEXT_CHARS).default("");
const maybeSchema = lineSchema.nullish();
/** The service's own id. */
const refSchema = z.string().min(1).max(500);
const linkSchema = maybeSchema.meta({ description: "Where it is looked at: an https address." });

/** An e-mail. */
export const dataEmailSchema = z.object({
  id: refSchema,
  thread_id: maybeSchema,
  from: lineSchema,
  to: linesSchema,
  cc: linesSchema,
  subject: lineSchema.default(""),
  body_text: wordsSchema,
  body_html: z.string().max(TEXT_CHARS).nullish().meta({ description: "Ours reads `body_text` alone." }),
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

/** A document with its text. */
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

/** An appointment. */
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

/** An issue or task. */
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

/** The shape of each kind. */
export const DATA_SHAPES = {
  email: dataEmailSchema,
  document: dataDocumentSchema,
  event: dataEventSchema,
  issue: dataIssueSchema,
} as const;
export type DataShapes = { [Kind in keyof typeof DATA_SHAPES]: z.output<(typeof DATA_SHAPES)[Kind]> };

/** Where each kind is listed, below `/users/{user_id}`. */
export const DATA_PATHS = {
  email: "/emails",
  document: "/documents",
  event: "/events",
  issue: "/jira/issues",
} as const;

/** Kinds of which one is served by itself, at `<its list>/{id}`: where a change is told of without all of it, it's asked for there. */
export const SERVED_ALONE = ["email", "document"] as const satisfies readonly KnowledgeKind[];

/** Whether one of a kind can be asked for. */
export function isServedAlone(kind: KnowledgeKind): boolean {
  return SERVED_ALONE.some((one) => one === kind);
}

const newText = (description: string) => z.string().max(20_000).meta({ description });
const someLinesSchema = z.array(lineSchema).max(30);

/** What an issue is made of. */
export const newDataIssueSchema = z.object({
  project_key: lineSchema,
  type: lineSchema.meta({ description: "Such as `task`, `bug`, `story`, or `epic`." }),
  summary: lineSchema,
  description: newText("Plain text; may be empty."),
  priority: lineSchema.nullable(),
  assignee: lineSchema.nullable(),
  labels: someLinesSchema,
});

/** What an e-mail is made of. */
export const newDataEmailSchema = z.object({
  to: someLinesSchema.min(1),
  cc: someLinesSchema,
  subject: lineSchema,
  body: newText("Plain text."),
});

/** What an appointment is made of. */
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

/** What a service does when it is told to, below `/users/{user_id}`: where, with what, and what it answers. */
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

/** The header that names what is done: a repeat with the same one is the same act. */
export const DATA_ACT_KEY = "idempotency-key";

/** A page of a list; a service that knows no pages leaves the last two out. */
export function dataPageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).max(MOST_DATA_ITEMS),
    next_cursor: z.string().max(LINE_CHARS).nullish(),
    has_more: z.boolean().nullish(),
  });
}

/** Names of somebody's data at the service; a part of an address. */
export const dataUserSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.@+-]{0,99}$/);

const told = {
  user_id: dataUserSchema.meta({ description: "Whose it is; one of those the connection names." }),
  source: lineSchema.optional().meta({ description: "Where the service has it from, such as `gmail`." }),
  source_id: refSchema.meta({ description: "The id that `data` has." }),
  timestamp: timeSchema.meta({
    description: "When it happened at the service: what is older than what is known changes nothing.",
  }),
};
const dataSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: "The thing, in the shape of its `content_type`." });

/** The kind of what these sources hold (seed 002 names them). */
export const SOURCE_KINDS: Readonly<Record<string, KnowledgeKind>> = {
  gmail: "email",
  gdrive: "document",
  jira: "issue",
  calendar: "event",
};
const optionalKind = knowledgeKindSchema.optional().meta({
  description:
    "Left out, it is the kind of `source` (`gmail`, `gdrive`, `jira`, `calendar`), or of the item with this `source_id`.",
});

/** What is told of a new thing. */
export const itemCreatedSchema = z.object({ ...told, content_type: knowledgeKindSchema, data: dataSchema });
/** What is told of a changed one: all of it, and which of its fields changed. An e-mail or a document may be told of without: it's asked for then. */
export const itemUpdatedSchema = z.object({
  ...told,
  content_type: optionalKind,
  changes: z.union([z.array(lineSchema).max(MOST_LISTED), z.record(z.string(), z.unknown())]).optional(),
  full_data: dataSchema
    .optional()
    .meta({ description: "All of it. Left out, an e-mail or a document is asked for; others must have it." }),
});
/** What is told of one that is gone. */
export const itemDeletedSchema = z.object({ ...told, content_type: optionalKind });

/** What can be told. */
export const ITEM_EVENTS = {
  "item-created": itemCreatedSchema,
  "item-updated": itemUpdatedSchema,
  "item-deleted": itemDeletedSchema,
} as const;
export type ItemEvent = keyof typeof ITEM_EVENTS;

/** What each is answered. */
export const ITEM_ANSWERS = {
  "item-created": z.object({ status: z.literal("accepted"), source_id: refSchema }),
  "item-updated": z.object({
    status: z.literal("accepted"),
    reprocessing: z.boolean().meta({ description: "Whether words changed, so that it is read anew." }),
  }),
  "item-deleted": z.object({ status: z.literal("deleted") }),
} as const;

/** Fields that hold words: a change of any other leaves what is found as it is. */
export const CONTENT_FIELDS: readonly string[] = ["body_text", "content_text", "description", "summary"];

/** A body with all names written_like_this. */
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
