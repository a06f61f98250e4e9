/**
 * Frames from clients, and events of the tenant feed. Frames of a conversation's socket are in
 * `conversation-frames.ts`, which pages load with their first conversation. Clients only make requests;
 * they can't state history, approvals or results.
 */
import * as z from "zod";
import { approvalSchema } from "../../approvals/api/approval.ts";
import { idSchema } from "./common.ts";
import { conversationSchema } from "../../agent/api/conversation.ts";
import { sendMessageSchema } from "../../agent/api/message.ts";
import { workspaceChangeSchema } from "./workspace-change.ts";

/** Everything else is answered with an `error` frame and changes nothing. */
export const clientFrameSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("hello") }),
  z.strictObject({ type: z.literal("message.send"), ...sendMessageSchema.shape }),
  z.strictObject({ type: z.literal("turn.stop") }),
  /**
   * What the page shows: `looking` while it is in front, `editingApprovalId` while a person edits that card.
   * Sent on each change and after each connect. Every page also sends it to the feed, where `looking` refers
   * to the approvals page.
   */
  z.strictObject({
    type: z.literal("presence"),
    looking: z.boolean(),
    editingApprovalId: idSchema.nullable().optional(),
  }),
  z.strictObject({ type: z.literal("ping") }),
]);
export type ClientFrame = z.infer<typeof clientFrameSchema>;

/** A present person, including oneself; one entry per person and edited approval, however many pages are open. */
export const presentPersonSchema = z.object({
  userId: z.string(),
  name: z.string(),
  looking: z.boolean(),
  editingApprovalId: z.string().nullable(),
});
export type PresentPerson = z.infer<typeof presentPersonSchema>;

/**
 * Events of the tenant's feed: hints that something changed, best effort. Clients that missed some read
 * again over HTTP.
 */
export const feedEventSchema = z.discriminatedUnion("type", [
  /** The feed delivers events from now on. `changedMs`: time since the last change, if known. */
  z.object({ type: z.literal("feed.ready"), changedMs: z.number().nonnegative().optional() }),
  z.object({ type: z.literal("conversation.updated"), conversation: conversationSchema }),
  /** It became private to another member. */
  z.object({ type: z.literal("conversation.closed"), id: idSchema }),
  z.object({ type: z.literal("approval.updated"), approval: approvalSchema }),
  z.object({
    type: z.literal("notification.added"),
    id: z.string(),
    title: z.string(),
    body: z.string(),
    url: z.string(),
    /** Held by the staff's quiet hours: list it without a sound. */
    silent: z.boolean().optional(),
  }),
  /** It was resolved, acknowledged or escalated; read it again. */
  z.object({ type: z.literal("notification.updated"), id: z.string() }),
  /**
   * Who is on the approvals page, and who edits which approval anywhere in the app. Sent after `hello` and on
   * each change.
   */
  z.object({ type: z.literal("presence"), people: z.array(presentPersonSchema) }),
  z.object({ type: z.literal("usage.updated"), spentUsd: z.number(), budgetUsd: z.number() }),
  z.object({ type: z.literal("settings.updated") }),
  z.object({ type: z.literal("team.deleted") }),
  /** A schedule was made, changed, or has run. */
  z.object({ type: z.literal("schedules.updated") }),
  /** Texts, calls or e-mails on record came or changed: ask for them again. */
  z.object({ type: z.literal("records.changed"), records: z.array(z.enum(["texts", "mails", "accounts"])) }),
  /** Records of projects were written: tasks by their ids, others by their kinds. `more` where there were too many to name. */
  z.object({
    type: z.literal("projects.changed"),
    projectIds: z.array(z.string()),
    taskIds: z.array(z.string()),
    entities: z.array(z.string()),
    more: z.boolean(),
  }),
  /** Files changed. `more` where there were too many to name: read the folder again. */
  z.object({
    type: z.literal("workspace.changed"),
    changes: z.array(workspaceChangeSchema),
    more: z.boolean(),
  }),
  z.object({ type: z.literal("pong") }),
]);
export type FeedEvent = z.infer<typeof feedEventSchema>;

/** Close codes of our sockets. 4401: the session is over; sign in again. 4403: the conversation is private now, and somebody else's. */
export const CLOSE_CODES = { sessionOver: 4401, private: 4403, tooLarge: 4413, tooMany: 4429 } as const;
