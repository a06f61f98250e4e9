/** Entities: people, companies, projects, properties and topics that the team's records are about. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

export const entityTypeSchema = z.enum(["person", "company", "project", "property", "topic"]);
export type EntityType = z.infer<typeof entityTypeSchema>;

/** Things of which it is kept whom they are about. */
const MENTION_KINDS = ["contact", "email", "document", "event", "issue"] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

/** `card`: their own, `from`: who wrote or made it, `with`: who has part in it, `of`: what it belongs to, `named`: whom its title names. */
export type MentionRole = "card" | "from" | "with" | "of" | "named";

/** One of them where it is only named. */
export const entityRefSchema = z.object({ id: idSchema, type: entityTypeSchema, name: z.string() });
export type EntityRef = z.infer<typeof entityRefSchema>;

export const entityLineSchema = entityRefSchema.extend({
  /** An address or number, or what tells it from others of its name; empty where nothing does. */
  detail: z.string(),
});
export type EntityLine = z.infer<typeof entityLineSchema>;

/** One way in which it is on record. */
const partSchema = z.object({
  id: idSchema,
  name: z.string(),
  how: z.enum(["contact", "member", "address", "name", "thing"]),
  detail: z.string(),
  /** Who merged it with others; null where an address or a name did. */
  mergedBy: z.string().nullable(),
});
export type EntityPart = z.infer<typeof partSchema>;

export const entityPageSchema = entityRefSchema.extend({
  emails: z.array(z.string()),
  /** As people read them. */
  phones: z.array(z.string()),
  contact: z.object({ id: z.string(), role: z.string().nullable(), place: z.string().nullable() }).nullable(),
  /** What a person's contact card names: their company, their house. */
  belongsTo: z.array(entityRefSchema),
  /** Whose contact cards name it, of a company or a property: the first by name. */
  people: z.array(entityRefSchema),
  /** Whether there are more of them. */
  morePeople: z.boolean(),
  /** The first stands for all; one where nothing was put together. */
  parts: z.array(partSchema),
  /** Others of the same name, which may be the same. */
  alike: z.array(entityLineSchema),
});
export type EntityPage = z.infer<typeof entityPageSchema>;

export const entityItemSchema = z.object({
  kind: z.enum(["text", "call", "email", "document", "event", "issue"]),
  id: z.string(),
  at: timeSchema,
  /** Of a text or call: whether your team sent it or made it. */
  outgoing: z.boolean(),
  /** With whom a text or call was, of those the page is about; empty for all else. */
  who: z.string(),
  /** From outside, as are its words. */
  title: z.string(),
  words: z.string(),
  /** Path in the app. */
  url: z.string(),
});
export type EntityItem = z.infer<typeof entityItemSchema>;

/** Endpoints of entities. */
export const entityEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/entities",
    query: pageQuerySchema.extend({ type: entityTypeSchema.optional(), q: z.string().max(200).optional() }),
    output: pageOf(entityLineSchema),
  }),
  /** Answers the one it was merged into, where it was. */
  get: endpoint({ method: "GET", path: "/api/entities/:id", output: entityPageSchema }),
  /** Everything from, with or about it, newest first. */
  items: endpoint({
    method: "GET",
    path: "/api/entities/:id/items",
    query: pageQuerySchema,
    output: pageOf(entityItemSchema),
  }),
  /** It is the same as another from now on. */
  merge: endpoint({
    method: "POST",
    path: "/api/entities/:id/merge",
    body: z.object({ into: idSchema }),
    output: entityRefSchema,
  }),
  /** It stands for itself again. */
  separate: endpoint({ method: "POST", path: "/api/entities/:id/separate", output: okSchema }),
} as const;
