/** Entities: people, companies, projects, properties and topics in the team's records. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

export const entityTypeSchema = z.enum(["person", "company", "project", "property", "topic"]);
export type EntityType = z.infer<typeof entityTypeSchema>;

/** Item kinds whose mentions are stored. */
const MENTION_KINDS = ["contact", "email", "document", "event", "issue"] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

/** `card`: their own contact card, `from`: author or creator, `with`: participant, `of`: container, `named`: mentioned in the title, `said`: in the text. */
export type MentionRole = "card" | "from" | "with" | "of" | "named" | "said";

export const entityRefSchema = z.object({ id: idSchema, type: entityTypeSchema, name: z.string() });
export type EntityRef = z.infer<typeof entityRefSchema>;

export const entityLineSchema = entityRefSchema.extend({
  /** An address, a number or another distinguishing detail; may be empty. */
  detail: z.string(),
});
export type EntityLine = z.infer<typeof entityLineSchema>;

/** One record that is part of an entity. */
const partSchema = z.object({
  id: idSchema,
  name: z.string(),
  how: z.enum(["contact", "member", "address", "name", "thing"]),
  detail: z.string(),
  /** Who merged it manually; null if matched by address or name. */
  mergedBy: z.string().nullable(),
});
export type EntityPart = z.infer<typeof partSchema>;

export const entityPageSchema = entityRefSchema.extend({
  emails: z.array(z.string()),
  /** Formatted for display. */
  phones: z.array(z.string()),
  contact: z.object({ id: z.string(), role: z.string().nullable(), place: z.string().nullable() }).nullable(),
  /** For a person: the company and property on their contact card. */
  belongsTo: z.array(entityRefSchema),
  /** For a company or property: people whose contact cards name it, by name. */
  people: z.array(entityRefSchema),
  /** Whether there are more. */
  morePeople: z.boolean(),
  /** The first is the main record; a single one if nothing was merged. */
  parts: z.array(partSchema),
  /** Entities with the same name that may be duplicates. */
  alike: z.array(entityLineSchema),
});
export type EntityPage = z.infer<typeof entityPageSchema>;

export const entityItemSchema = z.object({
  kind: z.enum(["text", "call", "email", "document", "event", "issue"]),
  id: z.string(),
  at: timeSchema,
  /** For texts and calls: whether the team sent or placed it. */
  outgoing: z.boolean(),
  /** For texts and calls: the other party; otherwise empty. */
  who: z.string(),
  /** External content, like the text. */
  title: z.string(),
  words: z.string(),
  /** Path in the app. */
  url: z.string(),
});
export type EntityItem = z.infer<typeof entityItemSchema>;

export const entityEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/entities",
    query: pageQuerySchema.extend({ type: entityTypeSchema.optional(), q: z.string().max(200).optional() }),
    output: pageOf(entityLineSchema),
  }),
  /** Returns the main entity if this one was merged. */
  get: endpoint({ method: "GET", path: "/api/entities/:id", output: entityPageSchema }),
  /** All items from, with or about the entity, newest first. */
  items: endpoint({
    method: "GET",
    path: "/api/entities/:id/items",
    query: pageQuerySchema,
    output: pageOf(entityItemSchema),
  }),
  /** Merges it into another entity. */
  merge: endpoint({
    method: "POST",
    path: "/api/entities/:id/merge",
    body: z.object({ into: idSchema }),
    output: entityRefSchema,
  }),
  /** Undoes a merge. */
  separate: endpoint({ method: "POST", path: "/api/entities/:id/separate", output: okSchema }),
} as const;
