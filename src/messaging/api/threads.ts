/** The text inbox: a thread is one of our lines and an outside number, with what the team makes of it. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** The lists of the inbox. `open` holds what the team must do something about. */
export const THREAD_VIEWS = ["open", "mine", "unassigned", "snoozed", "done", "all"] as const;
export const threadViewSchema = z.enum(THREAD_VIEWS);
export type ThreadView = z.infer<typeof threadViewSchema>;

/** Where a thread stands. `answered`: the last word is ours, or nothing needs doing. */
export const threadStateSchema = z.object({
  number: z.string(),
  line: z.string(),
  status: z.enum(["open", "answered", "snoozed", "done"]),
  assigneeId: z.string().nullable(),
  /** The first of their texts no one has answered; null where no one waits. */
  waitsSince: timeSchema.nullable(),
  /** When a snoozed one comes back. */
  nextAt: timeSchema.nullable(),
  /** The newest text of theirs: what an act that closes the thread must name. */
  lastIncomingAt: timeSchema.nullable(),
});
export type ThreadState = z.infer<typeof threadStateSchema>;

/** A line of a list. */
export const threadLineSchema = threadStateSchema.extend({
  /** The number as people read it. */
  shown: z.string(),
  /** Null for a number that is not in the contacts. */
  name: z.string().nullable(),
  place: z.string().nullable(),
  lastAt: timeSchema,
  lastDirection: z.enum(["incoming", "outgoing"]),
  /** The beginning of the newest text. */
  lastWords: z.string(),
  /** It is open, and the caller has not read their newest text. */
  unread: z.boolean(),
});
export type ThreadLine = z.infer<typeof threadLineSchema>;

/** A thread somebody has something to read in. */
export const unreadThreadSchema = z.object({ number: z.string(), line: z.string() });
export type UnreadThread = z.infer<typeof unreadThreadSchema>;

/** One of our lines. */
export const phoneLineSchema = z.object({ number: z.string(), label: z.string(), shown: z.string() });
export type PhoneLine = z.infer<typeof phoneLineSchema>;

/** What was done with a thread, or written in it for the team alone. */
export const threadEntrySchema = z.object({
  id: z.string(),
  at: timeSchema,
  kind: z.enum(["note", "assigned", "snoozed", "done", "reopened", "returned"]),
  /** Null for what the clock did. */
  by: z.string().nullable(),
  /** A note's words; whom it was assigned to, empty for no one; when a snoozed one comes back. */
  words: z.string(),
  /** Names of the members a note names. */
  mentions: z.array(z.string()),
});
export type ThreadEntry = z.infer<typeof threadEntrySchema>;

export const threadActSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("assign"), userId: z.string().max(200).nullable() }),
  z.object({ kind: z.literal("snooze"), until: timeSchema.transform((at) => new Date(at).toISOString()) }),
  z.object({ kind: z.literal("done") }),
  z.object({ kind: z.literal("reopen") }),
]);
export type ThreadAct = z.infer<typeof threadActSchema>;

/** Longest note. */
export const NOTE_CHARS = 2000;

const numberSchema = z.string().regex(/^\+\d{5,15}$/);

/** Endpoints of the inbox. What was said in a thread is at `textEndpoints.thread`. */
export const threadEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/text-threads",
    query: pageQuerySchema.extend({
      view: threadViewSchema.optional(),
      /** Only those on this line of ours. */
      line: numberSchema.optional(),
      /** Whose threads `mine` lists, where they are not the caller's own. */
      assignee: z.string().max(200).optional(),
    }),
    /** Newest activity first. */
    output: pageOf(threadLineSchema).extend({ lines: z.array(phoneLineSchema) }),
  }),
  /** The open threads the caller has something to read in; at most a hundred. */
  unread: endpoint({
    method: "GET",
    path: "/api/text-threads/unread",
    output: z.object({ items: z.array(unreadThreadSchema) }),
  }),
  /** The caller has read a thread up to this text of theirs; null: wants it unread again. Repeats change nothing. */
  read: endpoint({
    method: "POST",
    path: "/api/text-threads/:number/read",
    body: z.object({ line: numberSchema, readUpTo: timeSchema.nullable() }),
    output: okSchema,
  }),
  act: endpoint({
    method: "POST",
    path: "/api/text-threads/:number/act",
    body: z.object({
      line: numberSchema,
      act: threadActSchema,
      /** `lastIncomingAt` as the caller saw it: what they wrote since is closed by no one. */
      seenIncomingAt: timeSchema.nullable(),
    }),
    output: threadStateSchema,
  }),
  /** Writes a note for the team. A repeat with the same id is the same note. */
  addNote: endpoint({
    method: "POST",
    path: "/api/text-threads/:number/notes",
    body: z.object({
      line: numberSchema,
      noteId: idSchema,
      words: z.string().max(NOTE_CHARS).regex(/\S/),
    }),
    output: threadEntrySchema,
    status: 201,
  }),
};
