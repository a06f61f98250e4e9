/** Texts and calls with one number, and texts a member writes directly. */
import * as z from "zod";
import { approvalSchema } from "../../approvals/api/approval.ts";
import { idSchema, okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { notAnsweredSchema } from "./reasons.ts";
import { textMediaSchema } from "./text-media.ts";
import { phoneLineSchema, threadEntrySchema, threadStateSchema } from "./threads.ts";

const otherSchema = z.object({ number: z.string(), shown: z.string(), name: z.string().nullable() });

/** A text or call on record. */
export const threadItemSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("text"),
    id: z.string(),
    at: timeSchema,
    direction: z.enum(["incoming", "outgoing"]),
    text: z.string(),
    /** Number of attached files; `media` lists those that can be shown or downloaded. */
    attachments: z.number().int(),
    media: z.array(textMediaSchema),
    /** Other recipients of a group text. */
    others: z.array(otherSchema),
    line: z.string(),
    delivery: z.string().nullable(),
    /** For outgoing texts: true if sent manually in the phone system, false if sent through Steward. */
    byHand: z.boolean(),
    /** Display name of the member behind an outgoing text; null if unknown. */
    by: z.string().nullable(),
    /** Why Steward did not act on it; null if it did, or if the reason is obvious. */
    notAnswered: notAnsweredSchema.nullable(),
  }),
  z.object({
    kind: z.literal("call"),
    id: z.string(),
    at: timeSchema,
    direction: z.enum(["incoming", "outgoing"]),
    status: z.string(),
    durationSeconds: z.number().int().nullable(),
    summary: z.array(z.string()),
    nextSteps: z.array(z.string()),
    notAnswered: notAnsweredSchema.nullable(),
    transcript: z.array(
      z.object({ who: z.enum(["contact", "team"]), name: z.string().nullable(), text: z.string() }),
    ),
  }),
]);
export type ThreadItem = z.infer<typeof threadItemSchema>;

export const numberOwnerSchema = z.object({
  number: z.string(),
  /** Formatted for display. */
  shown: z.string(),
  /** Null for an unknown number, or if the phone system does not respond. */
  name: z.string().nullable(),
  role: z.string().nullable(),
  company: z.string().nullable(),
});

/** Why texting is blocked. */
export const blockedSchema = z.enum([
  "opted_out",
  "asked_to_stop",
  "own_line",
  "no_line",
  "not_connected",
  "unreachable",
]);

/** What a direct text to this person would do. */
export const directTextOptionsSchema = z.object({
  to: numberOwnerSchema,
  from: z.object({ label: z.string(), shown: z.string() }).nullable(),
  /** Our lines that can text this person; `from` is the default. */
  lines: z.array(phoneLineSchema),
  blocked: blockedSchema.nullable(),
  /** End of the contact's quiet hours: texts are held until then. */
  quietUntil: timeSchema.nullable(),
  /** Other recipients of their last group text; a reply here goes to this person alone. */
  group: z.array(otherSchema),
  /** Number of agent drafts this text would replace. */
  waitingDrafts: z.number().int(),
});
export type DirectTextOptions = z.infer<typeof directTextOptionsSchema>;

export const backfillSchema = z.object({
  connectionId: z.string(),
  label: z.string(),
  lines: z.array(z.object({ id: z.string(), label: z.string(), shown: z.string() })),
  state: z.enum(["never", "running", "stopped", "done"]),
  conversations: z.number().int(),
  texts: z.number().int(),
  added: z.number().int(),
  /** The last error; retried automatically. */
  problem: z.string().nullable(),
  startedByName: z.string().nullable(),
  startedAt: timeSchema.nullable(),
  updatedAt: timeSchema.nullable(),
});
export type Backfill = z.infer<typeof backfillSchema>;

export const textEndpoints = {
  thread: endpoint({
    method: "GET",
    path: "/api/texts/:number",
    query: z.object({
      /** Returns the items around this one. */
      at: z.string().max(200).optional(),
      /** Returns items older, or newer, than this time. */
      before: timeSchema.optional(),
      after: timeSchema.optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      /** Only this line of ours. Default: the line of `at`, or the most recently used line. */
      line: z.string().max(40).optional(),
    }),
    output: z.object({
      contact: numberOwnerSchema,
      /** The conversation with the agent about this number; null if there is none. */
      conversationId: z.string().nullable(),
      /** State of the thread; null for a number with calls only. */
      state: threadStateSchema.nullable(),
      line: phoneLineSchema.nullable(),
      /** Our other lines that have texts with this number. */
      otherLines: z.array(phoneLineSchema),
      /** Oldest first. */
      items: z.array(threadItemSchema),
      /** What members did with the thread in this period, oldest first. */
      entries: z.array(threadEntrySchema),
      hasOlder: z.boolean(),
      hasNewer: z.boolean(),
    }),
  }),
  directOptions: endpoint({
    method: "GET",
    path: "/api/texts/:number/direct",
    output: directTextOptionsSchema,
  }),
  /** Sends the caller's own text: proposal and approval in one. Idempotent by ID. */
  sendDirect: endpoint({
    method: "POST",
    path: "/api/texts/:number/direct",
    body: z.object({
      clientMessageId: idSchema,
      text: z.string().min(1).max(1600).regex(/\S/),
      /** The line to send from, one of `lines`. Default: the first. */
      from: z.string().max(40).optional(),
      /** Sends at this time instead of now; can be canceled until then. */
      sendAt: timeSchema.optional(),
    }),
    output: approvalSchema,
    status: 202,
  }),
  /**
   * Allows texting again after a person reviewed the opt-out request. `conflict` if they texted STOP, or made
   * no request.
   */
  allow: endpoint({
    method: "POST",
    path: "/api/texts/:number/allow",
    output: okSchema,
  }),
  /**
   * Has Steward draft an answer to this thread's imported texts, if they are unanswered. `drafting` is false if
   * none of them needs an answer. Idempotent.
   */
  draftAnswer: endpoint({
    method: "POST",
    path: "/api/texts/:number/draft",
    body: z.object({ line: z.string().max(40) }),
    output: z.object({ drafting: z.boolean() }),
  }),
  backfills: endpoint({
    method: "GET",
    path: "/api/text-backfills",
    output: z.object({ items: z.array(backfillSchema) }),
  }),
  startBackfill: endpoint({
    method: "POST",
    path: "/api/text-backfills/:id/start",
    output: okSchema,
    access: "admin",
  }),
  stopBackfill: endpoint({
    method: "POST",
    path: "/api/text-backfills/:id/stop",
    output: okSchema,
    access: "admin",
  }),
};
