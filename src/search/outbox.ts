/**
 * The way of a fact into the index: a line in the outbox, written with the fact. Whoever empties the outbox reads the fact anew, so a line says
 * only that something of this name was made, changed or removed. Repeats are one line.
 */
import { and, eq, sql } from "drizzle-orm";
import { searchOutbox, type Statement, type TenantDb } from "../db/index.ts";
import { searchSourceSchema, type SearchKind } from "../protocol/search.ts";
import type { SearchItem, SearchRef } from "../protocol/search-items.ts";
import type { SearchSources } from "./types.ts";

const AT_ONCE = 100;

/** Statement for the batch that writes the fact: it is indexed, or taken out of the index where it is gone, soon after. */
export function queueForSearch(db: TenantDb, source: SearchKind, id: string, nowMs: number): Statement {
  return db.insert(searchOutbox, { source, itemId: id, queuedAt: nowMs }).onConflictDoUpdate({
    target: [searchOutbox.tenantId, searchOutbox.source, searchOutbox.itemId],
    set: { queuedAt: sql`max(excluded.queued_at, ${searchOutbox.queuedAt} + 1)` },
  });
}

/** What emptying is given. */
export interface OutboxDeps {
  readonly db: TenantDb;
  readonly now: () => number;
  readonly sources: SearchSources;
  readonly put: (items: readonly SearchItem[]) => Promise<void>;
  readonly drop: (refs: readonly SearchRef[]) => Promise<void>;
}

/** Indexes what waits, some at once; false where nothing waited. Safe to repeat and to do at once. */
export async function emptyOutbox(deps: OutboxDeps): Promise<boolean> {
  const { db } = deps;
  const waiting = await db.rows(searchOutbox).orderBy(searchOutbox.queuedAt).limit(AT_ONCE);
  if (waiting.length === 0) return false;
  for (const source of new Set(waiting.map((row) => row.source))) {
    const mine = waiting.filter((row) => row.source === source);
    const kind = searchSourceSchema.safeParse(source);
    if (kind.success)
      await indexAnew(
        deps,
        kind.data,
        mine.map(({ itemId }) => itemId),
      );
    const done = mine.map(({ itemId, queuedAt }) => `${queuedAt}:${itemId}`);
    await db.remove(
      searchOutbox,
      and(
        eq(searchOutbox.source, source),
        sql`${searchOutbox.queuedAt} || ':' || ${searchOutbox.itemId} in (select value from json_each(${JSON.stringify(done)}))`,
      ) ?? sql`false`,
    );
  }
  return true;
}

async function indexAnew(deps: OutboxDeps, source: SearchKind, ids: readonly string[]): Promise<void> {
  const version = deps.now();
  const items = await deps.sources[source]?.load(ids);
  if (items === undefined) return;
  const there = new Set(items.map(({ id }) => id));
  await deps.put(items.map((item) => ({ ...item, version })));
  const gone = ids.filter((id) => !there.has(id));
  if (gone.length > 0) await deps.drop(gone.map((id) => ({ source, id, version })));
}
