/**
 * Pure transitions of a conversation. `nextStep` is the heart: what a turn does next follows from its committed log and nothing else, so a
 * turn that died anywhere goes on where its log ends.
 */
import { LIMITS } from "../kernel/limits.ts";
import type { Conversation, ConversationStatus } from "../protocol/conversation.ts";
import type { EmailPart, Part } from "../protocol/message.ts";
import type { StopReason } from "../protocol/socket.ts";
import type {
  CallRow,
  ConversationRow,
  LogMessage,
  ModelStop,
  StoredStatus,
  Turn,
  TurnEnd,
  TurnLimits,
  TurnLog,
} from "./types.ts";

/** What a turn does next. */
export type NextStep =
  | { readonly kind: "call_model" }
  /** These calls of the newest reply have no answer yet. */
  | { readonly kind: "run_tools"; readonly calls: readonly CallRow[] }
  /** These calls will not be made; they get this answer so that the history stays valid. */
  | { readonly kind: "refuse_tools"; readonly calls: readonly CallRow[]; readonly answer: string }
  /** All calls are answered: the answers become one message. */
  | { readonly kind: "commit_results"; readonly calls: readonly CallRow[] }
  | { readonly kind: "finish"; readonly reason: StopReason };

const finish = (reason: StopReason): NextStep => ({ kind: "finish", reason });

/** The limit a turn has reached, or null. A limit stops the turn before its next model call. */
function limitReached(turn: Turn, limits: TurnLimits, nowMs: number): StopReason | null {
  if (turn.modelCalls >= limits.modelCalls) return "limit_model_calls";
  if (turn.toolCalls >= limits.toolCalls) return "limit_tool_calls";
  if (turn.startedAt !== null && nowMs - Date.parse(turn.startedAt) >= limits.workMs) return "limit_time";
  if (turn.costMicroUsd >= limits.costMicroUsd) return "limit_cost";
  return null;
}

/** The next step of a turn. Pure. */
export function nextStep(log: TurnLog, limits: TurnLimits, nowMs: number): NextStep {
  const { turn, last, calls } = log;
  if (last === null) return finish("end_turn");
  if (last.kind === "reply") return afterReply(turn, last.modelStop ?? "end_turn", calls, limits);
  if (last.kind === "results") {
    if (calls.some((row) => row.answer?.status === "awaiting_approval")) return finish("waiting_approval");
    if (calls.some((row) => row.answer?.status === "asked")) return finish("waiting_answer");
    const brokenOff = log.replyStop === null ? null : brokenOffReason(log.replyStop);
    if (brokenOff !== null) return finish(brokenOff);
  }
  if (turn.stopRequestedBy !== null) return finish("stopped_by_user");
  const limit = limitReached(turn, limits, nowMs);
  return limit === null ? { kind: "call_model" } : finish(limit);
}

function afterReply(turn: Turn, stop: ModelStop, calls: readonly CallRow[], limits: TurnLimits): NextStep {
  const open = calls.filter((row) => row.answer === null);
  if (open.length > 0) {
    if (turn.stopRequestedBy !== null) {
      return {
        kind: "refuse_tools",
        calls: open,
        answer: `${turn.stopRequestedBy} stopped you before this ran.`,
      };
    }
    if (brokenOffReason(stop) !== null) {
      return {
        kind: "refuse_tools",
        calls: open,
        answer: "Not run: the reply broke off before it was complete.",
      };
    }
    const room = limits.toolCalls - turn.toolCalls;
    if (room <= 0) {
      return { kind: "refuse_tools", calls: open, answer: "Not run: this turn has used up its tool calls." };
    }
    return { kind: "run_tools", calls: open.slice(0, room) };
  }
  if (calls.length > 0) return { kind: "commit_results", calls };
  if (turn.stopRequestedBy !== null) return finish("stopped_by_user");
  return stop === "pause_turn" ? { kind: "call_model" } : finish(brokenOffReason(stop) ?? "end_turn");
}

/** Why a turn ends at a reply that broke off before it was complete; null for a complete one. */
function brokenOffReason(stop: ModelStop): StopReason | null {
  if (stop === "max_tokens" || stop === "refusal") return stop;
  return stop === "model_context_window_exceeded" ? "context_full" : null;
}

/** The conversation's state once a turn has ended so. */
export function statusAfter(reason: StopReason): ConversationStatus {
  if (reason === "end_turn") return "idle";
  if (reason === "waiting_approval" || reason === "waiting_answer" || reason === "failed") return reason;
  return "stopped";
}

/** A turn found open without a runner: whether it is taken up again. Bounded by attempts that committed nothing, and in all. */
export function recovery(
  turn: Turn,
  progressNow: number,
): { resume: true; stalls: number } | { resume: false; end: TurnEnd } {
  const stalls = progressNow > turn.progress ? 0 : turn.stalls + 1;
  if (stalls >= LIMITS.turnAttempts || turn.attempt >= LIMITS.turnAttempts * 10) {
    return {
      resume: false,
      end: {
        reason: "failed",
        error: {
          code: "internal",
          message: `The turn broke off ${turn.attempt} times and was given up. Nothing was sent that an approval does not show. Send a message to go on.`,
        },
      },
    };
  }
  return { resume: true, stalls };
}

/** Text of a message for lists, titles and evidence: its text blocks, e-mails and outcomes, without anything else. */
export function plainText(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => {
      if (isEmail(part)) return [`${part.subject}\n${part.text}`];
      const text = (part as { text?: unknown }).text;
      return (part.type === "text" || part.type === "outcome") && typeof text === "string" ? [text] : [];
    })
    .join("\n")
    .trim();
}

/** Whether a part is an e-mail. */
export function isEmail(part: Part): part is EmailPart {
  return part.type === "email";
}

/** Ids we make ourselves start so; a sender's own id may not, so that nobody can take the id of a reply to come. */
export const OWN_ID = "sw.";

/** Whether a message is one of our own making. */
export function isOwnId(messageId: string): boolean {
  return messageId.startsWith(OWN_ID);
}

/** One line, cut at a word. Lengths in characters. */
export function cutAtWord(text: string, maxChars: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= maxChars) return line;
  const room = line.slice(0, maxChars - 1);
  const space = room.lastIndexOf(" ");
  return `${(space > maxChars / 2 ? room.slice(0, space) : room).trimEnd()}…`;
}

/** A status as the wire says it. */
export function shownStatus(status: StoredStatus): Pick<Conversation, "status" | "heldBack"> {
  return status === "held_back" ? { status: "idle", heldBack: true } : { status };
}

/** A conversation as the wire shows it. */
export function conversationView(row: ConversationRow): Conversation {
  const { identity } = row;
  return {
    id: identity.conversationId,
    title: row.title,
    source: identity.source,
    ...(identity.contact === undefined ? {} : { contact: identity.contact }),
    ...shownStatus(row.status),
    unread: row.unread,
    lastMessageAt: row.lastMessageAt,
    preview: row.preview,
    costUsd: row.costMicroUsd / 1_000_000,
    ...(identity.trigger === undefined ? {} : { trigger: identity.trigger }),
    ...(row.lastStop === null || row.lastStop === undefined ? {} : { lastStop: row.lastStop }),
    deletedAt: row.deletedAt,
  };
}

/** Whether a message may open a window of history: it starts a turn, so no tool pair is cut before it. */
export function startsTurn(message: LogMessage): boolean {
  return message.kind === "inbound" || message.kind === "outcome";
}
