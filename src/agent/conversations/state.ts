/** Derives a conversation's status, previews and wire format from its rows. Pure. */
import { joinedTexts } from "../api/cited-text.ts";
import type { Conversation, ConversationStatus, ChatSession } from "../api/conversation.ts";
import type { Author, EmailPart, EnclosurePart, Part } from "../api/message.ts";
import type { AnswerPart } from "../api/question.ts";
import type { ForkPoint } from "../api/objects.ts";
import type { Question, StopReason } from "../api/conversation-frames.ts";
import type { ConversationRow, LogMessage, StoredStatus } from "./types.ts";

/** The conversation's status after a turn with this end. */
export function statusAfter(reason: StopReason): ConversationStatus {
  if (reason === "end_turn") return "idle";
  if (reason === "waiting_approval" || reason === "waiting_answer" || reason === "failed") return reason;
  return "stopped";
}

/** The text of a message for lists, titles and evidence: text blocks, e-mails and outcomes. */
export function plainText(parts: readonly Part[]): string {
  return joinedTexts(parts)
    .flatMap((part) => {
      if (isEmail(part)) return [`${part.subject}\n${part.text}`];
      const text = (part as { text?: unknown }).text;
      return (part.type === "text" || part.type === "outcome") && typeof text === "string" ? [text] : [];
    })
    .join("\n")
    .trim();
}

/** All open questions, oldest first. */
export function openQuestions({
  question,
  stillAsked,
}: Pick<ConversationRow, "question" | "stillAsked">): readonly Question[] {
  return question === null ? stillAsked : [...stillAsked, question];
}

/**
 * The question that a member's message answers: the one whose form or option it uses, else the newest one that was put to
 * them or named no colleague.
 */
export function answeredBy(
  open: readonly Question[],
  { kind, id }: Author,
  parts: readonly Part[],
): Question | null {
  if (kind !== "user") return null;
  const words = plainText(parts);
  const isOf = ({ toolCallId, options }: Question): boolean =>
    options.includes(words) ||
    parts.some((part) => part.type === "answer" && (part as AnswerPart).toolCallId === toolCallId);
  return (
    open.findLast(isOf) ?? open.findLast(({ to }) => to?.kind !== "colleague" || to.userId === id) ?? null
  );
}

export function isEmail(part: Part): part is EmailPart {
  return part.type === "email";
}

export function isEnclosure(part: Part): part is EnclosurePart {
  return part.type === "enclosure";
}

/** Prefix of our own IDs. Senders may not use it, so that no one can take the ID of a future reply. */
export const OWN_ID = "sw.";

export function isOwnId(messageId: string): boolean {
  return messageId.startsWith(OWN_ID);
}

/** Puts text on one line, cut at a word. Lengths in characters. */
export function cutAtWord(text: string, maxChars: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= maxChars) return line;
  const room = line.slice(0, maxChars - 1);
  const space = room.lastIndexOf(" ");
  return `${(space > maxChars / 2 ? room.slice(0, space) : room).trimEnd()}…`;
}

export function shownStatus(status: StoredStatus): Pick<Conversation, "status" | "heldBack"> {
  return status === "held_back" ? { status: "idle", heldBack: true } : { status };
}

export function conversationView(row: ConversationRow): Conversation {
  const { identity } = row;
  return {
    id: identity.conversationId,
    title: row.title,
    source: identity.source,
    ...(identity.agent === undefined ? {} : { agent: identity.agent }),
    ...(identity.contact === undefined ? {} : { contact: identity.contact }),
    ...shownStatus(row.status),
    unread: row.unread,
    lastMessageAt: row.lastMessageAt,
    preview: row.preview,
    costUsd: row.costMicroUsd / 1_000_000,
    ...(identity.trigger === undefined ? {} : { trigger: identity.trigger }),
    ...(row.lastStop === null || row.lastStop === undefined ? {} : { lastStop: row.lastStop }),
    deletedAt: row.deletedAt,
    ...(row.reader === null ? {} : { private: true as const }),
    ...(isSession(identity) ? { session: row.closed ?? openSession(row.status) } : {}),
    ...(identity.startedBy === undefined ? {} : { startedBy: identity.startedBy }),
    ...(identity.parent === undefined ? {} : { forkedFrom: forkView(identity.parent) }),
  };
}

function forkView({ id, seq, title }: ForkPoint): Conversation["forkedFrom"] {
  return { id, seq, title };
}

/** Whether a conversation is a chat with an agent; only chats can be closed. */
export function isSession({ source }: Pick<Conversation, "source">): boolean {
  return source === "web_chat";
}

/** The session state of a chat that isn't over. */
export function openSession(status: StoredStatus): ChatSession {
  return { state: status === "running" ? "active" : "paused" };
}

/** Whether a window of history may start at a message: it starts a turn, so no call is separated from its answer. */
export function startsTurn(message: LogMessage): boolean {
  return message.kind === "inbound" || message.kind === "outcome";
}
