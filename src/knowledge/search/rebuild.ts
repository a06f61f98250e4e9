/** Rebuilds the index from the records: source by source, page by page, resumable. */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import { searchSourceSchema, type SearchKind } from "../../platform/api/search.ts";
import type { SearchIndex } from "./search-index.ts";
import type { SearchSources } from "../../platform/search-sources.ts";

/** Items per page. */
const PAGE = 100;

export interface Rebuild {
  readonly tenantId: string;
  readonly startedAtMs: number;
  readonly source: string;
  readonly after: string | null;
  readonly done: number;
  readonly failures: number;
  readonly problem: string | null;
}

/** The single stored rebuild. */
export class RebuildState {
  readonly #sql: ObjectSql;

  constructor(sql: ObjectSql) {
    this.#sql = sql;
  }

  /** The rebuild in progress, or null. */
  get(): Rebuild | null {
    const [row] = this.#sql.rows<{
      tenant_id: string;
      started_at_ms: number;
      source: string;
      after: string | null;
      done: number;
      failures: number;
      problem: string | null;
    }>("select * from rebuild");
    if (row === undefined) return null;
    const { tenant_id: tenantId, started_at_ms: startedAtMs, ...rest } = row;
    return { tenantId, startedAtMs, ...rest };
  }

  /** Starts a rebuild, unless one is in progress. */
  begin(tenantId: string, nowMs: number): void {
    this.#sql.rows(
      `insert into rebuild (only_row, tenant_id, started_at_ms, source, after, done, failures, problem) values (1, ?, ?, ?, null, 0, 0, null)
       on conflict (only_row) do update set failures = 0, problem = null`,
      tenantId,
      nowMs,
      searchSourceSchema.options.at(0) ?? "",
    );
  }

  move(source: string, after: string | null, done: number): void {
    this.#sql.rows(
      "update rebuild set source = ?, after = ?, done = done + ?, failures = 0, problem = null",
      source,
      after,
      done,
    );
  }

  /** Records a failure; returns the number of consecutive ones. */
  fail(problem: string): number {
    const [row] = this.#sql.rows<{ failures: number }>(
      "update rebuild set failures = failures + 1, problem = ? returning failures",
      problem,
    );
    return row?.failures ?? 1;
  }

  end(): void {
    this.#sql.rows("delete from rebuild");
    this.#sql.rows("delete from unshelved");
    this.#sql.rows("delete from files_behind");
    this.#sql.rows("delete from unparted");
  }
}

/** Processes one page; false at the end. Throws if the records can't be read. */
export async function stepRebuild(parts: {
  readonly index: SearchIndex;
  readonly rebuild: RebuildState;
  readonly sources: SearchSources;
  readonly now: () => number;
}): Promise<boolean> {
  const { index, rebuild, sources, now } = parts;
  const state = rebuild.get();
  if (state === null) return false;
  const kinds: readonly SearchKind[] = searchSourceSchema.options;
  const kind = kinds.find((one) => one === state.source);
  if (kind === undefined) {
    const indexed = kinds.filter((one) => sources[one] !== undefined);
    if (!index.dropOlderThan(indexed, state.startedAtMs, PAGE)) return true;
    rebuild.end();
    return false;
  }
  const following = kinds[kinds.indexOf(kind) + 1] ?? "";
  const source = sources[kind];
  if (source === undefined) {
    rebuild.move(following, null, 0);
    return true;
  }
  const version = now();
  const { items, next } = await source.page(state.after, PAGE);
  await index.putInTurns(
    items.map((item) => ({ ...item, version })),
    version,
  );
  rebuild.move(next === null ? following : kind, next, items.length);
  return true;
}
