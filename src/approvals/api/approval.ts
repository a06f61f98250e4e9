/**
 * Wire format of approvals. The bytes of an effect document are exactly what is shown, hashed, approved and
 * executed.
 */
import * as z from "zod";
import { idSchema, jsonSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

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

export const effectStatusSchema = z.enum(["planned", "claimed", "done", "failed", "needs_human", "not_done"]);
export type EffectStatus = z.infer<typeof effectStatusSchema>;

/** One leaf of an effect document, prepared for showing: invisible characters are escaped in `shown`, never in `value`. */
export const leafSchema = z.object({
  /** JSON pointer into the document (RFC 6901), such as `/to/number`. */
  path: z.string(),
  label: z.string(),
  value: jsonSchema,
  shown: z.string(),
  /** The source in which the value was found by exact match. Advisory. */
  foundIn: z.enum(["contacts", "your_words", "inbound_text", "settings", "agent"]).nullable(),
});

/** The proof of what was really done. */
export const receiptSchema = z.object({
  providerId: z.string().nullable(),
  at: timeSchema,
  summary: z.string(),
  link: z.string().nullable(),
  /** Why the message bounced, in words; set when the provider reports it later. */
  returned: z.string().optional(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/**
 * The role of a leaf. `recipient`: whom or what the effect addresses; `sender`: the sending account;
 * `body`: text that the recipient reads; `diff`: changes line by line; `preview`: long text that expands;
 * `notice`: a caution; `detail`: other relevant values; `id`: machine IDs, shown under “Details”.
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

/** How one leaf is shown. A layout is ordered and contains every leaf of its document once. */
export const layoutFieldSchema = z.object({
  /** JSON pointer into the document, as in `leaves`. */
  path: z.string(),
  /** Adjacent fields with the same label and role share a line. */
  label: z.string(),
  role: fieldRoleSchema,
  /**
   * How the value is formatted: `phone` a grouped number, `sms` a text with its length, `file` a workspace
   * file, `local_time` a date with an optional time and no zone, `rows` and `head_row` table rows
   * (`sheet-rows.ts`), Markdown, or a page of the vendor.
   */
  format: z.enum(["phone", "sms", "file", "local_time", "rows", "head_row", "markdown", "link"]).nullable(),
  /** Whether it follows from another visible leaf; a lock screen may omit it. */
  implied: z.boolean(),
});
export type LayoutField = z.infer<typeof layoutFieldSchema>;

/** The phrases for an effect. */
export const effectWordsSchema = z.object({
  /** "Text message"; `plural` is "text messages". */
  name: z.string(),
  plural: z.string(),
  /** The verb of the button: “send”. */
  verb: z.string(),
  /** Past participle, shown with the receipt: “Sent”. */
  done: z.string(),
  /** What one message of this kind is called, as in “last text 2 h ago”; null if it isn't a message. */
  message: z.string().nullable(),
  /** The question on the card: “Send a text to Maria Lopez?”. */
  ask: z.string(),
  /** The result as a sentence without its period: “Sent to Maria Lopez”. */
  sent: z.string(),
  /** Why it can't be undone, such as “A sent text can't be taken back.”; null if it can be. */
  irreversible: z.string().nullable(),
});
export type EffectWords = z.infer<typeof effectWordsSchema>;

/** For effects stored before they had phrases. */
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

/** An effect with its document, leaves, layout, phrases and status. */
export const effectSchema = z.object({
  index: z.number().int(),
  /** Name of the effect kind, which describes and performs it. */
  kind: z.string(),
  title: z.string(),
  document: z.record(z.string(), jsonSchema),
  leaves: z.array(leafSchema),
  /** Missing in views that conversations stored in earlier releases. */
  layout: z.array(layoutFieldSchema).default([]),
  words: effectWordsSchema.default(PLAIN_WORDS),
  /** Index in `proposedEffects`; null for an effect that an edit added. */
  proposedIndex: z.number().int().nullable().optional(),
  hash: z.string(),
  status: effectStatusSchema,
  receipt: receiptSchema.nullable(),
  problem: z.string().nullable(),
  /** Set while a provider can't perform it yet: the provider's name and the next try. */
  waits: z.object({ for: z.string(), nextTryAt: timeSchema }).optional(),
});
export type Effect = z.infer<typeof effectSchema>;

export const lintSchema = z.object({
  code: z.string(),
  level: z.enum(["info", "warning", "danger"]),
  message: z.string(),
  path: z.string().nullable(),
  /** The approval that the lint is about. */
  approvalId: idSchema.optional(),
});
export type Lint = z.infer<typeof lintSchema>;

/** An exact quote that led to the proposal, with its source. */
export const evidenceSchema = z.object({
  source: z.string(),
  quote: z.string(),
  at: timeSchema.nullable(),
  ref: z.string().nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** A field of the card's edit form, derived from the tool's schema. */
export interface FormField {
  /** JSON pointer into the arguments. Within a list's `fields` it starts at the item, which is "". */
  readonly path: string;
  readonly label: string;
  /** `list`: one value per line; `records`: a list of objects; `group`: an optional object. */
  readonly type: "text" | "longtext" | "number" | "boolean" | "choice" | "list" | "records" | "group";
  readonly required: boolean;
  readonly maxLength: number | null;
  readonly choices: readonly string[] | null;
  readonly help: string | null;
  /** The fields of a list item or group. */
  readonly fields?: readonly FormField[] | undefined;
  /** Maximum items of a list; null if unlimited. */
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
  /** The recipient or record, in words. */
  target: z.string(),
  arguments: z.record(z.string(), jsonSchema),
  proposedArguments: z.record(z.string(), jsonSchema),
  form: z.array(formFieldSchema),
  effects: z.array(effectSchema),
  /** Titles of the proposed effects that an edit left out. */
  leftOut: z.array(z.string()).optional(),
  /** The documents as proposed, in order. They differ from those in `effects` after an edit. */
  proposedEffects: z.array(z.record(z.string(), jsonSchema)),
  effectHash: z.string(),
  lints: z.array(lintSchema),
  evidence: z.array(evidenceSchema),
  /** The newest message with the recipient, as of the proposal; null if none is known. */
  lastContact: z
    .object({ at: timeSchema, direction: z.enum(["incoming", "outgoing"]) })
    .nullable()
    .optional(),
  /** What the recipients wrote last, in each thread of a pending draft, where `evidence` doesn't quote it. */
  lastWords: z
    .array(z.object({ conversationId: z.string(), target: z.string(), at: timeSchema, text: z.string() }))
    .optional(),
  /**
   * ID of the newest message since the draft: of the team to the same people, or of someone in `wroteSince`.
   * An approval must repeat it, or it fails with `effect_changed`.
   */
  sentSince: idSchema.nullable().optional(),
  /**
   * Recipients who wrote since the draft. Their parts are not in `effects`. `index` is the value for
   * `without`; to put a part back, approve with `arguments` and a `without` that lacks it.
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
  /** The agent's note for the person who decides. */
  note: z.string().optional(),
  /** Set if the conversation is private to someone else: its title, the note and the evidence are left out. */
  isGroundsPrivate: z.literal(true).optional(),
  urgent: z.boolean(),
  /** Whether only admins may decide. */
  adminsOnly: z.boolean().optional(),
  /** The people who alone may decide, by the team's house rules. */
  deciders: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  rule: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  /** When a held approval starts executing; null when nothing is held. */
  executeAfter: timeSchema.nullable(),
  decision: z.enum(["approve", "reject"]).nullable(),
  /** Who decided, or who withdrew it. */
  decidedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  decidedAt: timeSchema.nullable(),
  edited: z.boolean(),
  reason: z.string().nullable(),
  /** Whether the rejection asks for a new draft; `reason` says what to change. */
  changesRequested: z.boolean().optional(),
  staleReason: z.string().nullable(),
  /** ID of the example it was saved as. */
  example: idSchema.optional(),
  /** The newer draft that replaced it. */
  replacedBy: z.string().nullable().optional(),
  /** Whether the decision can still be undone. */
  undoable: z.boolean(),
  /** Label of the button that undoes the effect; null if it can't be undone. */
  compensation: z.string().nullable(),
  version: z.number().int(),
});
export type Approval = z.infer<typeof approvalSchema>;

/**
 * An approval as a line of a list: what it is, whom it is for, its words in short, and where it stands. The
 * card itself is loaded when it is opened.
 */
export const approvalRowSchema = approvalSchema
  .pick({
    id: true,
    conversationId: true,
    turnId: true,
    status: true,
    tool: true,
    title: true,
    target: true,
    effectHash: true,
    urgent: true,
    createdAt: true,
    expiresAt: true,
    executeAfter: true,
    decidedBy: true,
    decidedAt: true,
    edited: true,
    changesRequested: true,
    undoable: true,
    version: true,
  })
  .extend({
    /** What it is: `Text message`, `New contact and text message`. */
    kind: z.string(),
    /** Several of it: `texts`, `tasks`; null if it has parts of several kinds. */
    plural: z.string().nullable(),
    /** Whether it is sent to someone. */
    isMessage: z.boolean(),
    /** Its words, in short. */
    words: z.string(),
    /** How many warnings it has. */
    toCheck: z.number().int(),
    /** The numbers it texts. */
    numbers: z.array(z.string()).optional(),
    /** What was really done, and when. */
    receipt: z.object({ words: z.string(), at: timeSchema }).optional(),
    /** Why it was rejected, withdrawn, or went out of date; who or what it waits for. */
    why: z.string().optional(),
    waitsFor: z.string().optional(),
    isReplaced: z.literal(true).optional(),
  });
export type ApprovalRow = z.infer<typeof approvalRowSchema>;

export const decisionBodySchema = z.object({
  decision: z.enum(["approve", "reject"]),
  arguments: z.record(z.string(), jsonSchema).optional(),
  /** Effects to leave out, by position in the full list that the arguments resolve to. */
  without: z.array(z.number().int().min(0)).max(50).optional(),
  reason: z.string().max(2000).optional(),
  /** Reject and ask the agent to draft again with the reason as guidance. */
  redraft: z.boolean().optional(),
  effectHash: z.string(),
  /** The card's `sentSince`: confirms that the approver has seen that message. */
  sentSince: idSchema.nullish(),
  /** Minimum hold before execution, so that a mistake can be undone. */
  holdSeconds: z.number().int().min(0).max(60).optional(),
  /** Chosen by the client. A repeat with the same ID returns the first result. */
  decisionId: idSchema.optional(),
});
export type DecisionBody = z.infer<typeof decisionBodySchema>;

export const previewSchema = z.object({
  effects: z.array(effectSchema),
  effectHash: z.string(),
  lints: z.array(lintSchema),
  /** Effects left out, by position in the full list. */
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
      /** A status, several separated by commas, or `open` for everything that needs someone to act. */
      status: z.string().max(200).optional(),
      conversationId: z.string().max(200).optional(),
    }),
    /** Newest first; `open` ones that are urgent come before all others. */
    output: pageOf(approvalRowSchema),
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
  /** Stops an approved effect that waits for a provider. */
  stop: endpoint({ method: "POST", path: "/api/approvals/:id/stop", output: approvalSchema }),
  resolve: endpoint({
    method: "POST",
    path: "/api/approvals/:id/resolve",
    body: z.object({ outcome: z.enum(["done", "not_done", "retry"]), note: z.string().max(2000).optional() }),
    output: approvalSchema,
  }),
  withdraw: endpoint({ method: "POST", path: "/api/approvals/:id/withdraw", output: approvalSchema }),
  /** Runs the compensation that a receipt offers, as a new effect approved by the caller. */
  compensate: endpoint({ method: "POST", path: "/api/approvals/:id/compensate", output: approvalSchema }),
};
