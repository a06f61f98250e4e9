/**
 * Asking the accounts: one question in words, answered by the agent it was routed to, with what every answer stands on. Fields of the answers are named
 * as seed 003 names them; whatever is the platform's own (conversationId, turnId) as everywhere.
 */
import * as z from "zod";
import { followupChannelSchema } from "./account-stages.ts";
import { idSchema, jsonSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { fileSchema, folderEntrySchema, fileEntrySchema } from "../../workspace/api/workspace.ts";

export type { FollowupChannel } from "./account-stages.ts";

/** Who answers conversations about accounts. Code alone: it asks the starter, looks the account up and hands the request on. */
export const ACCOUNTS_AGENT = "accounts";

/** What a request is: to find something out, to change an account, to write or call, or none of it for sure. */
export const accountIntentSchema = z.enum(["search", "update", "followup", "unclear"]);
export type AccountIntent = z.infer<typeof accountIntentSchema>;

/** Agents a request is routed to. */
export const accountAgentSchema = z.enum(["search_agent", "updater_agent", "followup_agent"]);
/** Who works on a request: whoever sorts it, then one of them. */
export const accountWorkerSchema = z.enum(["starter", ...accountAgentSchema.options]);
export type AccountWorker = z.infer<typeof accountWorkerSchema>;

export const accountRefSchema = z.object({ account_id: z.string(), name: z.string(), stage: z.string() });
export type AccountRef = z.infer<typeof accountRefSchema>;

/** An account that may be meant. */
export const accountCandidateSchema = accountRefSchema.extend({
  location: z.string(),
  industry: z.string(),
  /** From 0 to 1, beside the others. */
  score: z.number(),
});
export type AccountCandidate = z.infer<typeof accountCandidateSchema>;

/** Where a request went, and why: what the journey's first card shows. */
export const routedSchema = z.object({
  /** Null where no agent took it: something is asked back first. */
  agent: accountAgentSchema.nullable(),
  intent: accountIntentSchema,
  confidence: z.number().min(0).max(1),
  account: accountRefSchema.nullable(),
  /** How the account was found; null without one. */
  found: z.enum(["name", "similar_name", "description", "conversation", "chosen"]).nullable(),
});
export type Routed = z.infer<typeof routedSchema>;

/** A skill that an agent read. Level 2: its instructions; level 3: one of the files it names. */
export const loadedSkillSchema = z.object({
  name: z.string(),
  description: z.string(),
  level: z.union([z.literal(2), z.literal(3)]),
});
export type LoadedSkill = z.infer<typeof loadedSkillSchema>;

/** Words of a file an answer stands on, letter for letter. */
export const accountCitationSchema = z.object({
  path: z.string(),
  quote: z.string(),
  /** Where they stand: `12`, `12-14`; null where the file was only searched. */
  lines: z.string().nullable(),
});
export type AccountCitation = z.infer<typeof accountCitationSchema>;

/** What an update did (seed 003, "Rich Update Details"). */
export const accountUpdateSchema = z.object({
  account_id: z.string(),
  account_name: z.string(),
  changes: z.array(z.object({ field: z.string(), old_value: jsonSchema, new_value: jsonSchema })),
  files_modified: z.array(z.string()),
  /** Whether what it is found by was made anew. */
  index_updated: z.boolean(),
  new_description: z.string(),
  state_file_path: z.string(),
  history_file_path: z.string(),
  history_entry_id: z.string(),
  previous_history_entry: z.string().nullable(),
});
export type AccountUpdate = z.infer<typeof accountUpdateSchema>;

/** A communication that was drafted. */
export const followupDraftSchema = z.object({
  channel: followupChannelSchema,
  /** Null unless it is an e-mail. */
  subject: z.string().nullable(),
  body: z.string(),
  /** Files it was written from. */
  context_used: z.array(z.string()),
  rationale: z.string(),
});
export type FollowupDraft = z.infer<typeof followupDraftSchema>;

/** What became of a follow-up so far. `sent` is true from a receipt alone. */
export const followupResultSchema = z.object({
  success: z.boolean(),
  sent: z.boolean(),
  /** Whether the account's history tells of it. */
  recorded: z.boolean(),
  message: z.string(),
  history_entry_id: z.string().nullable(),
  approvalId: z.string().nullable(),
});

/** An account that is due for a follow-up. */
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

/** The most urgent first. */
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

/** An account's follow-up: what was drafted and what became of it. */
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
  /** No mail, call or text on record says it: it stands on the account's own files alone. */
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
  /** Of a batch: one an account. */
  results: z.array(followupDoneSchema),
  /** Of a question who is due. */
  pending: dueAccountsSchema.nullable(),
});

