/** Keeps the index current: events name items that were created, changed or removed, which are then read again. */
import { type TenantDb } from "../../platform/db/index.ts";
import type { Consumer } from "../../platform/events/index.ts";
import type { SearchKind } from "../../platform/api/search.ts";
import type { SearchItem, SearchRef } from "../../platform/api/search-items.ts";
import type { SearchSources } from "../../platform/search-sources.ts";
import { idsIn } from "../../platform/events/index.ts";

/** Event type prefixes and the kind of items they concern. */
const SEARCHED: readonly (readonly [beginning: string, kind: SearchKind])[] = [
  ["texts.text.", "sms"],
  ["texts.call.", "call"],
  ["threads.note.", "note"],
  ["mail.email.", "email"],
  ["mail.summary.", "email"],
  ["workspace.file.", "file"],
  ["conversations.run.", "conversation"],
  ["knowledge.email.", "email"],
  ["knowledge.document.", "document"],
  ["knowledge.event.", "event"],
  ["knowledge.issue.", "issue"],
  ["accounts.account.", "account"],
  ["pm.projects.", "project"],
  ["pm.tasks.", "task"],
  ["pm.comments.", "comment"],
];
/** Event types about items that others depend on, and the dependents' kind. */
const HUNG_ON: readonly (readonly [type: string, kind: SearchKind])[] = [
  ["pm.tasks.deleted", "comment"],
  ["pm.tasks.restored", "comment"],
];
/** Items per batch. */
const BATCH_SIZE = 100;

export interface IndexDeps {
  readonly db: TenantDb;
  readonly now: () => number;
  readonly sources: SearchSources;
  readonly put: (items: readonly SearchItem[]) => Promise<void>;
  readonly drop: (refs: readonly SearchRef[]) => Promise<void>;
}

export function searchConsumer(deps: IndexDeps): Consumer {
  return {
    name: "search",
    takes: SEARCHED.map(([beginning]) => beginning),
    async take(events) {
      await Promise.all(
        SEARCHED.map(([beginning, kind]) => {
          const mine = events.filter(({ type }) => type.startsWith(beginning));
          return indexAll(deps, kind, mine.flatMap(idsIn));
        }),
      );
      for (const [type, kind] of HUNG_ON) {
        const ids = events.filter((event) => event.type === type).flatMap(idsIn);
        if (ids.length > 0) await indexAll(deps, kind, (await deps.sources[kind]?.hangingOn?.(ids)) ?? []);
      }
    },
  };
}

async function indexAll(deps: IndexDeps, kind: SearchKind, named: readonly string[]): Promise<void> {
  const ids = [...new Set(named)];
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    await indexAgain(deps, kind, ids.slice(at, at + BATCH_SIZE));
}

async function indexAgain(deps: IndexDeps, source: SearchKind, ids: readonly string[]): Promise<void> {
  const version = deps.now();
  const items = await deps.sources[source]?.load(ids);
  if (items === undefined) return;
  const there = new Set(items.map(({ id }) => id));
  await deps.put(items.map((item) => ({ ...item, version })));
  const gone = ids.filter((id) => !there.has(id));
  if (gone.length > 0) await deps.drop(gone.map((id) => ({ source, id, version })));
}
