/** Permanent erasure of a person, with its certificate, and of the whole team. */
import * as z from "zod";
import { idSchema, okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** A person being erased. */
export interface ErasedPerson {
  /** Null for a person without a contact. */
  readonly contactId: string | null;
  readonly name: string;
  /** E.164; addresses lowercase. Only those not shared with others. */
  readonly numbers: readonly string[];
  readonly addresses: readonly string[];
  /** Conversations with this person only. */
  readonly conversations: readonly string[];
  /** Drafts for them, and their outcomes. */
  readonly approvals: readonly string[];
  /** Their calls: later events refer to a call only by ID. */
  readonly calls: readonly string[];
  /** Their names. Missing in erasures from before names were searched. */
  readonly names?: {
    /** Full name, if unique among contacts and the team: it is masked. */
    readonly whole: readonly string[];
    /** Parts of the name that are unique among contacts and members: what contains one is listed. */
    readonly parts: readonly string[];
    /** Full name if others have it too, or a single word: what contains it is listed. */
    readonly shared: readonly string[];
  };
}

/** A remaining mention: its kind and location. Contains none of its text. */
export interface KeptMention {
  readonly what: string;
  /** A page's path, or a file's ID; null if it has no page. */
  readonly path: string | null;
  readonly fileId: string | null;
  readonly count: number;
}

const leftSchema = z.object({
  /** The kind of record, as text: "A file". */
  what: z.string(),
  count: z.number().int(),
  /** An app path; null if it has no page, or no longer exists. */
  path: z.string().nullable(),
});

const countSchema = z.object({ what: z.string(), count: z.number().int() });

/** Preview of what will be erased. */
export const erasurePlanSchema = z.object({
  name: z.string(),
  /** Formatted numbers and addresses. */
  keys: z.array(z.string()),
  /** Shared with others, and therefore kept. */
  shared: z.array(z.object({ key: z.string(), with: z.array(z.string()) })),
  counts: z.array(countSchema),
  /** Drafts being sent right now, which must finish first. */
  busy: z.number().int(),
  /** Pending drafts, which will be withdrawn. */
  waiting: z.number().int(),
});
export type ErasurePlan = z.infer<typeof erasurePlanSchema>;

export const erasureSchema = z.object({
  id: z.string(),
  /** Null once completed: the certificate contains none of their data. */
  name: z.string().nullable(),
  stage: z.string(),
  removed: z.array(countSchema),
  left: z.array(leftSchema),
  requestedBy: z.string(),
  requestedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  hash: z.string().nullable(),
  /** It failed recently and is being retried. */
  failing: z.boolean(),
});
export type Erasure = z.infer<typeof erasureSchema>;

export const erasureEndpoints = {
  plan: endpoint({
    method: "GET",
    path: "/api/contacts/:id/erasure",
    output: erasurePlanSchema,
    access: "admin",
  }),
  /** `name` is the person's name, typed as confirmation. */
  begin: endpoint({
    method: "POST",
    path: "/api/contacts/:id/erasure",
    body: z.object({ name: z.string().min(1).max(300) }),
    output: z.object({ id: idSchema }),
    access: "admin",
  }),
  list: endpoint({
    method: "GET",
    path: "/api/erasures",
    output: z.object({ items: z.array(erasureSchema) }),
    access: "admin",
  }),
  get: endpoint({ method: "GET", path: "/api/erasures/:id", output: erasureSchema, access: "admin" }),
  /** Plans the deletion of the whole team in seven days. `name` is its name, typed as confirmation. */
  team: endpoint({
    method: "POST",
    path: "/api/team/delete",
    body: z.object({ name: z.string().min(1).max(300) }),
    output: okSchema,
    access: "admin",
  }),
  /** 409 `conflict` if none is planned, or it has started. */
  keepTeam: endpoint({ method: "POST", path: "/api/team/keep", output: okSchema, access: "admin" }),
} as const;
