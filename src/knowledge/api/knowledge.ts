/** Knowledge sources: data read from connected services and indexed. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { entityRefSchema } from "./entities.ts";

export const knowledgeKindSchema = z.enum(["email", "document", "event", "issue"]);
export type KnowledgeKind = z.infer<typeof knowledgeKindSchema>;

/** How far back a source reads. */
const windowDaysSchema = z.int().min(1).max(3650);

/** A source that could be added for a connection. */
const offerSchema = z.object({
  connectionId: z.string(),
  vendor: z.string(),
  /** Display name. */
  service: z.string(),
  kind: knowledgeKindSchema,
  /** Whose views can be read; empty if there is only one. */
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The member who owns this view, unless it is a team mailbox. By default only they can find its items. */
      ownerId: z.string().nullable().optional(),
    }),
  ),
  /** Default history. */
  windowDays: z.number().int(),
});
export type KnowledgeOffer = z.infer<typeof offerSchema>;

export const knowledgeSourceSchema = z.object({
  id: idSchema,
  service: z.string(),
  kind: knowledgeKindSchema,
  /** Whose view it is; empty if there is only one. */
  person: z.string(),
  windowDays: z.number().int(),
  state: z.enum(["reading", "waiting", "paused", "removing"]),
  /** Set during a full or incremental pass. */
  progress: z
    .object({ isWhole: z.boolean(), done: z.number().int(), expected: z.number().int().nullable() })
    .nullable(),
  items: z.number().int(),
  /** Items without text, or with incomplete text. */
  notRead: z.number().int(),
  /** End of the last completed pass. */
  finishedAt: timeSchema.nullable(),
  nextAt: timeSchema.nullable(),
  /** Why it can't be read, and what to do. */
  problem: z.string().nullable(),
  createdBy: z.string(),
  /** The service also sends webhooks, which are held while the source is paused. */
  isToldOf: z.boolean(),
  /** The only member who can find its items; null for everyone. */
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether the current user may see its items. */
  isVisible: z.boolean(),
  /** Whether long items are summarized, how many are pending, and the cost. */
  summaries: z.object({
    isOn: z.boolean(),
    left: z.number().int(),
    leftUsd: z.number(),
    /** Why summarizing is stopped. */
    problem: z.string().nullable(),
  }),
});
export type KnowledgeSource = z.infer<typeof knowledgeSourceSchema>;

const choiceSchema = z.object({
  connectionId: z.string().max(100),
  kind: knowledgeKindSchema,
  person: z.string().max(320),
  windowDays: windowDaysSchema,
  /** Whether long items, and every e-mail, are summarized; they are if missing. */
  summarizes: z.boolean().optional(),
  /** The only member who can find its items; null for everyone. Defaults to the offer's. */
  ownerId: z.string().max(100).nullable().optional(),
});
export type KnowledgeChoice = z.infer<typeof choiceSchema>;

const runStatusSchema = z.enum(["running", "completed", "failed"]);

/** One or more sources read in one go: asked for in one call, or a daily pass. */
export const knowledgeSyncSchema = z.object({
  id: idSchema,
  /** Failed if a source couldn't be read; it is tried again by itself. */
  status: runStatusSchema,
  /** Who asked; null for Steward's own passes. */
  by: z.string().nullable(),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  sources: z.array(
    z.object({
      id: idSchema,
      service: z.string(),
      kind: knowledgeKindSchema,
      person: z.string(),
      windowDays: z.number().int(),
      status: runStatusSchema,
      items: z.number().int(),
      problem: z.string().nullable(),
      finishedAt: timeSchema.nullable(),
    }),
  ),
});
export type KnowledgeSync = z.infer<typeof knowledgeSyncSchema>;

/** Maximum sources of one sync. */
const SYNC_SOURCES = 20;

/** Estimated effort of reading a source. */
export const knowledgeEstimateSchema = z.object({
  items: z.number().int(),
  /** Whether there are more than were counted. */
  isMore: z.boolean(),
  minutes: z.number().int(),
  /** Embedding tokens, estimated from a sample; null if no sample could be read. */
  tokens: z.number().int().nullable(),
  /** Embedding cost; 0 if the deployment has no embeddings. */
  usd: z.number().nullable(),
  /** Additional cost of summaries; null without a sample. */
  summaryUsd: z.number().nullable(),
});
export type KnowledgeEstimate = z.infer<typeof knowledgeEstimateSchema>;

const itemSchema = z.object({
  id: idSchema,
  kind: knowledgeKindSchema,
  title: z.string(),
  at: timeSchema,
  note: z.string().nullable(),
  /** Model-written summary, if enabled. */
  summary: z.string().nullable(),
});
export type KnowledgeItem = z.infer<typeof itemSchema>;

export const knowledgeItemPageSchema = itemSchema.extend({
  service: z.string(),
  sourceId: z.string(),
  /** Link to the service; may be empty. */
  link: z.string(),
  people: z.array(z.string()),
  /** People and things it is about. */
  entities: z.array(entityRefSchema),
  facts: z.array(z.tuple([z.string(), z.string()])),
  readAt: timeSchema,
  /** Markdown from an external source; truncated if `isCut`. */
  text: z.string(),
  isCut: z.boolean(),
});
export type KnowledgeItemPage = z.infer<typeof knowledgeItemPageSchema>;

export const knowledgeEndpoints = {
  sources: endpoint({
    method: "GET",
    path: "/api/knowledge/sources",
    output: z.object({
      sources: z.array(knowledgeSourceSchema),
      offers: z.array(offerSchema),
      /** Possible owners. */
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
  /** Starts reading several sources, each with its own window and settings; returns the sync to look at. */
  startSync: endpoint({
    method: "POST",
    path: "/api/knowledge/syncs",
    body: z.object({ sources: z.array(choiceSchema).min(1).max(SYNC_SOURCES) }),
    output: knowledgeSyncSchema,
    status: 201,
    access: "admin",
  }),
  /** The newest syncs, newest first. */
  syncs: endpoint({
    method: "GET",
    path: "/api/knowledge/syncs",
    output: z.object({ items: z.array(knowledgeSyncSchema) }),
  }),
  sync: endpoint({ method: "GET", path: "/api/knowledge/syncs/:id", output: knowledgeSyncSchema }),
  /** Starts reading. Idempotent. */
  add: endpoint({
    method: "POST",
    path: "/api/knowledge/sources",
    body: choiceSchema,
    output: knowledgeSourceSchema,
    access: "admin",
  }),
  /** `read` starts a full pass now, or resumes a paused one. */
  act: endpoint({
    method: "POST",
    path: "/api/knowledge/sources/:id/state",
    body: z.object({ to: z.enum(["read", "pause"]) }),
    output: knowledgeSourceSchema,
    access: "admin",
  }),
  /** Changes a source's settings. */
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
  /** Removes a source and all its items. */
  remove: endpoint({
    method: "DELETE",
    path: "/api/knowledge/sources/:id",
    output: okSchema,
    access: "admin",
  }),
  /** A source's items, newest first. */
  items: endpoint({
    method: "GET",
    path: "/api/knowledge/sources/:id/items",
    query: pageQuerySchema,
    output: pageOf(itemSchema),
  }),
  item: endpoint({ method: "GET", path: "/api/knowledge/items/:id", output: knowledgeItemPageSchema }),
} as const;
