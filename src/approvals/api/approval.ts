/** Approvals on the wire. The effect document is the unit: what is shown, hashed, approved and executed are the same bytes. */
import * as z from "zod";
import { idSchema, jsonSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** States of an approval. */
export const approvalStatusSchema = z.enum([
  "pending",
  "approved",
  "executing",
  "done",
  "failed",
  "needs_human",
  "not_done",
  "rejected",
  "expired",
  "stale",
  "withdrawn",
]);
export type ApprovalStatus = z.infer<typeof approvalStatusSchema>;

/** States of one effect row. */
export const effectStatusSchema = z.enum(["planned", "claimed", "done", "failed", "needs_human", "not_done"]);
export type EffectStatus = z.infer<typeof effectStatusSchema>;

/** One leaf of an effect document, prepared for showing: invisible characters are escaped in `shown`, never in `value`. */
export const leafSchema = z.object({
  /** JSON pointer into the document (RFC 6901), such as `/to/number`. */
  path: z.string(),
  label: z.string(),
  value: jsonSchema,
  shown: z.string(),
  /** Where the value was found: an advisory exact match. */
  foundIn: z.enum(["contacts", "your_words", "inbound_text", "settings", "agent"]).nullable(),
});

/** The proof of what was really done. */
export const receiptSchema = z.object({
  providerId: z.string().nullable(),
  at: timeSchema,
  summary: z.string(),
  link: z.string().nullable(),
  /** It was sent and did not arrive, as the provider reported later: why, in words. */
  returned: z.string().optional(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/**
 * What a leaf is to a person. `recipient`: whom or what it is aimed at; `sender`: what it leaves from; `body`: the words somebody will read; `diff`: what
 * changes, line by line; `preview`: a long text that opens; `notice`: what to be aware of; `detail`: all else that matters; `id`: for machines, under
 * "Details".
 */
const fieldRoleSchema = z.enum([
  "recipient",
  "sender",
  "subject",
  "body",
  "time",
  "diff",
  "preview",
  "notice",
  "detail",
  "id",
]);

/** Where one leaf is drawn. A layout is in order and has each leaf of its document once. */
export const layoutFieldSchema = z.object({
  /** JSON pointer into the document, as in `leaves`. */
  path: z.string(),
  /** Neighbours with the same label and role are drawn as one line. */
  label: z.string(),
  role: fieldRoleSchema,
  /** How its value is written: a number in groups, a text message with its length, a file of the workspace, a day with or without a time of no zone, rows of `sheet-rows.ts` and the row above them, Markdown, a page of the service. */
  format: z.enum(["phone", "sms", "file", "local_time", "rows", "head_row", "markdown", "link"]).nullable(),
  /** It follows from another leaf that is shown: a lock screen may leave it out. */
  implied: z.boolean(),
});
export type LayoutField = z.infer<typeof layoutFieldSchema>;

/** How an effect is spoken of. */
export const effectWordsSchema = z.object({
  /** "Text message"; `plural` is "text messages". */
  name: z.string(),
  plural: z.string(),
  /** What approving makes it do: "send". */
  verb: z.string(),
  /** Said of it once there is a receipt: "Sent". */
  done: z.string(),
  /** What a single message of it is called, as in "last text 2 h ago"; null where it is no message. */
  message: z.string().nullable(),
  /** Asks for it: "Send a text to Maria Lopez?". */
  ask: z.string(),
  /** Once done, in a sentence without its period: "Text sent to Maria Lopez". */
  sent: z.string(),
  /** Why it can't be taken back: "A sent text can't be taken back."; null where something undoes it. */
  irreversible: z.string().nullable(),
});
export type EffectWords = z.infer<typeof effectWordsSchema>;

/** Said of an effect that was shown before effects carried their words. */
const PLAIN_WORDS: EffectWords = {
  name: "Action",
  plural: "actions",
  verb: "do it",
  done: "Done",
  message: null,
  ask: "Do this?",
  sent: "Done",
  irreversible: null,
};

/** One effect: its document, every leaf of it, how it is shown and spoken of, and how far it got. */
export const effectSchema = z.object({
  index: z.number().int(),
  /** Names the effect kind that describes and performs it. */
  kind: z.string(),
  title: z.string(),
  document: z.record(z.string(), jsonSchema),
  leaves: z.array(leafSchema),
  /** Views kept by a conversation from before these two were there have none. */
  layout: z.array(layoutFieldSchema).default([]),
  words: effectWordsSchema.default(PLAIN_WORDS),
  /** Which of `proposedEffects` it was; null for one an edit added. */
  proposedIndex: z.number().int().nullable().optional(),
  hash: z.string(),
  status: effectStatusSchema,
  receipt: receiptSchema.nullable(),
  problem: z.string().nullable(),
  /** Set while it waits for a provider that could not do it: who that is, as people call it, and when it is tried again. */
  waits: z.object({ for: z.string(), nextTryAt: timeSchema }).optional(),
});
export type Effect = z.infer<typeof effectSchema>;

export const lintSchema = z.object({
  code: z.string(),
  level: z.enum(["info", "warning", "danger"]),
  message: z.string(),
  path: z.string().nullable(),
  /** The approval it tells of. */
  approvalId: idSchema.optional(),
});
export type Lint = z.infer<typeof lintSchema>;

/** Words that led to the proposal, quoted exactly, with where they stand. */
export const evidenceSchema = z.object({
  source: z.string(),
  quote: z.string(),
  at: timeSchema.nullable(),
  ref: z.string().nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** A field the card's edit form shows, made from the tool's schema. */
export interface FormField {
  /** JSON pointer into the arguments; within a list's `fields` it begins at the item, which is "" itself. */
  readonly path: string;
  readonly label: string;
  /** `list`: one value a line; `records`: a list of objects; `group`: an object that may be left out. */
  readonly type: "text" | "longtext" | "number" | "boolean" | "choice" | "list" | "records" | "group";
  readonly required: boolean;
  readonly maxLength: number | null;
  readonly choices: readonly string[] | null;
  readonly help: string | null;
  /** Of an item of a list, or of a group. */
  readonly fields?: readonly FormField[] | undefined;
  /** Most items of a list; null where there is no bound. */
  readonly maxItems?: number | null | undefined;
}
export const formFieldSchema: z.ZodType<FormField> = z.object({
  path: z.string(),
  label: z.string(),
  type: z.enum(["text", "longtext", "number", "boolean", "choice", "list", "records", "group"]),
  required: z.boolean(),
  maxLength: z.number().int().nullable(),
  choices: z.array(z.string()).nullable(),
  help: z.string().nullable(),
  fields: z.lazy(() => z.array(formFieldSchema)).optional(),
  maxItems: z.number().int().nullable().optional(),
});

export const approvalSchema = z.object({
  id: idSchema,
  conversationId: z.string(),
  conversationTitle: z.string(),
  turnId: z.string(),
  status: approvalStatusSchema,
  tool: z.string(),
  title: z.string(),
  /** The person or thing the action is aimed at, in words. */
  target: z.string(),
  arguments: z.record(z.string(), jsonSchema),
  proposedArguments: z.record(z.string(), jsonSchema),
  form: z.array(formFieldSchema),
  effects: z.array(effectSchema),
  /** Titles of proposed effects that an edit left out. */
  leftOut: z.array(z.string()).optional(),
  /** The documents as first proposed, in order; they differ from those of `effects` once an edit was approved. */
  proposedEffects: z.array(z.record(z.string(), jsonSchema)),
  effectHash: z.string(),
  lints: z.array(lintSchema),
  evidence: z.array(evidenceSchema),
  /** The newest message with the person it is aimed at, as of the proposal; null where none is known. */
  lastContact: z
    .object({ at: timeSchema, direction: z.enum(["incoming", "outgoing"]) })
    .nullable()
    .optional(),
  /** The newest message since the draft, of the team's to the same people or of somebody in `wroteSince`: an approval must name it, or it fails with `effect_changed`. */
  sentSince: idSchema.nullable().optional(),
  /**
   * Of several recipients those who wrote since the draft: their parts are not in `effects`. `index` is what `without` names: an approval with the `arguments`
   * and a `without` that lacks it puts the part back.
   */
  wroteSince: z
    .array(
      z.object({
        index: z.number().int(),
        title: z.string(),
        target: z.string(),
        conversationId: z.string(),
      }),
    )
    .optional(),
  /** What the agent wants whoever decides to know, as it is shown; left out where it says nothing. */
  note: z.string().optional(),
  /** Note, evidence and the conversation's title are left out: it came out of a conversation that is private to somebody else. */
  isGroundsPrivate: z.literal(true).optional(),
  urgent: z.boolean(),
  /** Whether only admins may decide. */
  adminsOnly: z.boolean().optional(),
  rule: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  /** When a held approval starts executing; null when nothing is held. */
  executeAfter: timeSchema.nullable(),
  decision: z.enum(["approve", "reject"]).nullable(),
  /** Who decided; of a withdrawn one, who withdrew it. */
  decidedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  decidedAt: timeSchema.nullable(),
  edited: z.boolean(),
  reason: z.string().nullable(),
  /** Not refused: somebody asked for another draft, and `reason` says what should be different. */
  changesRequested: z.boolean().optional(),
  staleReason: z.string().nullable(),
  /** The example it was kept as (src/workspace/api/examples.ts). */
  example: idSchema.optional(),
  /** The newer draft it was withdrawn for. */
  replacedBy: z.string().nullable().optional(),
  /** Whether the decision can be taken back now. */
  undoable: z.boolean(),
  /** Whether something compensates the done effect. */
  compensation: z.string().nullable(),
  version: z.number().int(),
});
export type Approval = z.infer<typeof approvalSchema>;

export const decisionBodySchema = z.object({
  decision: z.enum(["approve", "reject"]),
  arguments: z.record(z.string(), jsonSchema).optional(),
  /** Effects to leave out, by position in what the arguments resolve to. */
  without: z.array(z.number().int().min(0)).max(50).optional(),
  reason: z.string().max(2000).optional(),
  /** Reject and ask the agent to draft again with the reason as guidance. */
  redraft: z.boolean().optional(),
  effectHash: z.string(),
  /** The card's own `sentSince`: whoever approves knows of that message. */
  sentSince: idSchema.nullish(),
  /** Holds what is approved at least so long, whatever it is, so that a slip can be undone. */
  holdSeconds: z.number().int().min(0).max(60).optional(),
  /** A client's own id for this decision: a repeat with the same id answers as the first did. */
  decisionId: idSchema.optional(),
});
export type DecisionBody = z.infer<typeof decisionBodySchema>;

export const previewSchema = z.object({
  /** What would be done. */
  effects: z.array(effectSchema),
  effectHash: z.string(),
  lints: z.array(lintSchema),
  /** What was left out, by position in what the arguments resolve to. */
  leftOut: z.array(z.object({ index: z.number().int(), title: z.string() })),
});
export type Preview = z.infer<typeof previewSchema>;

const batchResultSchema = z.object({
  results: z.array(
    z.discriminatedUnion("ok", [
      z.object({ ok: z.literal(true), approval: approvalSchema }),
      z.object({
        ok: z.literal(false),
        approvalId: z.string(),
        error: z.object({
          code: z.string(),
          message: z.string(),
          details: z.record(z.string(), z.unknown()).optional(),
        }),
      }),
    ]),
  ),
});

export const approvalEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/approvals",
    query: pageQuerySchema.extend({
      /** A status, several with commas, or `open` for all that waits for somebody. */
      status: z.string().max(200).optional(),
      conversationId: z.string().max(200).optional(),
    }),
    output: pageOf(approvalSchema),
  }),
  get: endpoint({ method: "GET", path: "/api/approvals/:id", output: approvalSchema }),
  preview: endpoint({
    method: "POST",
    path: "/api/approvals/:id/preview",
    body: decisionBodySchema.pick({ without: true }).extend({ arguments: z.record(z.string(), jsonSchema) }),
    output: previewSchema,
  }),
  decide: endpoint({
    method: "POST",
    path: "/api/approvals/:id/decision",
    body: decisionBodySchema,
    output: approvalSchema,
  }),
  decideMany: endpoint({
    method: "POST",
    path: "/api/approvals/decisions",
    body: z.object({
      decisions: z
        .array(decisionBodySchema.extend({ approvalId: idSchema }))
        .min(1)
        .max(50),
    }),
    output: batchResultSchema,
  }),
  undo: endpoint({ method: "POST", path: "/api/approvals/:id/undo", output: approvalSchema }),
  /** Gives up what is approved and waits for a provider. */
  stop: endpoint({ method: "POST", path: "/api/approvals/:id/stop", output: approvalSchema }),
  resolve: endpoint({
    method: "POST",
    path: "/api/approvals/:id/resolve",
    body: z.object({ outcome: z.enum(["done", "not_done", "retry"]), note: z.string().max(2000).optional() }),
    output: approvalSchema,
  }),
  withdraw: endpoint({ method: "POST", path: "/api/approvals/:id/withdraw", output: approvalSchema }),
  /** Runs the compensation a receipt offers, as a new approved effect of the caller. */
  compensate: endpoint({ method: "POST", path: "/api/approvals/:id/compensate", output: approvalSchema }),
};