/** Done, or nothing to do, and no more to show of it. */
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
  /** Whole requests or accounts to choose from, each usable as it is; empty where it is answered in words. */
  suggestions: z.array(z.string()),
  reason: z.string().nullable(),
  /** Where several accounts may be meant: what tells them apart, in the order of the suggestions. */
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

/** Waits for a person's decision: what would be changed came from outside, or the team wants to be asked. */
const waitingSchema = z.object({
  type: z.literal("awaiting_approval"),
  message: z.string(),
  approvals: z.array(z.object({ approvalId: z.string(), title: z.string(), link: z.string() })),
});

const errorSchema = z.object({ type: z.literal("error"), message: z.string() });

/** Still at work: `GET` the answer again, or watch the conversation. */
const runningSchema = z.object({ type: z.literal("running"), message: z.string() });

/** What an answer is by itself: kept with the message that gives it. */
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

/** An answer, and where it stands. */
export const accountAnswerSchema = z.intersection(
  bodySchema,
  z.object({
    conversationId: idSchema,
    turnId: z.string(),
    /** Of the message that gives it; null while there is none. */
    messageId: z.string().nullable(),
    routed: routedSchema.nullable(),
    skills: z.array(loadedSkillSchema),
    link: z.string(),
  }),
);
export type AccountAnswer = z.infer<typeof accountAnswerSchema>;

/** Parts of a message by which a conversation about accounts keeps its journey: where the request went, and the answer as data. */
export const routedPartSchema = z.object({ type: z.literal("routed"), ...routedSchema.shape });
export const accountReplyPartSchema = z.object({
  type: z.literal("account_answer"),
  answer: accountReplySchema,
});

const words = z.string().trim().min(1).max(4_000);
const line = z.string().trim().max(500);

/** The optional facts of a new account. */
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
  /** Your own id of the request: a repeat asks nothing twice. */
  messageId: idSchema.optional(),
});

const followupBody = {
  account_id: idSchema,
  channel: followupChannelSchema.optional(),
  purpose: z.string().trim().min(1).max(500).optional(),
};

const statusOf = ({ type }: AccountAnswer): 200 | 202 => (type === "running" ? 202 : 200);

/** An answer to what was asked back. */
const accountConfirmationSchema = z.strictObject({
  session_id: z.string().min(1).max(500),
  confirmed: z.boolean().default(true),
  /** One of the alternatives or candidates, in place of a new account. */
  account_id: idSchema.optional(),
  ...newAccountSchema.shape,
  /** Of a vague update. */
  clarification_data: z.record(z.string().max(40), z.union([z.string(), z.array(z.string())])).optional(),
  /** Of a clarification: a suggestion, or words of one's own. */
  answer: words.optional(),
});
export type AccountConfirmation = z.infer<typeof accountConfirmationSchema>;

/** Endpoints. Those that ask an agent answer 202 with type `running` where it takes longer than a call may wait. */
export const accountQueryEndpoints = {
  query: endpoint({
    method: "POST",
    path: "/api/accounts/query",
    body: accountQueryBodySchema,
    output: accountAnswerSchema,
    statusOf,
  }),
  /** Answers what was asked back. `session_id` as it was given; it holds for 24 hours. */
  confirm: endpoint({
    method: "POST",
    path: "/api/accounts/confirm",
    body: accountConfirmationSchema,
    output: accountAnswerSchema,
    statusOf,
  }),
  /** Straight to the search agent, without the starter. */
  search: endpoint({
    method: "POST",
    path: "/api/accounts/search",
    body: accountQueryBodySchema,
    output: accountAnswerSchema,
    statusOf,
  }),
  /** The answer of a turn, as it stands. */
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
      dry_run: z.boolean().default(false),
    }),
    output: accountAnswerSchema,
    statusOf,
  }),
} as const;

/** `POST` with the body of `query`, answered as Server-Sent Events: the frames of the conversation's socket, then `done` with the answer. */
export const ACCOUNT_STREAM_PATH = "/api/accounts/query/stream";
