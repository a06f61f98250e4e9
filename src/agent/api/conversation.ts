/** The conversation directory and its endpoints. */
import * as z from "zod";
import { idSchema, okSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { routedToSchema } from "../../platform/api/news.ts";
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
  /** Whose it is, where a rule of the team says so. */
  routedTo: routedToSchema.optional(),
  /** E-mail: the address it came from, and which check found it. */
  address: z.string().optional(),
  check: z.enum(["general", "leads"]).optional(),
  /** What came in can't wait: why, in a few words, and when it came. */
  urgent: z.object({ why: z.string(), at: timeSchema }).optional(),
  /** What starts the run was written where words from outside were read. */
  heardOutside: z.literal(true).optional(),
});
export type Trigger = z.infer<typeof triggerSchema>;

/**
 * How a chat with an agent stands: `active` while a turn runs, `paused` between turns. A person closed it (`why` is `closed`): it takes no messages until it
 * is opened again. A chat with a project agent that reached a bound goes on in a fork, `goesOn`: that takes its next message. `expired` is one after days
 * without a word. All but `state` is left out in lists.
 */
export const chatSessionSchema = z.object({
  state: z.enum(["active", "paused", "completed", "expired"]),
  why: z.enum(["closed", "turns", "size", "idle"]).optional(),
  at: timeSchema.optional(),
  by: z.string().optional(),
  /** The fork in which it goes on, and the last place of its own log that the fork took along. */
  goesOn: z.object({ id: idSchema, seq: z.number().int() }).optional(),
});
export type ChatSession = z.infer<typeof chatSessionSchema>;

/** Where a fork comes from: the conversation, and the last place of its log that was taken along. The title is that of the time, left out in lists. */
const forkedFromSchema = z.object({ id: idSchema, seq: z.number().int(), title: z.string().optional() });

export const conversationSchema = z.object({
  id: idSchema,
  title: z.string(),
  source: sourceSchema,
  /** Whom one talks to here; `steward` where it is left out. */
  agent: z.string().optional(),
  contact: z.object({ id: z.string().optional(), name: z.string(), phone: z.string().optional() }).optional(),
  status: conversationStatusSchema,
  /** A contact writes so often that their texts are held back for a while: something waits, though the status is `idle`. */
  heldBack: z.literal(true).optional(),
  unread: z.boolean(),
  lastMessageAt: timeSchema,
  preview: z.string(),
  costUsd: z.number(),
  trigger: triggerSchema.optional(),
  /**
   * Why the last turn stopped; absent while one runs and before the first. `message` is set where it failed, `resumesAt` where it goes on by
   * itself.
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
  /** Chats with an agent alone. */
  session: chatSessionSchema.optional(),
  /** Which member began it, where one did. */
  startedBy: idSchema.optional(),
  forkedFrom: forkedFromSchema.optional(),
  /** It quotes a source that whoever reads this alone may see: nobody else on the team sees anything of it. */
  private: z.literal(true).optional(),
});
export type Conversation = z.infer<typeof conversationSchema>;

/** What was said in a conversation, oldest first, as a file of its own. `cut`: it is longer than a transcript may be, and the rest is left out. */
export const transcriptSchema = z.object({
  transcript: z.literal(1),
  conversation: conversationSchema,
  messages: z.array(messageSchema),
  cut: z.boolean(),
});

/** Where it can be downloaded. */
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
    }),
    output: pageOf(conversationSchema),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/conversations",
    /** 409 `agent_disabled` where an admin turned the agent off. The agent of a conversation that is there stays. */
    body: z.object({
      id: z.uuid().optional(),
      title: z.string().max(200).optional(),
      agent: z.string().max(100).optional(),
      /** The chat with this agent that the caller began and that is not over, where there is one; else a new one. */
      resume: z.literal(true).optional(),
    }),
    output: conversationSchema,
    status: 201,
  }),
  get: endpoint({ method: "GET", path: "/api/conversations/:id", output: conversationSchema }),
  /** What was said, oldest first, as a file of at most ten megabytes. */
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
      /** False undoes a soft delete. */
      deleted: z.literal(false).optional(),
      /** True closes a chat: it takes no more messages. False opens it again. 409 `conflict` for a conversation that is no chat with an agent, or that goes on in another one. */
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
    /** `conversationId`: the fork in which a chat with a project agent goes on, which took the message. */
    output: z.object({
      accepted: z.literal(true),
      duplicate: z.boolean(),
      turnId: z.string(),
      conversationId: idSchema.optional(),
    }),
    status: 202,
  }),
  /** Begins a chat that goes on from a message of this one and the turn it belongs to. 409 `conflict` while that turn runs. The same `id` again changes nothing. */
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
