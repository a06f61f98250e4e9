/**
 * Plans a compaction: where to cut a long history, and what the summarizer is asked. The cut is at the
 * start of a turn, with all earlier calls answered. Nothing is deleted; a compaction only records up to
 * where a summary replaces the originals.
 */
import {
  isEnclosure,
  plainText,
  startsTurn,
  type Compaction,
  type LogMessage,
} from "./conversations/index.ts";
import { localTime } from "../kernel/local-time.ts";
import type { Part } from "./api/message.ts";
import { enclosedText } from "./email-text.ts";
import { estimateTokens } from "./tokens.ts";

/** A history is compacted when it fills this share of the window, down to about the second share. */
export const COMPACT_AT = 0.85;
const COMPACT_TO = 0.3;
const SUMMARY_TOKENS = 2_000;
const QUOTED_RESULT_CHARS = 600;

interface CompactionInput {
  /** Committed messages after the last compaction, oldest first. */
  readonly messages: readonly LogMessage[];
  readonly windowTokens: number;
  /** Tokens of everything except history: tools, instructions, tenant block, current summary. */
  readonly fixedTokens: number;
  /** First message of the current turn, which must not be cut; null between turns. */
  readonly openTurnSeq: number | null;
}

const measured = new WeakMap<LogMessage, number>();

/** Tokens of a message in a request. Cached, because a committed message does not change. */
export function messageTokens(message: LogMessage): number {
  const known = measured.get(message);
  if (known !== undefined) return known;
  const tokens =
    estimateTokens(message.parts) + (message.context === null ? 0 : estimateTokens(message.context));
  measured.set(message, tokens);
  return tokens;
}

/** The `seq` up to which a summary should replace the history; null if nothing can or needs to be cut. Pure. */
export function planCompaction(input: CompactionInput): number | null {
  const sizes = input.messages.map(messageTokens);
  const total = input.fixedTokens + sizes.reduce((sum, size) => sum + size, 0);
  if (total < COMPACT_AT * input.windowTokens) return null;
  const target = COMPACT_TO * input.windowTokens - input.fixedTokens - SUMMARY_TOKENS;
  let rest = sizes.reduce((sum, size) => sum + size, 0);
  let best: number | null = null;
  const open = new Set<string>();
  for (const [index, message] of input.messages.entries()) {
    const mayCut = index > 0 && startsTurn(message) && open.size === 0;
    if (mayCut) {
      best = input.messages[index - 1]?.seq ?? null;
      if (rest <= target) return best;
    }
    if (input.openTurnSeq !== null && message.seq >= input.openTurnSeq) break;
    trackCalls(message.parts, open);
    rest -= sizes[index] ?? 0;
  }
  return best;
}

/** Tracks the calls without an answer. */
function trackCalls(parts: readonly Part[], open: Set<string>): void {
  for (const part of parts) {
    const { type, id, tool_use_id: answered } = part as { type: string; id?: string; tool_use_id?: string };
    if (type === "tool_use" && id !== undefined) open.add(id);
    if (type === "tool_result" && answered !== undefined) open.delete(answered);
  }
}

/** The summarizer's input: the previous summary, then every message to be replaced, in order. */
export function transcriptOf(
  previous: Compaction | null,
  messages: readonly LogMessage[],
  timeZone: string,
): string {
  const head = previous === null ? [] : [`Summary of what came before:\n${previous.summary}`];
  return [...head, ...messages.map((message) => lineOf(message, timeZone))].join("\n\n");
}

function lineOf(message: LogMessage, timeZone: string): string {
  const who = message.author.kind === "contact" ? `${message.author.name} (contact)` : message.author.name;
  const spoken = plainText(message.parts);
  const mechanics = message.parts.flatMap((part) => {
    if (isEnclosure(part)) return [`[written by others: ${enclosedText(part)}]`];
    const { type, name, input, content } = part as {
      type: string;
      name?: string;
      input?: unknown;
      content?: unknown;
    };
    if (type === "tool_use") return [`[calls ${name ?? "a tool"} ${JSON.stringify(input ?? {})}]`];
    if (type !== "tool_result") return [];
    const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
    return [
      `[result: ${text.length > QUOTED_RESULT_CHARS ? `${text.slice(0, QUOTED_RESULT_CHARS)}…` : text}]`,
    ];
  });
  return `${localTime(message.createdAt, timeZone)} ${who}:\n${[spoken, ...mechanics].filter((text) => text !== "").join("\n")}`;
}
