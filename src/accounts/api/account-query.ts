/**
 * Questions about accounts, in natural language: answered by the agent they are routed to, with citations.
 * Answer fields are named as in seed 003; platform fields (conversationId, turnId) as elsewhere.
 */
import * as z from "zod";
import { followupChannelSchema } from "./account-stages.ts";
import { idSchema, jsonSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { fileSchema, folderEntrySchema, fileEntrySchema } from "../../workspace/api/workspace.ts";

export type { FollowupChannel } from "./account-stages.ts";

/** The chat agent for accounts. Code only: it classifies the request, finds the account and delegates. */
export const ACCOUNTS_AGENT = "accounts";

/** What a request asks for: information, a change, a message or call, or unclear. */
export const accountIntentSchema = z.enum(["search", "update", "followup", "unclear"]);
export type AccountIntent = z.infer<typeof accountIntentSchema>;

/** Agents that requests are routed to. */
export const accountAgentSchema = z.enum(["search_agent", "updater_agent", "followup_agent"]);

export const accountRefSchema = z.object({ account_id: z.string(), name: z.string(), stage: z.string() });
export type AccountRef = z.infer<typeof accountRefSchema>;

/** A possible match. */
export const accountCandidateSchema = accountRefSchema.extend({
  location: z.string(),
  industry: z.string(),
  /** From 0 to 1, relative to the others. */
  score: z.number(),
});
export type AccountCandidate = z.infer<typeof accountCandidateSchema>;

/** Where a request was routed, and why; shown on the first card of the journey. */
export const routedSchema = z.object({
  /** Null if a question is asked first. */
  agent: accountAgentSchema.nullable(),
  intent: accountIntentSchema,
  confidence: z.number().min(0).max(1),
  account: accountRefSchema.nullable(),
  /** How the account was found; null if there is none. */
  found: z.enum(["name", "similar_name", "description", "conversation", "chosen"]).nullable(),
});
export type Routed = z.infer<typeof routedSchema>;

/** A skill an agent read. Level 2: its instructions; level 3: one of its files. */
export const loadedSkillSchema = z.object({
  name: z.string(),
  description: z.string(),
  level: z.union([z.literal(2), z.literal(3)]),
});
export type LoadedSkill = z.infer<typeof loadedSkillSchema>;

/** A verbatim quote that supports an answer. */
export const accountCitationSchema = z.object({
  path: z.string(),
  quote: z.string(),
  /** Line numbers: `12`, `12-14`; null if the file was only searched. */
  lines: z.string().nullable(),
});
export type AccountCitation = z.infer<typeof accountCitationSchema>;

/** Result of an update (seed 003, "Rich Update Details"). */
export const accountUpdateSchema = z.object({
  account_id: z.string(),
  account_name: z.string(),
  changes: z.array(z.object({ field: z.string(), old_value: jsonSchema, new_value: jsonSchema })),
  files_modified: z.array(z.string()),
  /** Whether its search line was rebuilt. */
  index_updated: z.boolean(),
  new_description: z.string(),
  state_file_path: z.string(),
  history_file_path: z.string(),
  history_entry_id: z.string(),
  previous_history_entry: z.string().nullable(),
});
export type AccountUpdate = z.infer<typeof accountUpdateSchema>;

export const followupDraftSchema = z.object({
  channel: followupChannelSchema,
  /** Null except for e-mails. */
  subject: z.string().nullable(),
  body: z.string(),
  /** Files it is based on. */
  context_used: z.array(z.string()),
  rationale: z.string(),
});
export type FollowupDraft = z.infer<typeof followupDraftSchema>;

/** Status of a follow-up. `sent` is true only with a receipt. */
export const followupResultSchema = z.object({
  success: z.boolean(),
  sent: z.boolean(),
  /** Whether it is in the account's history. */
  recorded: z.boolean(),
  message: z.string(),
  history_entry_id: z.string().nullable(),
  approvalId: z.string().nullable(),
});

/** An account due for a follow-up. */
export const dueAccountSchema = z.object({
  account_id: z.string(),
  account_name: z.string(),
  stage: z.string(),
  days_since_contact: z.number().int(),
  urgency: z.enum(["critical", "high", "normal"]),
  recommended_channel: followupChannelSchema,
  next_steps: z.array(z.string()),
  pending_actions: z.array(z.string()),
  /** Why it is due, in a sentence. */
  why: z.string(),
});
export type DueAccount = z.infer<typeof dueAccountSchema>;

/** Most urgent first. */
export const dueAccountsSchema = z.object({
  accounts: z.array(dueAccountSchema),
  total: z.number().int(),
  filters: z.object({ stage: z.string().nullable(), days_threshold: z.number().int().nullable() }),
});
export type DueAccounts = z.infer<typeof dueAccountsSchema>;

/** A field of a form about an account. */
export const accountFieldSchema = z.object({
  id: z.string(),
  label: z.string(),
  type: z.enum(["select", "multi-select", "text", "textarea"]),
  options: z.array(z.string()).optional(),
  placeholder: z.string().optional(),
  current_value: z.union([z.string(), z.array(z.string())]).optional(),
});
export type AccountFormField = z.infer<typeof accountFieldSchema>;

/** An account's follow-up: the draft and its status. */
export const followupDoneSchema = z.object({
  account_id: z.string(),
  account_name: z.string(),
  draft: followupDraftSchema.nullable(),
  result: followupResultSchema,
});
export type FollowupDone = z.infer<typeof followupDoneSchema>;

const searchAnswerSchema = z.object({
  type: z.literal("success"),
  routed_to: z.literal("search_agent"),
  answer: z.string(),
  citations: z.array(accountCitationSchema),
  notes: z.array(z.string()),
  /** No e-mail, call or text on record supports the answer; it rests on the account's own files only. */
  noPrimarySource: z.boolean(),
});

const updateAnswerSchema = z.object({
  type: z.literal("success"),
  routed_to: z.literal("updater_agent"),
  message: z.string(),
  ...accountUpdateSchema.shape,
});

const followupAnswerSchema = z.object({
  type: z.literal("success"),
  routed_to: z.literal("followup_agent"),
  message: z.string(),
  account_id: z.string().nullable(),
  draft: followupDraftSchema.nullable(),
  result: followupResultSchema.nullable(),
  /** For a batch: one per account. */
  results: z.array(followupDoneSchema),
  /** For questions about who is due. */
  pending: dueAccountsSchema.nullable(),
});

/** Completed or nothing to do, without further details. */
const plainAnswerSchema = z.object({
  type: z.literal("success"),
  routed_to: z.null(),
  message: z.string(),
});

const confirmationSchema = z.object({
  type: z.literal("confirmation_required"),
  session_id: z.string(),
  message: z.string(),
  account_name: z.string(),
  alternatives: z.array(accountCandidateSchema),
  original_query: z.string(),
  fields: z.array(accountFieldSchema),
});

const clarificationSchema = z.object({
  type: z.literal("clarification_needed"),
  session_id: z.string(),
  message: z.string(),
  /** Complete requests or accounts to choose from, each usable as input; empty if the answer is free text. */
  suggestions: z.array(z.string()),
  reason: z.string().nullable(),
  /** If several accounts match: their distinguishing details, in the order of the suggestions. */
  candidates: z.array(accountCandidateSchema),
});

const vagueUpdateSchema = z.object({
  type: z.literal("vague_update_clarification"),
  session_id: z.string(),
  message: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  clarification_fields: z.array(accountFieldSchema),
});

/**
 * Awaits a person's decision, because the change came from untrusted content, or because the team requires
 * approval.
 */
const waitingSchema = z.object({
  type: z.literal("awaiting_approval"),
  message: z.string(),
  approvals: z.array(z.object({ approvalId: z.string(), title: z.string(), link: z.string() })),
});

const errorSchema = z.object({ type: z.literal("error"), message: z.string() });

/** Still running: `GET` the answer again, or watch the conversation. */
const runningSchema = z.object({ type: z.literal("running"), message: z.string() });

/** The answer itself, stored with its message. */
export const accountReplySchema = z.union([
  searchAnswerSchema,
  updateAnswerSchema,
  followupAnswerSchema,
  errorSchema,
]);
export type AccountReply = z.infer<typeof accountReplySchema>;

const bodySchema = z.union([
  searchAnswerSchema,
  updateAnswerSchema,
  followupAnswerSchema,
  plainAnswerSchema,
  confirmationSchema,
  clarificationSchema,
  vagueUpdateSchema,
  waitingSchema,
  errorSchema,
  runningSchema,
]);
export type AccountAnswerBody = z.infer<typeof bodySchema>;

export const accountAnswerSchema = z.intersection(
  bodySchema,
  z.object({
    conversationId: idSchema,
    turnId: z.string(),
    /** The message with the answer; null if there is none yet. */
    messageId: z.string().nullable(),
    routed: routedSchema.nullable(),
    skills: z.array(loadedSkillSchema),
    link: z.string(),
  }),
);
export type AccountAnswer = z.infer<typeof accountAnswerSchema>;

/** Message parts that record a request's journey: where it was routed, and the answer as data. */
export const routedPartSchema = z.object({ type: z.literal("routed"), ...routedSchema.shape });
export const accountReplyPartSchema = z.object({
  type: z.literal("account_answer"),
  answer: accountReplySchema,
});

const words = z.string().trim().min(1).max(4_000);
const line = z.string().trim().max(500);

/** Optional facts of a new account. */
export const newAccountSchema = z.object({
  industry: line.optional(),
  location: line.optional(),
  primary_email: line.optional(),
  primary_phone: line.optional(),
  insurance_types: z.array(line).max(20).optional(),
  notes: z.string().trim().max(2_000).optional(),
});

export const accountQueryBodySchema = z.strictObject({
  query: words,
  conversationId: idSchema.optional(),
  /** The client's ID of the request, which makes it idempotent. */
  messageId: idSchema.optional(),
});

const followupBody = {
  account_id: idSchema,
  channel: followupChannelSchema.optional(),
  purpose: z.string().trim().min(1).max(500).optional(),
};

const statusOf = ({ type }: AccountAnswer): 200 | 202 => (type === "running" ? 202 : 200);

/** A reply to a question. */
const accountConfirmationSchema = z.strictObject({
  session_id: z.string().min(1).max(500),
  confirmed: z.boolean().default(true),
  /** One of the alternatives or candidates, instead of a new account. */
  account_id: idSchema.optional(),
  ...newAccountSchema.shape,
  /** For a vague update. */
  clarification_data: z.record(z.string().max(40), z.union([z.string(), z.array(z.string())])).optional(),
  /** For a clarification: one of the suggestions, or free text. */
  answer: words.optional(),
});
export type AccountConfirmation = z.infer<typeof accountConfirmationSchema>;

/**
 * Endpoints. Those that ask an agent return 202 with type `running` if it takes longer than a request may
 * wait.
 */
export const accountQueryEndpoints = {
  query: endpoint({
    method: "POST",
    path: "/api/accounts/query",
    body: accountQueryBodySchema,
    output: accountAnswerSchema,
    statusOf,
  }),
  /** Replies to a question. `session_id` as received; valid for 24 hours. */
  confirm: endpoint({
    method: "POST",
    path: "/api/accounts/confirm",
    body: accountConfirmationSchema,
    output: accountAnswerSchema,
    statusOf,
  }),
  /** Asks the search agent directly, without classification. */
  search: endpoint({
    method: "POST",
    path: "/api/accounts/search",
    body: accountQueryBodySchema,
    output: accountAnswerSchema,
    statusOf,
  }),
  /** The current answer of a turn. */
  answer: endpoint({
    method: "GET",
    path: "/api/accounts/answers/:conversationId/:turnId",
    output: accountAnswerSchema,
    statusOf,
  }),
  /** A folder below `accounts/`. */
  tree: endpoint({
    method: "GET",
    path: "/api/accounts/tree",
    query: z.object({ path: z.string().max(2_000).optional() }),
    output: z.object({
      path: z.string(),
      items: z.array(z.discriminatedUnion("kind", [folderEntrySchema, fileEntrySchema])),
      more: z.boolean(),
    }),
  }),
  /** A file below `accounts/`. */
  file: endpoint({
    method: "GET",
    path: "/api/accounts/file",
    query: z.object({ path: z.string().min(1).max(2_000) }),
    output: fileSchema.omit({ prompt: true }),
  }),
  pending: endpoint({
    method: "GET",
    path: "/api/accounts/followup/pending",
    query: z.object({
      stage: z.string().max(100).optional(),
      days_threshold: z.coerce.number().int().min(0).max(3650).optional(),
    }),
    output: dueAccountsSchema,
  }),
  draft: endpoint({
    method: "POST",
    path: "/api/accounts/followup/draft",
    body: z.strictObject(followupBody),
    output: accountAnswerSchema,
    statusOf,
  }),
  execute: endpoint({
    method: "POST",
    path: "/api/accounts/followup/execute",
    body: z.strictObject({ ...followupBody, dry_run: z.boolean().default(false) }),
    output: accountAnswerSchema,
    statusOf,
  }),
  batch: endpoint({
    method: "POST",
    path: "/api/accounts/followup/batch",
    body: z.strictObject({
      limit: z.int().min(1).max(20).default(5),
      stage: z.string().max(100).optional(),
      /** Days without contact, in place of the stages' own. */
      days_threshold: z.int().min(0).max(3650).optional(),
      dry_run: z.boolean().default(false),
    }),
    output: accountAnswerSchema,
    statusOf,
  }),
} as const;

/**
 * `POST` with the body of `query`; the response is Server-Sent Events: the frames of the conversation's
 * socket, then `done` with the answer.
 */
export const ACCOUNT_STREAM_PATH = "/api/accounts/query/stream";
