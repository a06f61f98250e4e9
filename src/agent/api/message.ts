/** Messages and their parts: Anthropic content blocks, kept byte for byte, and our own parts. */
import * as z from "zod";
import { idSchema, timeSchema } from "../../platform/api/common.ts";
import { textMediaSchema } from "../../messaging/api/text-media.ts";
import { answerPartSchema, formAnswerSchema } from "./question.ts";

/**
 * An approval's outcome. The model reads `text`; pages render the other fields. The UI says “sent” only
 * with a receipt.
 */
export const outcomePartSchema = z.object({
  type: z.literal("outcome"),
  approvalId: idSchema,
  state: z.enum(["done", "failed", "rejected", "expired", "stale", "withdrawn", "needs_human", "not_done"]),
  text: z.string(),
  receipts: z.array(
    z.object({
      effectIndex: z.number().int(),
      kind: z.string(),
      summary: z.string(),
      providerId: z.string().nullable(),
      at: timeSchema,
    }),
  ),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  edits: z.array(z.object({ path: z.string(), from: z.string(), to: z.string() })),
  /** Set for a person's own action. */
  direct: z.boolean().optional(),
  /** Set if the rejection asks for a new draft; `reason` says what to change. */
  changesRequested: z.boolean().optional(),
  /** The message text, for a person's own action or a requested new draft. */
  words: z.string().optional(),
});
export type OutcomePart = z.infer<typeof outcomePartSchema>;

export const emailAttachmentSchema = z.object({
  /** Position in the e-mail, from 0; part of the download path. */
  index: z.number().int(),
  name: z.string(),
  type: z.string(),
  sizeBytes: z.number().int(),
});
export type EmailAttachment = z.infer<typeof emailAttachmentSchema>;

/**
 * An e-mail in a conversation. All of it is outside text: `text` is the visible text without the quoted
 * history, which is in `quoted`; `hidden` is text that its HTML hides, shortened and not shown to the
 * agent. `wholeChars` is the full length if the e-mail was cut.
 */
export const emailPartSchema = z.object({
  type: z.literal("email"),
  emailId: z.string(),
  mailbox: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  quoted: z.string(),
  hidden: z.string(),
  wholeChars: z.number().int().optional(),
  attachments: z.array(emailAttachmentSchema),
  /** Why an e-mail in a member's name is not taken as theirs. */
  notTheirs: z.enum(["unproven", "loop"]).optional(),
});
export type EmailPart = z.infer<typeof emailPartSchema>;

/**
 * Outside text in a member's own message. `email`: an e-mail they forward or answer, with files; its `text`
 * is the forwarded or quoted text. `quoted`: what they quote or share in Slack.
 */
export const enclosurePartSchema = z.union([
  z.object({ type: z.literal("enclosure"), email: emailPartSchema }),
  z.object({ type: z.literal("enclosure"), quoted: z.string() }),
]);
export type EnclosurePart = z.infer<typeof enclosurePartSchema>;

/** Photos and files of a text, for people only. The agent reads `note`, which ends the message's text. */
export const mediaPartSchema = z.object({
  type: z.literal("media"),
  textId: z.string(),
  note: z.string(),
  files: z.array(textMediaSchema),
});
export type MediaPart = z.infer<typeof mediaPartSchema>;

/** An Anthropic content block exactly as received, or one of our own parts. Unknown blocks and fields are kept. */
export const partSchema = z.union([
  outcomePartSchema,
  emailPartSchema,
  enclosurePartSchema,
  mediaPartSchema,
  answerPartSchema,
  z.looseObject({ type: z.string() }),
]);
export type Part = z.infer<typeof partSchema>;

export const authorSchema = z.object({
  kind: z.enum(["user", "agent", "contact", "system"]),
  id: z.string().optional(),
  name: z.string(),
});
export type Author = z.infer<typeof authorSchema>;
export const STEWARD: Author = { kind: "system", id: "system:steward", name: "Steward" };

