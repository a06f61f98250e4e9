/**
 * What the team wrote to the same people after a draft was made. It makes no draft stale: the card tells it, and an approval goes through only from
 * a card that told the newest of it.
 */
import { inArray, sql } from "drizzle-orm";
import { approvals } from "../db/index.ts";
import type { Lint } from "../protocol/approval.ts";
import { showText } from "../protocol/shown-text.ts";
import type { ApprovalDeps, EffectKinds, SentMessage } from "./ports.ts";
import { effectsOf } from "./store.ts";
import { receiptOf } from "./rows.ts";
import type { ApprovalRow } from "./types.ts";

const QUOTE_CHARS = 120;

type Draft = Pick<ApprovalRow, "id" | "turnId" | "status" | "threadKey" | "preconditions" | "createdAt">;

/** What was sent since each draft that waits, oldest first, by approval; one without any is left out. */
export async function sentSinceDrafts(
  deps: Pick<ApprovalDeps, "db" | "effects" | "sentSince">,
  rows: readonly Draft[],
): Promise<ReadonlyMap<string, readonly SentMessage[]>> {
  const waiting = rows.filter(({ status, threadKey }) => status === "pending" && threadKey !== null);
  const threads = waiting.map((row) => ({
    threadKey: row.threadKey ?? "",
    since: newestSeen(deps.effects, row).at,
  }));
  const sent = threads.length === 0 ? [] : await deps.sentSince(threads);
  if (sent.length === 0) return new Map();
  const beside = await sentBeside(deps, waiting);
  return new Map(
    waiting.flatMap((row) => {
      const { at, messageId } = newestSeen(deps.effects, row);
      const mine = sent.filter(
        (one) =>
          one.threadKey === row.threadKey &&
          one.at > at &&
          one.id !== messageId &&
          beside.get(one.id) !== row.turnId,
      );
      return mine.length === 0 ? [] : [[row.id, mine] as const];
    }),
  );
}

/** Where the draft's look at the thread ended; the time of the proposal where no look is on record. */
function newestSeen(kinds: EffectKinds, { preconditions, createdAt }: Draft) {
  const seen = preconditions.flatMap((one) => kinds.precondition(one).seen ?? [])[0];
  return { at: seen?.at ?? createdAt, messageId: seen?.messageId ?? null };
}

/** The runs that sent messages by approvals beside these, by provider id: drafts of one run are meant to go out together. */
async function sentBeside(
  deps: Pick<ApprovalDeps, "db">,
  rows: readonly Draft[],
): Promise<ReadonlyMap<string, string>> {
  const turns = JSON.stringify([...new Set(rows.map(({ turnId }) => turnId))]);
  const siblings = await deps.db.pick(
    { id: approvals.id, turnId: approvals.turnId },
    approvals,
    sql`${approvals.turnId} in (select value from json_each(${turns})) and ${inArray(approvals.status, ["executing", "done", "failed", "needs_human"])}`,
  );
  const turnOf = new Map(siblings.map((one) => [String(one["id"]), String(one["turnId"])]));
  const ledger = await effectsOf(deps, [...turnOf.keys()]);
  return new Map(
    [...ledger].flatMap(([approvalId, effects]) =>
      effects.flatMap((effect) => {
        const id = receiptOf(effect)?.providerId ?? null;
        return id === null ? [] : [[id, turnOf.get(approvalId) ?? ""] as const];
      }),
    ),
  );
}

/** `Dana Whitfield wrote to Maria Lopez at Mon 9:40 AM, after this was drafted: “…”`. */
export function sentSinceLints(
  row: Pick<ApprovalRow, "target">,
  sent: readonly SentMessage[],
  timeZone: string,
): Lint[] {
  return sent.map(({ who, at, text }) => ({
    code: "sent_since",
    level: "warning",
    message: showText(
      `${who} wrote to ${row.target} ${timeOf(at, timeZone)}, after this draft: “${cut(text)}”`,
    ),
    path: null,
  }));
}

function timeOf(at: string, timeZone: string): string {
  const time = { timeZone, weekday: "short", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-US", time).format(new Date(at));
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= QUOTE_CHARS ? line : `${line.slice(0, QUOTE_CHARS).trimEnd()}…`;
}
