/**
 * The inbox. A thread pairs one of our lines with an outside number (texts and calls), or is an e-mail thread
 * of one of our mailboxes; it has a workflow state.
 */
import * as z from "zod";
import { idSchema, okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** The views of the inbox. `open` holds threads that need action. */
export const THREAD_VIEWS = ["open", "mine", "unassigned", "promised", "snoozed", "done", "all"] as const;
export const threadViewSchema = z.enum(THREAD_VIEWS);
export type ThreadView = z.infer<typeof threadViewSchema>;

/** Where a thread's newest message came by. A missed call that waits makes it one of calls. */
export const threadChannelSchema = z.enum(["text", "call", "email"]);
export type ThreadChannel = z.infer<typeof threadChannelSchema>;

/** How a call ended. `voicemail`: no one answered, and the caller left a message. */
const callOutcomeSchema = z.enum(["missed", "voicemail", "spoken"]);
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

/** State of a thread. `answered`: the last message is ours, or no action is needed. */
export const threadStateSchema = z.object({
  /** The outside number, E.164; of an e-mail thread, its ID in the mailbox. */
  number: z.string(),
  /** Our line, E.164; of an e-mail thread, our mailbox. */
  line: z.string(),
  status: z.enum(["open", "answered", "snoozed", "done"]),
  assigneeId: z.string().nullable(),
  /** Time of their first unanswered message; null if none is waiting. */
  waitsSince: timeSchema.nullable(),
  /** When it reopens: the end of a snooze, or when what we promised is due. */
  nextAt: timeSchema.nullable(),
  /** What our newest message promised them, until it is kept. */
  promised: z.string().nullable(),
  /** Time of their newest message. Actions that close the thread must name it. */
  lastIncomingAt: timeSchema.nullable(),
});
export type ThreadState = z.infer<typeof threadStateSchema>;

export const threadLineSchema = threadStateSchema.extend({
  channel: threadChannelSchema,
  /** Of a thread of channel `call`; null otherwise. */
  call: callOutcomeSchema.nullable(),
  /** The number, formatted for display, or the e-mail address. */
  shown: z.string(),
  /** The contact's name, else the name in their e-mail; null if neither is known. */
  name: z.string().nullable(),
  place: z.string().nullable(),
  lastAt: timeSchema,
  lastDirection: z.enum(["incoming", "outgoing"]),
  /** Excerpt of the newest message. */
  lastWords: z.string(),
  /** Of an e-mail thread. */
  subject: z.string().nullable(),
  /** The conversation in which Steward handles it. */
  conversationId: z.string(),
  /** Open, with a newest message the caller has not read. */
  unread: z.boolean(),
});
export type ThreadLine = z.infer<typeof threadLineSchema>;

export const unreadThreadSchema = z.object({
  number: z.string(),
  line: z.string(),
  conversationId: z.string(),
});
export type UnreadThread = z.infer<typeof unreadThreadSchema>;

export const phoneLineSchema = z.object({ number: z.string(), label: z.string(), shown: z.string() });
export type PhoneLine = z.infer<typeof phoneLineSchema>;

/** An action on a thread, or an internal note. */
export const threadEntrySchema = z.object({
  id: z.string(),
  at: timeSchema,
  kind: z.enum(["note", "assigned", "snoozed", "done", "reopened", "returned", "kept"]),
  /** Null for scheduled changes. */
  by: z.string().nullable(),
  /** The note's text, the assignee (empty for none), when a snoozed thread reopens, or the promise that is due. */
  words: z.string(),
  /** Names of the mentioned members. */
  mentions: z.array(z.string()),
});
export type ThreadEntry = z.infer<typeof threadEntrySchema>;

export const threadActSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("assign"), userId: z.string().max(200).nullable() }),
  z.object({ kind: z.literal("snooze"), until: timeSchema.transform((at) => new Date(at).toISOString()) }),
  z.object({ kind: z.literal("done") }),
  z.object({ kind: z.literal("reopen") }),
  /** What we promised there is settled. */
  z.object({ kind: z.literal("kept") }),
]);
export type ThreadAct = z.infer<typeof threadActSchema>;

/** Maximum characters of a note. */
export const NOTE_CHARS = 2000;

/** One of our lines, or a mailbox. */
const lineSchema = z
  .string()
  .max(254)
  .regex(/^(?:\+\d{5,15}|[^\s@]+@[^\s@]+)$/);

/**
 * Endpoints of the inbox. Texts of a thread are at `textEndpoints.thread`, e-mails in the thread's conversation.
 */
export const threadEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/text-threads",
    query: pageQuerySchema.extend({
      view: threadViewSchema.optional(),
      /** Only this line or mailbox of ours. */
      line: lineSchema.optional(),
      channel: threadChannelSchema.optional(),
      /** Whose threads `mine` lists. Default: the caller's. */
      assignee: z.string().max(200).optional(),
    }),
    /** Newest activity first. */
    output: pageOf(threadLineSchema).extend({ lines: z.array(phoneLineSchema) }),
  }),
  /** State of an e-mail thread, null if it is not in the inbox, with the team's actions and notes, oldest first. */
  email: endpoint({
    method: "GET",
    path: "/api/email-threads/:number",
    output: z.object({ state: threadStateSchema.nullable(), entries: z.array(threadEntrySchema) }),
  }),
  /** Open threads with messages the caller has not read; at most 100. */
  unread: endpoint({
    method: "GET",
    path: "/api/text-threads/unread",
    output: z.object({ items: z.array(unreadThreadSchema) }),
  }),
  /** Marks a thread read up to this message, or unread if null. Idempotent. */
  read: endpoint({
    method: "POST",
    path: "/api/text-threads/:number/read",
    body: z.object({ line: lineSchema, readUpTo: timeSchema.nullable() }),
    output: okSchema,
  }),
  act: endpoint({
    method: "POST",
    path: "/api/text-threads/:number/act",
    body: z.object({
      line: lineSchema,
      act: threadActSchema,
      /** `lastIncomingAt` as the caller saw it, so that a newer message is never closed unread. */
      seenIncomingAt: timeSchema.nullable(),
    }),
    output: threadStateSchema,
  }),
  /** Adds an internal note. Idempotent by ID. */
  addNote: endpoint({
    method: "POST",
    path: "/api/text-threads/:number/notes",
    body: z.object({
      line: lineSchema,
      noteId: idSchema,
      words: z.string().max(NOTE_CHARS).regex(/\S/),
    }),
    output: threadEntrySchema,
    status: 201,
  }),
};
