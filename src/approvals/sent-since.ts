/**
 * Finds messages the team sent to the same people after a draft was made. They don't make the draft stale;
 * its card shows them, and it can be approved only from a card that showed the newest one.
 */
import { inArray, sql } from "drizzle-orm";
import { approvals, type Precondition } from "./tables/approvals.ts";
import type { Lint } from "./api/approval.ts";
import { showText } from "../platform/api/shown-text.ts";
import { guarding } from "./describe.ts";
import type { ApprovalDeps, EffectKinds, SentMessage } from "./ports.ts";
import { effectsOf } from "./store.ts";
import { receiptOf } from "./rows.ts";
import type { ApprovalRow } from "./types.ts";

const QUOTE_CHARS = 120;

type Draft = Pick<
  ApprovalRow,
  | "id"
  | "turnId"
  | "status"
  | "threadKey"
  | "target"
  | "preconditions"
  | "createdAt"
  | "proposedEffects"
  | "wroteSince"
  | "facts"
>;

/** Messages sent since each pending draft, oldest first, by approval. Approvals without any are left out. */
export async function sentSinceDrafts(
  deps: Pick<ApprovalDeps, "db" | "effects" | "sentSince">,
  rows: readonly Draft[],
): Promise<ReadonlyMap<string, readonly SentMessage[]>> {
  const waiting = rows.flatMap((row) => {
    const threads = row.status === "pending" ? threadsOf(deps.effects, row) : [];
    return threads.length === 0 ? [] : [{ row, threads }];
  });
  const asked = waiting.flatMap(({ threads }) =>
    threads.map(({ threadKey, seenAt: since }) => ({ threadKey, since })),
  );
  const sent = asked.length === 0 ? [] : await deps.sentSince(asked);
  if (sent.length === 0) return new Map();
  const beside = await sentBeside(
    deps,
    waiting.map(({ row }) => row),
  );
  return new Map(
    waiting.flatMap(({ row, threads }) => {
      const mine = sent.filter(({ id, at, threadKey }) => {
        const thread = threads.find((one) => one.threadKey === threadKey);
        return (
          thread !== undefined &&
          at > thread.seenAt &&
          id !== thread.messageId &&
          beside.get(id) !== row.turnId
        );
      });
      return mine.length === 0 ? [] : [[row.id, mine] as const];
    }),
  );
}

/** A thread that a draft reaches, and the newest message known when it was made, or else the time of the proposal. */
interface Thread {
  readonly threadKey: string;
  /** The recipient's name. */
  readonly target: string;
  readonly seenAt: string;
  readonly messageId: string | null;
}

/** Each thread once, without recipients who were left out because they wrote. */
export function threadsOf(kinds: EffectKinds, row: Draft): Thread[] {
  const { threadKey, target, preconditions, createdAt } = row;
  const thread = (key: string, whom: string, looks: readonly Precondition[]): Thread => {
    const seen = looks.flatMap((one) => kinds.precondition(one).seen ?? [])[0];
    return {
      threadKey: key,
      target: whom,
      seenAt: seen?.at ?? createdAt,
      messageId: seen?.messageId ?? null,
    };
  };
  if (threadKey !== null) return [thread(threadKey, target, preconditions)];
  const reached = new Set((row.facts?.recipients ?? []).map(({ address }) => address));
  const leftOut = new Set((row.wroteSince ?? []).map((one) => one.threadKey));
  const threads = row.proposedEffects.flatMap((effect) => {
    const { threadKey: key, target: whom, recipients } = kinds.describe(effect);
    if (key === null || leftOut.has(key) || !recipients.some((address) => reached.has(address))) return [];
    return [thread(key, whom, guarding(kinds, [effect], preconditions))];
  });
  return [...new Map(threads.map((one) => [one.threadKey, one])).values()];
}

/**
 * The runs that sent these messages, by provider ID. Drafts of one run are meant to be sent together, so
 * they don't warn about each other.
 */
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
  kinds: EffectKinds,
  row: Draft,
  sent: readonly SentMessage[],
  timeZone: string,
): Lint[] {
  if (sent.length === 0) return [];
  const targets = new Map(threadsOf(kinds, row).map(({ threadKey, target }) => [threadKey, target]));
  return sent.map(({ who, at, text, threadKey }) => ({
    code: "sent_since",
    level: "warning",
    message: showText(
      `${who} wrote to ${targets.get(threadKey) ?? row.target} ${timeOf(at, timeZone)}, after this draft: “${cut(text)}”`,
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
