/**
 * Phone calls on record, newest first, one page at a time: all, or those with given numbers, each read from
 * an index.
 */
import { and, desc, eq, gte, lt } from "drizzle-orm";
import { calls } from "../tables/inbox.ts";
import type { CallOutcome } from "../api/threads.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { type Span } from "../../kernel/calendar.ts";

/** Maximum calls scanned per page: if few of them match, the rest is on later pages. */
const MAX_READ = 200;

export type RecordedCall = typeof calls.$inferSelect;

/** Times are ISO. `to` is exclusive, and is where the previous page ended. */
interface CallQuery extends Span {
  /** E.164. Default: all numbers. */
  readonly numbers?: readonly string[] | undefined;
  readonly direction?: RecordedCall["direction"] | undefined;
  /** Only incoming calls that nobody answered. */
  readonly missed?: boolean | undefined;
  readonly limit: number;
}

/** A page; `olderThan` is the `to` of the next one, null at the end. */
export async function listCalls(
  db: TenantDb,
  { numbers, direction, missed = false, from, to, limit }: CallQuery,
): Promise<{ readonly items: readonly RecordedCall[]; readonly olderThan: string | null }> {
  const within = and(
    from === undefined ? undefined : gte(calls.at, from),
    to === undefined ? undefined : lt(calls.at, to),
  );
  const lists = await Promise.all(
    (numbers ?? [null]).map((number) =>
      db
        .rows(calls, and(number === null ? undefined : eq(calls.contactNumber, number), within))
        .orderBy(desc(calls.at), desc(calls.id))
        .limit(MAX_READ),
    ),
  );
  // Beyond the end of the shortest full list, other lists may have unread calls in between.
  const ends = lists.flatMap((list) => (list.length < MAX_READ ? [] : [list.at(-1)?.at ?? ""]));
  const end = ends.toSorted().at(-1) ?? null;
  const read = lists
    .flat()
    .filter(({ at }) => end === null || at >= end)
    .sort((left, right) =>
      left.at === right.at ? (left.id < right.id ? 1 : -1) : left.at < right.at ? 1 : -1,
    );
  const wanted = read.filter(
    (call) => (direction === undefined || call.direction === direction) && (!missed || isMissed(call)),
  );
  // Calls with the same time stay on one page, because the next one starts strictly before it.
  const last = wanted[limit - 1]?.at;
  const items = wanted.filter(({ at }, place) => place < limit || at === last);
  const hasMore = wanted.length > items.length;
  return { items, olderThan: hasMore ? (items.at(-1)?.at ?? null) : end };
}

/** By the provider's ID; null if not on record. */
export function findCall(db: TenantDb, id: string): Promise<RecordedCall | null> {
  return db.find(calls, eq(calls.id, id));
}

/** Provider statuses of unanswered calls. */
const UNREACHED = new Set(["missed", "no-answer", "busy", "failed", "canceled", "abandoned"]);

/** Null while the call is in progress, and for our own calls that no one answered. */
export function outcomeOf(
  call: Pick<RecordedCall, "direction" | "durationSeconds" | "summary" | "transcript" | "status">,
): CallOutcome | null {
  const { direction, durationSeconds, summary, transcript, status } = call;
  if (status === "") return null;
  if (!UNREACHED.has(status) && ((durationSeconds ?? 0) > 0 || summary !== null)) return "spoken";
  if (direction === "outgoing") return null;
  return summary === null && transcript === null ? "missed" : "voicemail";
}

/** Whether the call came in and nobody spoke. */
export function isMissed({
  direction,
  durationSeconds,
  summary,
}: Pick<RecordedCall, "direction" | "durationSeconds" | "summary">): boolean {
  return direction === "incoming" && (durationSeconds ?? 0) === 0 && summary === null;
}
