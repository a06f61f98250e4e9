/** Texts and calls with one number, and writing to it oneself. */
import * as z from "zod";
import { approvalSchema } from "../../approvals/api/approval.ts";
import { idSchema, okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { notAnsweredSchema } from "./reasons.ts";
import { textMediaSchema } from "./text-media.ts";
import { phoneLineSchema, threadEntrySchema, threadStateSchema } from "./threads.ts";

const otherSchema = z.object({ number: z.string(), shown: z.string(), name: z.string().nullable() });

/** A text or a call with a number, as the records hold it. */
export const threadItemSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("text"),
    id: z.string(),
    at: timeSchema,
    direction: z.enum(["incoming", "outgoing"]),
    text: z.string(),
    /** How many files came with it; `media` are those that can be shown or saved from here. */
    attachments: z.number().int(),
    media: z.array(textMediaSchema),
    /** Others a group text went to. */
    others: z.array(otherSchema),
    line: z.string(),
    delivery: z.string().nullable(),
    /** Of an outgoing text: sent through Steward, or by hand in the phone system. */
    byHand: z.boolean(),
    /** Who of the team stands behind an outgoing text, in words; null where no one knows. */
    by: z.string().nullable(),
    /** Why Steward did nothing with it; null where it did, or where that goes without saying. */
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

/** Whose number it is. */
export const numberOwnerSchema = z.object({
  number: z.string(),
  /** As people read it. */
  shown: z.string(),
  /** Null for a number no one knows, and where the phone system does not answer. */
  name: z.string().nullable(),
  role: z.string().nullable(),
  company: z.string().nullable(),
});

/** Why no one may be texted now. */
export const blockedSchema = z.enum([
  "opted_out",
  "asked_to_stop",
  "own_line",
  "no_line",
  "not_connected",
  "unreachable",
]);

/** What writing to somebody oneself would do. */
export const directTextOptionsSchema = z.object({
  to: numberOwnerSchema,
  from: z.object({ label: z.string(), shown: z.string() }).nullable(),
  /** Our lines they may be texted from; `from` is the first, for where nobody chooses. */
  lines: z.array(phoneLineSchema),
  blocked: blockedSchema.nullable(),
  /** Contacts' quiet hours last until then: a text is held that long. */
  quietUntil: timeSchema.nullable(),
  /** Their last text went to these too; what is written here goes to the one person alone. */
  group: z.array(otherSchema),
  /** Drafts of the agent that this would replace. */
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
  /** Texts that were not known before. */
  added: z.number().int(),
  /** What went wrong last; it is tried again by itself. */
  problem: z.string().nullable(),
  startedByName: z.string().nullable(),
  startedAt: timeSchema.nullable(),
  updatedAt: timeSchema.nullable(),
});
export type Backfill = z.infer<typeof backfillSchema>;

/** Endpoints of texts. */
export const textEndpoints = {
  thread: endpoint({
    method: "GET",
    path: "/api/texts/:number",
    query: z.object({
      /** Shows what stands around this one. */
      at: z.string().max(200).optional(),
      /** Shows what is older than this time, or newer. */
      before: timeSchema.optional(),
      after: timeSchema.optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      /** Only what was said on this line of ours; left out, on the line that is asked for by `at`, else the one last used. */
      line: z.string().max(40).optional(),
    }),
    output: z.object({
      contact: numberOwnerSchema,
      /** The conversation with the agent about this number; null where there is none. */
      conversationId: z.string().nullable(),
      /** Where the thread stands; null for a number with calls alone. */
      state: threadStateSchema.nullable(),
      /** Our line the thread is on. */
      line: phoneLineSchema.nullable(),
      /** Other lines of ours there are texts with this number on. */
      otherLines: z.array(phoneLineSchema),
      /** Oldest first. */
      items: z.array(threadItemSchema),
      /** What the team did with the thread between these, oldest first. */
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
  /** Sends a text of the caller's own: proposal and decision in one. A repeat with the same id answers with what the first did. */
  sendDirect: endpoint({
    method: "POST",
    path: "/api/texts/:number/direct",
    body: z.object({
      clientMessageId: idSchema,
      text: z.string().min(1).max(1600).regex(/\S/),
      /** The line of ours it leaves from, one of `lines`; left out, the first. */
      from: z.string().max(40).optional(),
      /** It is sent then instead of now, and can be taken back until then. */
      sendAt: timeSchema.optional(),
    }),
    output: approvalSchema,
    status: 202,
  }),
  /** A person has read how somebody asked not to be texted, and allows texting them again. `conflict` where they texted STOP, or asked nothing. */
  allow: endpoint({
    method: "POST",
    path: "/api/texts/:number/allow",
    output: okSchema,
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
