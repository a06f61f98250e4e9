/** Deleting everything about a person for good, and the certificate of it. */
import * as z from "zod";
import { idSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** A person while they are erased. */
export interface ErasedPerson {
  /** Null for somebody who is not in the contacts. */
  readonly contactId: string | null;
  readonly name: string;
  /** E.164; addresses in lower case. Of both those that are theirs alone. */
  readonly numbers: readonly string[];
  readonly addresses: readonly string[];
  /** Conversations with them alone. */
  readonly conversations: readonly string[];
  /** Drafts for them, and what came of those. */
  readonly approvals: readonly string[];
  /** Their calls: what the phone system told of one names it by its id alone. */
  readonly calls: readonly string[];
  /** How they are named. Missing in erasures begun before names were looked for. */
  readonly names?: {
    /** Their whole name, where nobody else in the contacts or the team has it: it is taken out. */
    readonly whole: readonly string[];
    /** Words of their name that no other contact and no member is found by: what holds one is listed. */
    readonly parts: readonly string[];
    /** Their whole name, where others have it too, or it is one word: what holds it is listed. */
    readonly shared: readonly string[];
  };
}

/** Something that names them and stays: its kind, and where it is. Holds none of its words. */
export interface KeptMention {
  readonly what: string;
  /** A path of a page, or the id of a file; null where there is no page of it. */
  readonly path: string | null;
  readonly fileId: string | null;
  readonly count: number;
}

const leftSchema = z.object({
  /** What kind of thing it is, in words: "A file". */
  what: z.string(),
  count: z.number().int(),
  /** A path of the app; null where there is no page of it, or it is gone since. */
  path: z.string().nullable(),
});

const countSchema = z.object({ what: z.string(), count: z.number().int() });

/** What would go, before it goes. */
export const erasurePlanSchema = z.object({
  name: z.string(),
  /** Numbers and addresses as people read them. */
  keys: z.array(z.string()),
  /** Those that others have too: they stay. */
  shared: z.array(z.object({ key: z.string(), with: z.array(z.string()) })),
  counts: z.array(countSchema),
  /** Drafts that are being sent right now: they must end first. */
  busy: z.number().int(),
  /** Drafts that wait: they are withdrawn. */
  waiting: z.number().int(),
});
export type ErasurePlan = z.infer<typeof erasurePlanSchema>;

export const erasureSchema = z.object({
  id: z.string(),
  /** Null once it is done: the certificate holds nothing of theirs. */
  name: z.string().nullable(),
  stage: z.string(),
  removed: z.array(countSchema),
  left: z.array(leftSchema),
  requestedBy: z.string(),
  requestedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  hash: z.string().nullable(),
  /** It failed lately and is tried again. */
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
  /** `name` is the person's, typed by whoever decides. */
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
} as const;
