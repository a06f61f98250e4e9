/**
 * One call for scripts: sends a message, decides on actions the script was shown, and returns once the turn
 * has ended.
 */
import * as z from "zod";
import { receiptSchema, approvalStatusSchema } from "../../approvals/api/approval.ts";
import { idSchema, jsonSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { contextUsedSchema, sendMessageSchema } from "./message.ts";
import { questionFieldSchema } from "./question.ts";
import { stopReasonSchema } from "./conversation-frames.ts";

/** Maximum actions that one call decides. */
const MOST_CONFIRMED = 20;

/** Identifies an action exactly as shown; it confirms nothing once the action changes. */
const actionIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_:+.@-]{1,200}~[0-9a-f]{64}~[A-Za-z0-9_:+.@-]{0,200}$/)
  .meta({
    description:
      "Identifies an action exactly as it was shown. If anything about the action changes, this ID is no longer valid.",
  });

/** An action as shown, or some of its effects, by position in `effects`. */
const confirmedSchema = z.union([
  actionIdSchema,
  z.strictObject({
    id: actionIdSchema,
    only: z
      .array(z.int().min(0))
      .min(1)
      .max(50)
      .meta({ description: "Positions in `effects`, from 0: these are done, and the others are left out." }),
  }),
]);
export type ChatConfirmed = z.infer<typeof confirmedSchema>;

const effectSchema = z.object({
  type: z.string(),
  description: z.string(),
  params: z.record(z.string(), jsonSchema).meta({ description: "Exactly what would be done." }),
});

const actionSchema = z.object({
  type: z.string().meta({ description: "The tool that proposed it." }),
  description: z.string(),
  params: z.record(z.string(), jsonSchema).meta({ description: "What the tool was called with." }),
  effects: z.array(effectSchema),
});

const pendingActionSchema = actionSchema.extend({
  id: actionIdSchema,
  warnings: z.array(z.string()),
  expiresAt: timeSchema,
  link: z.string().meta({ description: "Path in the app of its card." }),
});
export type ChatPendingAction = z.infer<typeof pendingActionSchema>;

const completedActionSchema = actionSchema.extend({
  id: idSchema.meta({ description: "The approval's id." }),
  status: approvalStatusSchema,
  receipt: receiptSchema.nullable().meta({ description: "Of its last effect; null while it has none." }),
  receipts: z.array(receiptSchema),
  problem: z.string().nullable(),
});
export type ChatCompletedAction = z.infer<typeof completedActionSchema>;

const refusedActionSchema = z.object({ id: z.string(), code: z.string(), message: z.string() });
export type ChatRefusedAction = z.infer<typeof refusedActionSchema>;

export const chatRequestSchema = z
  .strictObject({
    conversationId: idSchema.optional().meta({ description: "Left out: a new conversation." }),
    message: sendMessageSchema.shape.text.optional(),
    messageId: sendMessageSchema.shape.clientMessageId.optional().meta({
      description: "Your own id of the message: a repeat with the same id sends and decides nothing twice.",
    }),
    answer: sendMessageSchema.shape.answer.meta({
      description: "The values of a form, where the agent asked with one; `message` says the same in words.",
    }),
    confirmActions: z
      .array(confirmedSchema)
      .max(MOST_CONFIRMED)
      .optional()
      .meta({ description: "Ids of `pendingActions` of this conversation, each as it was handed out." }),
  })
  .refine(({ message, confirmActions = [] }) => message !== undefined || confirmActions.length > 0, {
    path: ["message"],
    message: "Send a message, or confirm actions",
  })
  .refine(
    ({ conversationId, confirmActions = [] }) => conversationId !== undefined || confirmActions.length === 0,
    {
      path: ["conversationId"],
      message: "Say in which conversation the actions were shown",
    },
  );

export const chatResponseSchema = z.object({
  conversationId: idSchema,
  messageId: idSchema.nullable().meta({ description: "Of the answer; null while there is none." }),
  response: z.string(),
  contextUsed: z.array(contextUsedSchema).max(5),
  pendingActions: z.array(pendingActionSchema),
  completedActions: z.array(completedActionSchema),
  refusedActions: z
    .array(refusedActionSchema)
    .meta({ description: "Of `confirmActions`, those that were not decided, and why." }),
  needsClarification: z.boolean(),
  clarification: z
    .object({
      question: z.string(),
      options: z.array(z.string()),
      requiredFor: z.string().nullable(),
      toolCallId: z.string(),
      fields: z.array(questionFieldSchema).optional(),
      minFilled: z.int().optional(),
    })
    .nullable(),
  stopped: z
    .object({
      reason: stopReasonSchema,
      problem: z.string().nullable().meta({ description: "What went wrong, in words." }),
    })
    .nullable()
    .meta({ description: "Why the turn stopped; null (status 202) while the agent is still at work." }),
  link: z
    .string()
    .meta({ description: "Where what comes is to be read: `GET` it until the answer is there." }),
});
export type ChatResponse = z.infer<typeof chatResponseSchema>;

/** An event of a call with `Accept: text/event-stream`. The last one is `answer` or `error`. */
export type ChatEvent =
  | { readonly event: "text"; readonly messageId: string; readonly text: string }
  /** The text since the last message is written again. */
  | { readonly event: "restart" }
  | { readonly event: "tool"; readonly name: string; readonly summary: string }
  | ({ readonly event: "answer" } & ChatResponse)
  | { readonly event: "error"; readonly code: string; readonly message: string };

/** Returns 202 if the turn takes longer than the call may wait. */
export const chatEndpoint = endpoint({
  method: "POST",
  path: "/api/chat",
  body: chatRequestSchema,
  output: chatResponseSchema,
  tokenScope: "chat:write",
  statusOf: ({ stopped }) => (stopped === null ? 202 : 200),
});
