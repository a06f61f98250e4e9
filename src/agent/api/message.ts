/** Messages and their parts: Anthropic content blocks kept byte for byte, plus our own `outcome` part. */
import * as z from "zod";
import { idSchema, timeSchema } from "../../platform/api/common.ts";
import { textMediaSchema } from "../../messaging/api/text-media.ts";
import { answerPartSchema, formAnswerSchema } from "./question.ts";

/**
 * What happened to an approval, as the agent and the people read it. `text` is what the model is told; the other fields are what
 * the page renders. The UI says "sent" only from a receipt.
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
  /** A person did it themselves; the agent had no part in it. */
  direct: z.boolean().optional(),
  /** Somebody asked for another draft, and `reason` says what should be different. */
  changesRequested: z.boolean().optional(),
  /** Of what a person did themselves, or wants written again: the words, as they were to go out. */
  words: z.string().optional(),
});
export type OutcomePart = z.infer<typeof outcomePartSchema>;

export const emailAttachmentSchema = z.object({
  /** Its place in the e-mail, counted from 0; names it in the download's address. */
  index: z.number().int(),
  name: z.string(),
  type: z.string(),
  sizeBytes: z.number().int(),
});
export type EmailAttachment = z.infer<typeof emailAttachmentSchema>;

/**
 * An e-mail as a part of a conversation. Everything in it was written outside: `text` is what its reader sees without the quoted history,
 * which is `quoted`; `hidden` is what its HTML hides from its reader, cut short, and no part of what the agent is shown. `wholeChars` is the length of the whole
 * e-mail where only a part of it stands here.
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
});
export type EmailPart = z.infer<typeof emailPartSchema>;

/**
 * What stands in a colleague's own message and is not theirs; all of it was written by others. `email`: an e-mail they forward or answer, and files; its `text` is
 * the forwarded or quoted words. `quoted`: what they quote or share in Slack.
 */
export const enclosurePartSchema = z.union([
  z.object({ type: z.literal("enclosure"), email: emailPartSchema }),
  z.object({ type: z.literal("enclosure"), quoted: z.string() }),
]);
export type EnclosurePart = z.infer<typeof enclosurePartSchema>;

/** Photos and files of a text, for people alone: the agent reads `note`, which stands at the end of the message's words. */
export const mediaPartSchema = z.object({
  type: z.literal("media"),
  textId: z.string(),
  note: z.string(),
  files: z.array(textMediaSchema),
});
export type MediaPart = z.infer<typeof mediaPartSchema>;

/** An Anthropic content block exactly as received, an e-mail, what a colleague's message encloses, files of a text, an outcome, or what somebody filled in. Unknown blocks and fields are kept. */
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
/** Who speaks where no person and no contact does. */
export const STEWARD: Author = { kind: "system", id: "system:steward", name: "Steward" };

/** What a look-up looked at, as its tool says it: how a page reads the call without knowing the tool. */
export const lookSchema = z.object({
  /** The things, as people call them: "Contacts", "Texts with", "Skill". */
  things: z.string(),
  /** What was asked for among them. */
  asked: z.string(),
  /** How `asked` reads: words that were searched for, a phone number, a file of the workspace, or a name. */
  askedIs: z.enum(["words", "number", "file", "name"]),
  /** Whether what it answers is a list of people of the contacts. */
  people: z.boolean().optional(),
});
export type Look = z.infer<typeof lookSchema>;

/** A tool call in words for people. */
export const toolCallViewSchema = z.object({
  /** What the tool does: "Look someone up". */
  title: z.string(),
  /** That it was done: "Looked up a contact". */
  done: z.string(),
  /** What this call does: "Looking up Maria". */
  summary: z.string(),
  look: lookSchema.optional(),
  /** Set where the call is a question. */
  asks: z.object({ question: z.string(), options: z.array(z.string()) }).optional(),
});
export type ToolCallView = z.infer<typeof toolCallViewSchema>;

/** A passage on record that an answer stands on. */
export const contextUsedSchema = z.object({
  /** What names it and opens it: its path in the app, or its address outside. */
  id: z.string(),
  /** The kind as the model calls it: texts, calls, emails, files, chats, notes, documents, events, tasks, slack. */
  source: z.string(),
  title: z.string(),
  /** From 0 to 1, beside the others that were found with it. */
  relevance: z.number(),
  /** Its day and time in the team's zone: `Tue 2026-11-24 10:30`. */
  at: z.string(),
  /** The words of it that the answer cites first. */
  cited: z.string().optional(),
});
export type ContextUsed = z.infer<typeof contextUsedSchema>;

const unprovenClaimSchema = z.object({
  /** As the answer writes it: `$1,350`, `Bettina`. */
  words: z.string(),
  /** The sentence it is in, without emphasis and links. */
  sentence: z.string(),
});
export type UnprovenClaim = z.infer<typeof unprovenClaimSchema>;

export const messageSchema = z.object({
  id: idSchema,
  role: z.enum(["user", "assistant"]),
  parts: z.array(partSchema),
  /** The tool calls among the parts in words for people, by their ids. Made when the message is shown; no part of what is stored. */
  calls: z.record(z.string(), toolCallViewSchema).optional(),
  author: authorSchema,
  createdAt: timeSchema,
  /** Set while a message waits behind a running turn. */
  queued: z.boolean().optional(),
  turnId: z.string().optional(),
  /** Another model answered than the agent's own, which was overloaded. */
  fallback: z.object({ wanted: z.string(), used: z.string() }).optional(),
  /** Of an answer for which everything on record was looked through: the passages it names, else the best that were found. */
  contextUsed: z.array(contextUsedSchema).optional(),
  /** Its quotes that stand word for word in nothing it was given. */
  unprovenQuotes: z.array(z.string()).optional(),
  /** Its figures, days, times and names outside quotes that nothing it was given holds. */
  unprovenClaims: z.array(unprovenClaimSchema).optional(),
});
export type Message = z.infer<typeof messageSchema>;

/**
 * An id that a person's page chooses. What comes in by a channel or the clock, and what is of our own making, has ids that begin so: under one of them a
 * page's message would have the real one taken for a repeat, and never be read.
 */
const personsIdSchema = idSchema.regex(
  /^(?!(?:sw|text|call|mail|slot|event)\.)/i,
  "This message id is one of our own. Choose another.",
);

/** What a script or the composer sends. */
export const sendMessageSchema = z.object({
  clientMessageId: personsIdSchema,
  text: z.string().min(1).max(32_000),
  /** What was filled in, where the agent asked with a form; `text` says the same in words. */
  answer: formAnswerSchema.optional(),
});
