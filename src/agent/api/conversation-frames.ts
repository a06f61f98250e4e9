/**
 * Frames of a conversation's socket. Clients only make requests (`socket.ts`); they can't state history,
 * approvals or results.
 */
import * as z from "zod";
import { loadedSkillSchema, routedSchema } from "../../accounts/api/account-query.ts";
import { approvalSchema } from "../../approvals/api/approval.ts";
import { idSchema, timeSchema } from "../../platform/api/common.ts";
import { conversationSchema } from "./conversation.ts";
import { messageSchema } from "./message.ts";
import { questionFieldsSchema } from "./question.ts";
import { presentPersonSchema } from "../../platform/api/socket.ts";

/** A tool call as shown to people. */
export const toolStepSchema = z.object({
  toolCallId: z.string(),
  name: z.string(),
  summary: z.string(),
  status: z.enum(["running", "ok", "retry", "failed", "awaiting_approval", "denied", "asked"]),
  startedAt: timeSchema,
  durationMs: z.number().nullable(),
  /** The parent's call, for a call of a sub-run. */
  within: z.string().optional(),
});
export type ToolStep = z.infer<typeof toolStepSchema>;

/** The running turn, without what is already a message. */
export const liveTurnSchema = z.object({
  turnId: z.string(),
  attempt: z.number().int(),
  messageId: z.string(),
  text: z.string(),
  thinking: z.string(),
  steps: z.array(toolStepSchema),
  startedAt: timeSchema,
  /** Shown while a failed model call is retried, such as “The model is busy; trying again in 4 s”. */
  notice: z.string().nullable(),
});
export type LiveTurn = z.infer<typeof liveTurnSchema>;

/** The addressee of a question; `userId` is null for the whole team. */
export const addresseeSchema = z.object({
  kind: z.enum(["colleague", "on_call", "team"]),
  userId: z.string().nullable(),
  name: z.string(),
});
export type Addressee = z.infer<typeof addresseeSchema>;

export const questionSchema = z.object({
  toolCallId: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  requiredFor: z.string().nullable(),
  /** A form instead of options. At least `minFilled` fields must be filled in, by default one. */
  fields: questionFieldsSchema.optional(),
  minFilled: z.number().int().optional(),
  /** Missing if the question is for whoever is in the conversation. */
  to: addresseeSchema.optional(),
});
export type Question = z.infer<typeof questionSchema>;

export const stopReasonSchema = z.enum([
  "end_turn",
  "waiting_approval",
  "waiting_answer",
  "stopped_by_user",
  "limit_model_calls",
  "limit_tool_calls",
  "limit_time",
  "limit_cost",
  "budget_spent",
  "rate_limited",
  "max_tokens",
  "refusal",
  "context_full",
  "failed",
]);
export type StopReason = z.infer<typeof stopReasonSchema>;

const seq = { seq: z.number().int() };

/** Frames of a conversation's socket. `seq` increments per frame while the object lives. */
export const serverFrameSchema = z.discriminatedUnion("type", [
  z.object({
    ...seq,
    type: z.literal("snapshot"),
    conversation: conversationSchema,
    messages: z.array(messageSchema),
    hasMore: z.boolean(),
    approvals: z.array(approvalSchema),
    turn: liveTurnSchema.optional(),
    /** The open ones, oldest first. */
    questions: z.array(questionSchema).optional(),
    people: z.array(presentPersonSchema).optional(),
  }),
  z.object({ ...seq, type: z.literal("presence"), people: z.array(presentPersonSchema) }),
  z.object({ ...seq, type: z.literal("message.added"), message: messageSchema }),
  z.object({
    ...seq,
    type: z.literal("message.accepted"),
    clientMessageId: z.string(),
    duplicate: z.boolean(),
    turnId: z.string(),
    /** The fork that took the message, if the chat had reached a limit. */
    conversationId: idSchema.optional(),
  }),
  z.object({
    ...seq,
    type: z.literal("turn.started"),
    turnId: z.string(),
    attempt: z.number().int(),
    messageId: z.string().optional(),
  }),
  z.object({ ...seq, type: z.literal("turn.restarted"), turnId: z.string(), attempt: z.number().int() }),
  z.object({ ...seq, type: z.literal("turn.notice"), turnId: z.string(), notice: z.string().nullable() }),
  z.object({
    ...seq,
    type: z.literal("text.delta"),
    turnId: z.string(),
    attempt: z.number().int(),
    messageId: z.string(),
    text: z.string(),
  }),
  z.object({
    ...seq,
    type: z.literal("thinking.delta"),
    turnId: z.string(),
    attempt: z.number().int(),
    messageId: z.string(),
    text: z.string(),
  }),
  z.object({
    ...seq,
    type: z.literal("tool.started"),
    turnId: z.string(),
    toolCallId: z.string(),
    name: z.string(),
    summary: z.string(),
    within: z.string().optional(),
  }),
  z.object({
    ...seq,
    type: z.literal("tool.finished"),
    turnId: z.string(),
    toolCallId: z.string(),
    status: toolStepSchema.shape.status,
    durationMs: z.number(),
  }),
  /** The destination of a request about accounts. */
  z.object({ ...seq, type: z.literal("agent.routed"), turnId: z.string(), ...routedSchema.shape }),
  /** An agent of the turn loaded a skill or one of its files. */
  z.object({ ...seq, type: z.literal("skill.loaded"), turnId: z.string(), ...loadedSkillSchema.shape }),
  z.object({ ...seq, type: z.literal("approval.requested"), approval: approvalSchema }),
  z.object({ ...seq, type: z.literal("approval.updated"), approval: approvalSchema }),
  z.object({ ...seq, type: z.literal("question.asked"), question: questionSchema }),
  z.object({
    ...seq,
    type: z.literal("usage.updated"),
    turnId: z.string(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    cacheReadTokens: z.number(),
    costUsd: z.number(),
  }),
  z.object({ ...seq, type: z.literal("turn.finished"), turnId: z.string(), stopReason: stopReasonSchema }),
  z.object({
    ...seq,
    type: z.literal("turn.failed"),
    turnId: z.string(),
    error: z.object({ code: z.string(), message: z.string() }),
  }),
  z.object({ ...seq, type: z.literal("conversation.updated"), conversation: conversationSchema }),
  z.object({
    ...seq,
    type: z.literal("error"),
    error: z.object({ code: z.string(), message: z.string() }),
    clientMessageId: z.string().optional(),
  }),
  z.object({ ...seq, type: z.literal("pong") }),
]);
export type ServerFrame = z.infer<typeof serverFrameSchema>;

type WithoutSeq<Frame> = Frame extends unknown ? Omit<Frame, "seq"> : never;
/** A frame before it is numbered. */
export type ServerEvent = WithoutSeq<ServerFrame>;