/** Describes a look-up so that pages can show it without knowing the tool. */
export const lookSchema = z.object({
  /** What was searched: “Contacts”, “Texts with”, “Skill”. */
  things: z.string(),
  asked: z.string(),
  /** How to show `asked`: search words, a phone number, a workspace file, or a name. */
  askedIs: z.enum(["words", "number", "file", "name"]),
  /** Whether the result is a list of contacts. */
  people: z.boolean().optional(),
});
export type Look = z.infer<typeof lookSchema>;

/** What a call's result is shown as below the answer: a change of an account, a list of who is due, what another agent found. */
export const resultViewSchema = z.enum(["account_change", "due_accounts", "handed_on"]);
export type ResultView = z.infer<typeof resultViewSchema>;

/** A tool call, described for people. */
export const toolCallViewSchema = z.object({
  /** The tool's action: “Look someone up”. */
  title: z.string(),
  /** The completed action: “Looked up a contact”. */
  done: z.string(),
  /** This call's action: “Looking up Maria”. */
  summary: z.string(),
  look: lookSchema.optional(),
  shows: resultViewSchema.optional(),
  /** Set if the call is a question. */
  asks: z.object({ question: z.string(), options: z.array(z.string()) }).optional(),
});
export type ToolCallView = z.infer<typeof toolCallViewSchema>;

/** A passage that an answer uses. */
export const contextUsedSchema = z.object({
  /** A path in the app, or an external URL. */
  id: z.string(),
  /** The kind, in the model's terms: texts, calls, emails, files, chats, notes, documents, events, tasks, slack. */
  source: z.string(),
  title: z.string(),
  /** From 0 to 1, relative to the other results. */
  relevance: z.number(),
  /** Day and time in the team's zone: `Tue 2026-11-24 10:30`. */
  at: z.string(),
  /** The first words cited from it. */
  cited: z.string().optional(),
});
export type ContextUsed = z.infer<typeof contextUsedSchema>;

const unprovenClaimSchema = z.object({
  /** As written in the answer: `$1,350`, `Bettina`. */
  words: z.string(),
  /** Its sentence, without emphasis and links. */
  sentence: z.string(),
});
export type UnprovenClaim = z.infer<typeof unprovenClaimSchema>;

const doubtedStatementSchema = z.object({
  /** Its sentence, without emphasis and links. */
  sentence: z.string(),
  verdict: z.enum(["not_stated", "contradicted"]),
  /** Of the source that contradicts it, word for word. */
  words: z.string().optional(),
  link: z.string().optional(),
});
export type DoubtedStatement = z.infer<typeof doubtedStatementSchema>;

export const messageSchema = z.object({
  id: idSchema,
  role: z.enum(["user", "assistant"]),
  parts: z.array(partSchema),
  /** Descriptions of the tool calls among the parts, by ID. Computed when shown, not stored. */
  calls: z.record(z.string(), toolCallViewSchema).optional(),
  author: authorSchema,
  createdAt: timeSchema,
  /** Set while a message waits for a running turn. */
  queued: z.boolean().optional(),
  turnId: z.string().optional(),
  /** Set if another model answered because the agent's own was overloaded. */
  fallback: z.object({ wanted: z.string(), used: z.string() }).optional(),
  /** The passages an answer names, or else the best ones found. */
  contextUsed: z.array(contextUsedSchema).optional(),
  /** Its quotes that occur in no source. */
  unprovenQuotes: z.array(z.string()).optional(),
  /** Its figures, dates, times and names outside quotes that occur in no source. */
  unprovenClaims: z.array(unprovenClaimSchema).optional(),
  /** Its statements that a model found no support for in its sources. */
  doubtedStatements: z.array(doubtedStatementSchema).optional(),
});
export type Message = z.infer<typeof messageSchema>;

/**
 * An ID chosen by a page. Prefixes of channel, clock and system messages are refused: otherwise a page
 * could take the ID of a real message, which would then be ignored as a repeat.
 */
const personsIdSchema = idSchema.regex(
  /^(?!(?:sw|text|call|mail|slot|event)\.)/i,
  "This message id is one of our own. Choose another.",
);

/** A message from a script or the composer. */
export const sendMessageSchema = z.object({
  clientMessageId: personsIdSchema,
  text: z.string().min(1).max(32_000),
  /** Form values, if the agent asked with a form; `text` contains the same in words. */
  answer: formAnswerSchema.optional(),
});
