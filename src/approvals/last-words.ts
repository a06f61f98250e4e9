/**
 * The recipients' last messages, shown to the person deciding, even if the draft is based on something else. Quoted verbatim and attributed to them.
 */
import { isoTime } from "../kernel/clock.ts";
import { showText } from "../platform/api/shown-text.ts";
import type { Approval } from "./api/approval.ts";
import type { ApprovalDeps } from "./ports.ts";
import { threadsOf } from "./sent-since.ts";
import type { ApprovalRow } from "./types.ts";

/** Messages older than this are no longer relevant. */
const FRESH_MS = 30 * 86_400_000;
const QUOTE_CHARS = 280;

type LastWords = NonNullable<Approval["lastWords"]>;

/** By approval. Those that are decided, or whose card quotes the words already, are left out. */
export async function lastWordsTo(
  deps: Pick<ApprovalDeps, "effects" | "lastWords" | "clock">,
  rows: readonly ApprovalRow[],
): Promise<ReadonlyMap<string, LastWords>> {
  const waiting = rows.flatMap((row) => {
    const threads = row.status === "pending" ? threadsOf(deps.effects, row) : [];
    return threads.length === 0 ? [] : [{ row, threads }];
  });
  const keys = [...new Set(waiting.flatMap(({ threads }) => threads.map(({ threadKey }) => threadKey)))];
  if (keys.length === 0) return new Map();
  const said = await deps.lastWords(keys, isoTime(deps.clock.now() - FRESH_MS));
  return new Map(
    waiting.flatMap(({ row, threads }) => {
      const words = threads.flatMap(({ threadKey, target }) => {
        const last = said.get(threadKey);
        if (last === undefined || row.evidence.some(({ quote }) => holds(quote, last.text))) return [];
        return [
          {
            conversationId: threadKey,
            target: showText(target),
            at: last.at,
            text: showText(cut(last.text)),
          },
        ];
      });
      return words.length === 0 ? [] : [[row.id, words] as const];
    }),
  );
}

function holds(quote: string, text: string): boolean {
  const plain = (words: string): string => words.replace(/\s+/g, " ").trim();
  return plain(quote).includes(plain(text));
}

function cut(text: string): string {
  const words = text.replace(/[^\S\n]+/g, " ").trim();
  return words.length <= QUOTE_CHARS ? words : `${words.slice(0, QUOTE_CHARS).trimEnd()}…`;
}
