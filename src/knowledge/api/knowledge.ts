/** Sources of knowledge: what is read from connected services and kept findable. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { entityRefSchema } from "./entities.ts";

/** Kinds of things that sources hold. */
export const knowledgeKindSchema = z.enum(["email", "document", "event", "issue"]);
export type KnowledgeKind = z.infer<typeof knowledgeKindSchema>;

/** How far back a source may reach. */
const windowDaysSchema = z.int().min(1).max(3650);

/** What can be read of which connection, before it is. */
const offerSchema = z.object({
  connectionId: z.string(),
  vendor: z.string(),
  /** As people call it. */
  service: z.string(),
  kind: knowledgeKindSchema,
  /** Whose views of it there are; empty where there is one alone. */
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The member whose own it is, where it's no mailbox of the team's: they alone find it unless somebody says otherwise. */
      ownerId: z.string().nullable().optional(),
    }),
  ),
  /** How far back it reaches unless said otherwise. */
  windowDays: z.number().int(),
});
export type KnowledgeOffer = z.infer<typeof offerSchema>;

export const knowledgeSourceSchema = z.object({
  id: idSchema,
  service: z.string(),
  kind: knowledgeKindSchema,
  /** Whose view of the service it is; empty where there is one alone. */
  person: z.string(),
  windowDays: z.number().int(),
  state: z.enum(["reading", "waiting", "paused", "removing"]),
  /** Set while it is read: of everything, or of what has changed. */
  progress: z
    .object({ isWhole: z.boolean(), done: z.number().int(), expected: z.number().int().nullable() })
    .nullable(),
  items: z.number().int(),
  /** Those of which no words, or not all, could be read. */
  notRead: z.number().int(),
  /** When it was last brought up to date. */
  finishedAt: timeSchema.nullable(),
  nextAt: timeSchema.nullable(),
  /** What keeps it from being read, and what to do. */
  problem: z.string().nullable(),
  createdBy: z.string(),
  /** The service tells of changes, too: while it's paused these are held. */
  isToldOf: z.boolean(),
  /** Who alone finds what it holds; null for everybody in the team. */
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether whoever asks may look at what it holds. */
  isVisible: z.boolean(),
  /** Of e-mails: whether each is summarized, how many aren't yet, and what that costs. Null for other things. */
  summaries: z
    .object({
      isOn: z.boolean(),
      left: z.number().int(),
      leftUsd: z.number(),
      /** What keeps them. */
      problem: z.string().nullable(),
    })
    .nullable(),
});
export type KnowledgeSource = z.infer<typeof knowledgeSourceSchema>;

const choiceSchema = z.object({
  connectionId: z.string().max(100),
  kind: knowledgeKindSchema,
  person: z.string().max(320),
  windowDays: windowDaysSchema,
  /** Has each e-mail summarized. */
  summarizes: z.boolean().optional(),
  /** The member who alone finds it; null for everybody. As the offer says where left out. */
  ownerId: z.string().max(100).nullable().optional(),
});
export type KnowledgeChoice = z.infer<typeof choiceSchema>;

/** What reading it would take. */
export const knowledgeEstimateSchema = z.object({
  items: z.number().int(),
  /** Whether there are more than were counted. */
  isMore: z.boolean(),
  minutes: z.number().int(),
  /** What models of vectors will read of it, by a few things that were looked at; null where none could be. */
  tokens: z.number().int().nullable(),
  /** What that costs the team's month; 0 where the deployment makes no vectors. */
  usd: z.number().nullable(),
  /** What summarizing its e-mails would cost beside; null for other things, and where none could be looked at. */
  summaryUsd: z.number().nullable(),
});
export type KnowledgeEstimate = z.infer<typeof knowledgeEstimateSchema>;

const itemSchema = z.object({
  id: idSchema,
  kind: knowledgeKindSchema,
  title: z.string(),
  at: timeSchema,
  note: z.string().nullable(),
  /** What a model says of an e-mail, where it is summarized. */
  summary: z.string().nullable(),
});
export type KnowledgeItem = z.infer<typeof itemSchema>;

export const knowledgeItemPageSchema = itemSchema.extend({
  service: z.string(),
  sourceId: z.string(),
  /** A web address of the service; empty where it gives none. */
  link: z.string(),
  people: z.array(z.string()),
  /** Whom and what it is about. */
  entities: z.array(entityRefSchema),
  facts: z.array(z.tuple([z.string(), z.string()])),
  readAt: timeSchema,
  /** Markdown, from outside; the first part of it where `isCut`. */
  text: z.string(),
  isCut: z.boolean(),
});
export type KnowledgeItemPage = z.infer<typeof knowledgeItemPageSchema>;

/** Endpoints of sources and what they hold. */
export const knowledgeEndpoints = {
  sources: endpoint({
    method: "GET",
    path: "/api/knowledge/sources",
    output: z.object({
      sources: z.array(knowledgeSourceSchema),
      offers: z.array(offerSchema),
      /** Who can have a source of their own. */
      members: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  estimate: endpoint({
    method: "POST",
    path: "/api/knowledge/estimate",
    body: choiceSchema,
    output: knowledgeEstimateSchema,
    access: "admin",
  }),
  /** Begins to read it. The same again is the same source. */
  add: endpoint({
    method: "POST",
    path: "/api/knowledge/sources",
    body: choiceSchema,
    output: knowledgeSourceSchema,
    access: "admin",
  }),
  /** `read`: now, everything; it goes on where it was paused. */
  act: endpoint({
    method: "POST",
    path: "/api/knowledge/sources/:id/state",
    body: z.object({ to: z.enum(["read", "pause"]) }),
    output: knowledgeSourceSchema,
    access: "admin",
  }),
  /** Changes how a source is kept. */
  change: endpoint({
    method: "PUT",
    path: "/api/knowledge/sources/:id",
    body: z.object({
      summarizes: z.boolean().optional(),
      ownerId: z.string().max(100).nullable().optional(),
    }),
    output: knowledgeSourceSchema,
    access: "admin",
  }),
  /** Takes a source away with everything that was read of it. */
  remove: endpoint({
    method: "DELETE",
    path: "/api/knowledge/sources/:id",
    output: okSchema,
    access: "admin",
  }),
  /** What a source holds, newest first. */
  items: endpoint({
    method: "GET",
    path: "/api/knowledge/sources/:id/items",
    query: pageQuerySchema,
    output: pageOf(itemSchema),
  }),
  item: endpoint({ method: "GET", path: "/api/knowledge/items/:id", output: knowledgeItemPageSchema }),
} as const;
