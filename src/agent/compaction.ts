/**
 * Plans a compaction: which old results to shrink, where to cut a long history, and what the summarizer is asked. The cut is at the
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
import { tokensOfChars } from "../kernel/tokens.ts";
import { estimateTokens } from "./tokens.ts";

/** A history is compacted when it fills this share of the window, down to about the second share. */
export const COMPACT_AT = 0.85;
const COMPACT_TO = 0.3;
const SUMMARY_TOKENS = 2_000;
const QUOTED_RESULT_CHARS = 600;
/** Longer results of earlier turns are shrunk before a history is summarized. */
const SHRUNK_FROM_CHARS = 4_000;
/** Length of a shrunk result. */
export const SHRUNK_CHARS = 2_000;
/** Shrinking has to leave this share of the window free, because it costs the cached prefix. */
const SHRINK_TO = 0.6;

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

/** A long result of an earlier turn. */
export interface OldResult {
  readonly seq: number;
  readonly runId: string;
  readonly callId: string;
  readonly content: string;
}

/**
 * The results to shrink instead of a compaction; null if that wouldn't free enough. Those of the newest turn
 * stay as they are. Pure.
 */
export function planShrinking(input: CompactionInput): readonly OldResult[] | null {
  const total = input.fixedTokens + input.messages.reduce((sum, message) => sum + messageTokens(message), 0);
  if (total < COMPACT_AT * input.windowTokens) return null;
  const newest = input.openTurnSeq ?? input.messages.findLast(startsTurn)?.seq ?? 0;
  const old = input.messages
    .filter(({ seq, kind }) => seq < newest && kind === "results")
    .flatMap(({ seq, runId, parts }) =>
      parts.flatMap((part): OldResult[] => {
        const {
          type,
          tool_use_id: callId,
          content,
        } = part as { type: string; tool_use_id?: string; content?: unknown };
        const isLong = typeof content === "string" && content.length > SHRUNK_FROM_CHARS;
        return type === "tool_result" && callId !== undefined && isLong
          ? [{ seq, runId, callId, content }]
          : [];
      }),
    );
  const saved = old.reduce((sum, { content }) => sum + tokensOfChars(content.length - SHRUNK_CHARS), 0);
  return old.length > 0 && total - saved <= SHRINK_TO * input.windowTokens ? old : null;
}

/** A message with the shrunk versions of its results, by call ID. */
export function withShrunk(message: LogMessage, shrunk: ReadonlyMap<string, string>): LogMessage {
  if (message.kind !== "results") return message;
  const idOf = (part: Part): string =>
    `${message.seq} ${(part as { tool_use_id?: string }).tool_use_id ?? ""}`;
  if (!message.parts.some((part) => shrunk.has(idOf(part)))) return message;
  return {
    ...message,
    parts: message.parts.map((part) => {
      const content = shrunk.get(idOf(part));
      if (content === undefined) return part;
      const { passages: _, ...rest } = part as Part & { readonly passages?: unknown };
      return { ...rest, content } as Part;
    }),
  };
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
