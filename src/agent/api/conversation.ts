/** Wire format and endpoints of the conversation directory. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { routedToSchema } from "../../platform/api/notification-kinds.ts";
import { messageSchema, sendMessageSchema } from "./message.ts";

export const sourceSchema = z.enum([
  "web_chat",
  "sms",
  "team_text",
  "team_email",
  "team_slack",
  "email",
  "schedule",
  "webhook",
]);
export type Source = z.infer<typeof sourceSchema>;
const ONE_SOURCE = `(?:${sourceSchema.options.join("|")})`;

export const conversationStatusSchema = z.enum([
  "idle",
  "running",
  "waiting_approval",
  "waiting_answer",
  "failed",
  "stopped",
]);
export type ConversationStatus = z.infer<typeof conversationStatusSchema>;

export const triggerSchema = z.object({
  source: sourceSchema,
  eventId: z.string(),
  preview: z.string(),
  contactName: z.string().optional(),
  phone: z.string().optional(),
  threadId: z.string().optional(),
  /** The member it is assigned to by a routing rule. */
  routedTo: routedToSchema.optional(),
  /** For e-mail: the sender's address, and the check that found it. */
  address: z.string().optional(),
  check: z.enum(["general", "leads"]).optional(),
  /** Why the last inbound message is urgent, and when it came. */
  urgent: z.object({ why: z.string(), at: timeSchema }).optional(),
  /** Set if the trigger was written where outside text had been read. */
  heardOutside: z.literal(true).optional(),
});
export type Trigger = z.infer<typeof triggerSchema>;

/**
 * The state of a chat: `active` during a turn, `paused` between turns. `closed`: a person closed it, and it
 * accepts no messages until reopened. `goesOn`: a chat with a project agent reached a limit, and a fork
 * takes its next message. `expired`: its idle days are over. Lists contain only `state`.
 */
export const chatSessionSchema = z.object({
  state: z.enum(["active", "paused", "completed", "expired"]),
  why: z.enum(["closed", "turns", "size", "idle"]).optional(),
  at: timeSchema.optional(),
  by: z.string().optional(),
  /** The fork in which it continues, and the last position of its log that was copied. */
  goesOn: z.object({ id: idSchema, seq: z.number().int() }).optional(),
});
export type ChatSession = z.infer<typeof chatSessionSchema>;

/** The conversation a fork continues, and the last position copied. The title is that of the time; missing in lists. */
const forkedFromSchema = z.object({ id: idSchema, seq: z.number().int(), title: z.string().optional() });

export const conversationSchema = z.object({
  id: idSchema,
  title: z.string(),
  source: sourceSchema,
  /** The agent of the conversation; default `steward`. */
  agent: z.string().optional(),
  contact: z.object({ id: z.string().optional(), name: z.string(), phone: z.string().optional() }).optional(),
  status: conversationStatusSchema,
  /** Set while a contact's texts are held because they write too often, although the status is `idle`. */
  heldBack: z.literal(true).optional(),
  unread: z.boolean(),
  lastMessageAt: timeSchema,
  preview: z.string(),
  costUsd: z.number(),
  trigger: triggerSchema.optional(),
  /**
   * Why the last turn stopped; missing while one runs and before the first. `message` is set after a failure,
   * `resumesAt` if it resumes automatically.
   */
  lastStop: z
    .object({
      reason: z.string(),
      code: z.string().optional(),
      message: z.string().optional(),
      resumesAt: timeSchema.optional(),
    })
    .optional(),
  deletedAt: timeSchema.nullable().optional(),
  /** Set for chats with an agent. */
  session: chatSessionSchema.optional(),
  /** The member who started it, if one did. */
  startedBy: idSchema.optional(),
  forkedFrom: forkedFromSchema.optional(),
  /** Set if it quotes a source that only this reader may see; no other member sees the conversation. */
  private: z.literal(true).optional(),
});
export type Conversation = z.infer<typeof conversationSchema>;

/**
 * The messages of a conversation as a file, oldest first. `cut`: it exceeded the maximum size, and the rest
 * is missing.
 */
export const transcriptSchema = z.object({
  transcript: z.literal(1),
  conversation: conversationSchema,
  messages: z.array(messageSchema),
  cut: z.boolean(),
});

/** The download path. */
export function transcriptAddress(id: string): string {
  return `/api/conversations/${encodeURIComponent(id)}/transcript`;
}

export const conversationEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/conversations",
    query: pageQuerySchema.extend({
      /** Comma-separated sources; all by default. */
      source: z
        .string()
        .regex(new RegExp(`^${ONE_SOURCE}(?:,${ONE_SOURCE})*$`))
        .optional(),
      q: z.string().max(200).optional(),
      /** The contact's number, in E.164. */
      phone: z
        .string()
        .regex(/^\+[1-9]\d{6,14}$/)
        .optional(),
    }),
    output: pageOf(conversationSchema),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/conversations",
    /** 409 `agent_disabled` if an admin disabled the agent. An existing conversation keeps its agent. */
    body: z.object({
      id: z.uuid().optional(),
      title: z.string().max(200).optional(),
      agent: z.string().max(100).optional(),
      /** Returns the caller's open chat with this agent, if there is one, else a new one. */
      resume: z.literal(true).optional(),
    }),
    output: conversationSchema,
    status: 201,
  }),
  get: endpoint({ method: "GET", path: "/api/conversations/:id", output: conversationSchema }),
  /** All messages, oldest first, as a file of at most ten megabytes. */
  transcript: endpoint({
    method: "GET",
    path: "/api/conversations/:id/transcript",
    output: transcriptSchema,
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/conversations/:id",
    body: z.object({
      title: z.string().min(1).max(200).optional(),
      unread: z.boolean().optional(),
      /** False restores a deleted conversation. */
      deleted: z.literal(false).optional(),
      /**
       * True closes a chat, which then accepts no messages; false reopens it. 409 `conflict` if it isn't a chat
       * with an agent, or continues in another one.
       */
      closed: z.boolean().optional(),
    }),
    output: conversationSchema,
  }),
  remove: endpoint({ method: "DELETE", path: "/api/conversations/:id", output: okSchema }),
  messages: endpoint({
    method: "GET",
    path: "/api/conversations/:id/messages",
    query: z.object({
      before: idSchema.optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    output: z.object({ items: z.array(messageSchema), hasMore: z.boolean() }),
  }),
  send: endpoint({
    method: "POST",
    path: "/api/conversations/:id/messages",
    body: sendMessageSchema,
    /** `conversationId`: the fork that took the message, for a chat that reached a limit. */
    output: z.object({
      accepted: z.literal(true),
      duplicate: z.boolean(),
      turnId: z.string(),
      conversationId: idSchema.optional(),
    }),
    status: 202,
  }),
  /**
   * Starts a chat that continues from a message and its turn. 409 `conflict` while that turn runs. A repeat
   * with the same `id` changes nothing.
   */
  fork: endpoint({
    method: "POST",
    path: "/api/conversations/:id/forks",
    body: z.object({ id: z.uuid(), messageId: idSchema.optional() }),
    output: conversationSchema,
    status: 201,
  }),
  stop: endpoint({
    method: "POST",
    path: "/api/conversations/:id/stop",
    output: z.object({ stopped: z.boolean() }),
  }),
};
