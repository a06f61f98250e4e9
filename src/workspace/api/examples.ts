/** Wire contract of examples: an agent's proposal and a person's correction, stored anonymized. */
import * as z from "zod";
import {
  idSchema,
  jsonSchema,
  okSchema,
  pageOf,
  pageQuerySchema,
  timeSchema,
} from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

export const EXAMPLE_LIMITS = {
  /** Per team. */
  examples: 500,
  /** Total characters of the messages that led to a proposal. */
  askedChars: 4_000,
  /** Total characters of an example as JSON. */
  chars: 20_000,
} as const;

/** A person, under an invented name. */
export const examplePersonSchema = z.object({
  name: z.string().max(200),
  as: z.enum(["recipient", "mentioned"]),
  channel: z.enum(["sms", "email"]).nullable(),
});
export type ExamplePerson = z.infer<typeof examplePersonSchema>;

const argumentsSchema = z.record(z.string(), jsonSchema);

/** The editable part. */
const wordsSchema = z.object({
  /** The messages that led to it; never empty. */
  asked: z.array(z.string().min(1).max(EXAMPLE_LIMITS.askedChars)).min(1).max(20),
  proposed: argumentsSchema,
  /** Null if it was rejected. */
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

export const exampleSchema = coreSchema.extend({
  approvalId: idSchema,
  agentTitle: z.string(),
  toolTitle: z.string(),
  keptBy: z.object({ id: idSchema, name: z.string() }),
  createdAt: timeSchema,
  /** Remaining words that may be names, for a person to review. */
  unrecognised: z.array(z.string()),
  /** Whether the caller may change and remove it. */
  mayChange: z.boolean(),
});
export type Example = z.infer<typeof exampleSchema>;

/** The download format of examples, which `npm run eval -- --examples` reads. */
export const exampleFileSchema = z.object({
  examples: z.array(coreSchema.extend({ kept: z.iso.date() })),
});
export type ExampleFile = z.infer<typeof exampleFileSchema>;

/** Download of a team's examples: an attachment of `exampleFileSchema`. */
export const EXAMPLES_DOWNLOAD = "/api/examples/download";

export const exampleEndpoints = {
  /**
   * Keeps an example, one per approval; idempotent. 409 `conflict` if the approval is unsuitable, too long,
   * or there is no room.
   */
  keep: endpoint({ method: "POST", path: "/api/approvals/:id/example", output: exampleSchema }),
  /** Newest first. */
  list: endpoint({
    method: "GET",
    path: "/api/examples",
    query: pageQuerySchema,
    output: pageOf(exampleSchema),
  }),
  /** For admins and the member who kept it; 403 `forbidden` for others. */
  change: endpoint({
    method: "PATCH",
    path: "/api/examples/:id",
    body: wordsSchema.partial(),
    output: exampleSchema,
  }),
  /** Same permissions as `change`. */
  remove: endpoint({ method: "DELETE", path: "/api/examples/:id", output: okSchema }),
};
