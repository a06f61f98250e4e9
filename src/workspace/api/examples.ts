/** Examples on the wire: what an agent proposed and what a person made of it, kept without names. */
import * as z from "zod";
import type { Approval } from "../../approvals/api/approval.ts";
import {
  idSchema,
  jsonSchema,
  okSchema,
  pageOf,
  pageQuerySchema,
  timeSchema,
} from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** Bounds of examples. */
export const EXAMPLE_LIMITS = {
  /** Of a team. */
  examples: 500,
  /** Characters of the words that led to a proposal, together. */
  askedChars: 4_000,
  /** Characters of all of an example, as JSON. */
  chars: 20_000,
} as const;

/** A person by an invented name. */
export const examplePersonSchema = z.object({
  name: z.string().max(200),
  as: z.enum(["recipient", "mentioned"]),
  channel: z.enum(["sms", "email"]).nullable(),
});
export type ExamplePerson = z.infer<typeof examplePersonSchema>;

const argumentsSchema = z.record(z.string(), jsonSchema);

/** What people may change of it. */
const wordsSchema = z.object({
  /** What led to it: always something. */
  asked: z.array(z.string().min(1).max(EXAMPLE_LIMITS.askedChars)).min(1).max(20),
  proposed: argumentsSchema,
  /** Null where it was rejected. */
  wanted: argumentsSchema.nullable(),
  reason: z.string().max(2_000).nullable(),
});

const coreSchema = wordsSchema.extend({
  id: idSchema,
  agent: z.string(),
  tool: z.string(),
  verdict: z.enum(["edited", "rejected"]),
  people: z.array(examplePersonSchema),
});

/** An example as the page shows it. */
export const exampleSchema = coreSchema.extend({
  approvalId: idSchema,
  agentTitle: z.string(),
  toolTitle: z.string(),
  keptBy: z.object({ id: idSchema, name: z.string() }),
  createdAt: timeSchema,
  /** Words left in it that may be names: for a person to look over. */
  unrecognised: z.array(z.string()),
  /** Whether whoever asks may change and remove it. */
  mayChange: z.boolean(),
});
export type Example = z.infer<typeof exampleSchema>;

/** A file of examples, as it is downloaded and as `npm run eval -- --examples` reads it. */
export const exampleFileSchema = z.object({
  examples: z.array(coreSchema.extend({ kept: z.iso.date() })),
});
export type ExampleFile = z.infer<typeof exampleFileSchema>;

/** Where a team's examples are downloaded: an attachment of `exampleFileSchema`. */
export const EXAMPLES_DOWNLOAD = "/api/examples/download";

/** Approved for good: while it is held a decision can be taken back. */
const APPROVED: ReadonlySet<Approval["status"]> = new Set([
  "executing",
  "done",
  "failed",
  "needs_human",
  "not_done",
]);

/** What the system proposes about itself, a rule or a memory, is no example of an agent's words. */
const OWN_PLACES: ReadonlySet<string> = new Set([
  "system.policy",
  "system.memory.upkeep",
  "system.style",
  "system:on-call",
]);

/** How a person decided otherwise than an agent proposed; null where they did not, or not yet. Pure. */
export function exampleVerdict(
  approval: Pick<Approval, "conversationId" | "edited" | "status">,
): Example["verdict"] | null {
  if (OWN_PLACES.has(approval.conversationId)) return null;
  if (approval.status === "rejected") return "rejected";
  return approval.edited && APPROVED.has(approval.status) ? "edited" : null;
}

export const exampleEndpoints = {
  /** Keeps an example; one an approval, a repeat answers the same. 409 `conflict` where it is none, too long, or there is no room. */
  keep: endpoint({ method: "POST", path: "/api/approvals/:id/example", output: exampleSchema }),
  /** The newest first. */
  list: endpoint({
    method: "GET",
    path: "/api/examples",
    query: pageQuerySchema,
    output: pageOf(exampleSchema),
  }),
  /** By an admin or whoever kept it: 403 `forbidden` for others. */
  change: endpoint({
    method: "PATCH",
    path: "/api/examples/:id",
    body: wordsSchema.partial(),
    output: exampleSchema,
  }),
  /** Likewise. */
  remove: endpoint({ method: "DELETE", path: "/api/examples/:id", output: okSchema }),
};
