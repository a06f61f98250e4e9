/** Phone calls on record, newest first, a page at a time: of everybody, or with some numbers, each read by an index. */
import { and, desc, eq, gte, lt } from "drizzle-orm";
import { calls } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { Span } from "../../agent/usage/index.ts";

/** Newest calls looked through for a page: of whom only few are missed, the rest is on the pages after. */
const MAX_READ = 200;

/** A call as it is kept. */
export type RecordedCall = typeof calls.$inferSelect;

/** Which calls. Times are ISO, `to` exclusive and also where the page before ended. */
export interface CallQuery extends Span {
  /** E.164; everybody's where left out. */
  readonly numbers?: readonly string[] | undefined;
  readonly direction?: RecordedCall["direction"] | undefined;
  /** Only those that came in and nobody took. */
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
  // Beyond the end of the shortest full list others may lie between.
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
  // Calls of one moment are on one page: the next begins before it.
  const last = wanted[limit - 1]?.at;
  const items = wanted.filter(({ at }, place) => place < limit || at === last);
  const hasMore = wanted.length > items.length;
  return { items, olderThan: hasMore ? (items.at(-1)?.at ?? null) : end };
}

/** A call by the provider's id; null where none is on record. */
export function findCall(db: TenantDb, id: string): Promise<RecordedCall | null> {
  return db.find(calls, eq(calls.id, id));
}

/** Whether it came in and nobody spoke. */
export function isMissed({
  direction,
  durationSeconds,
  summary,
}: Pick<RecordedCall, "direction" | "durationSeconds" | "summary">): boolean {
  return direction === "incoming" && (durationSeconds ?? 0) === 0 && summary === null;
}
