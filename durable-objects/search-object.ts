/**
 * One tenant's search index, in its own SQLite, physically apart from every other tenant's. Derived from the records (src/search): losing it
 * loses nothing. The class name is persisted identity: never rename it.
 */
import { DurableObject } from "cloudflare:workers";
import { searchSources } from "../src/app/search.ts";
import { countTables } from "../src/db/object-rows.ts";
import { objectSql } from "../src/db/object-sql.ts";
import { backOffMs } from "../src/kernel/back-off.ts";
import { isoTime, systemClock } from "../src/kernel/clock.ts";
import { AppError } from "../src/kernel/errors.ts";
import { searchObjectName } from "../src/kernel/tenant-names.ts";
import { wipeStored } from "./stored-rows.ts";
import type { Env } from "../src/platform/env.ts";
import { systemLogger } from "../src/platform/logger.ts";
import type { SearchRpc } from "../src/protocol/objects.ts";
import type {
  FoundPassage,
  RetrieveQuery,
  SearchItem,
  SearchQuery,
  SearchRef,
} from "../src/protocol/search-items.ts";
import type { SearchPage, SearchStatus } from "../src/protocol/search.ts";
import { migrateSearchObject, RebuildState, SearchIndex, stepRebuild } from "../src/search/index.ts";

const MAX_BATCH = 500;
/** How long one alarm works before it gives way: what is asked meanwhile waits for its end. */
const BUDGET_MS = 100;
const RETRY = { firstMs: 5_000, longestMs: 5 * 60_000 } as const;

export class SearchObject extends DurableObject<Env> implements SearchRpc {
  readonly #sql = objectSql(this.ctx.storage);
  readonly #index = new SearchIndex(this.#sql);
  readonly #rebuild = new RebuildState(this.#sql);
  #isCaughtUp = false;
  #hasTables = false;

  async index(tenantId: string, items: readonly SearchItem[]): Promise<{ written: number }> {
    await this.#enter(tenantId);
    if (items.length > MAX_BATCH) throw new AppError("too_large", "Too many items at once.");
    return { written: this.#index.put(items, systemClock.now()) };
  }

  async remove(tenantId: string, refs: readonly SearchRef[]): Promise<void> {
    await this.#enter(tenantId);
    this.#index.drop(refs, systemClock.now());
  }

  async query(tenantId: string, query: SearchQuery): Promise<SearchPage> {
    await this.#enter(tenantId);
    return this.#index.query(query);
  }

  async retrieve(tenantId: string, query: RetrieveQuery): Promise<FoundPassage[]> {
    await this.#enter(tenantId);
    return this.#index.passages.retrieve(query);
  }

  async status(tenantId: string): Promise<SearchStatus> {
    await this.#enter(tenantId);
    return this.#status();
  }

  async rebuild(tenantId: string): Promise<SearchStatus> {
    await this.#enter(tenantId);
    const nowMs = systemClock.now();
    this.#rebuild.begin(tenantId, nowMs);
    await this.ctx.storage.setAlarm(nowMs);
    return this.#status();
  }

  reset(): Promise<void> {
    this.ctx.abort("deleted");
    return Promise.resolve();
  }

  wipe(): Promise<Record<string, number>> {
    return wipeStored(this.ctx);
  }

  left(): Promise<Record<string, number>> {
    return Promise.resolve(countTables(this.#sql));
  }

  /** Goes on with the rebuild. Its state moves with what it wrote, so that a crash repeats one page at most. */
  override async alarm(): Promise<void> {
    const startedAtMs = systemClock.now();
    this.#makeTables();
    const state = this.#rebuild.get();
    if (state === null) return;
    try {
      const sources = searchSources(this.env, state.tenantId);
      const parts = { index: this.#index, rebuild: this.#rebuild, sources, now: () => systemClock.now() };
      while (await stepRebuild(parts)) {
        if (systemClock.now() - startedAtMs < BUDGET_MS) continue;
        await this.ctx.storage.setAlarm(systemClock.now());
        return;
      }
    } catch (error) {
      systemLogger.warn("search.rebuild_failed", { tenantId: state.tenantId, error });
      const failures = this.#rebuild.fail("The records could not be read. It goes on by itself.");
      const waitMs = backOffMs(failures, RETRY);
      await this.ctx.storage.setAlarm(systemClock.now() + waitMs);
    }
  }

  #status(): SearchStatus {
    const state = this.#rebuild.get();
    const rebuild =
      state === null
        ? null
        : { startedAt: isoTime(state.startedAtMs), done: state.done, problem: state.problem };
    return { ...this.#index.counts(), rebuild };
  }

  /** The object is of the tenant its name is made from, and of no other. */
  async #enter(tenantId: string): Promise<void> {
    if ((await searchObjectName(tenantId)) !== this.ctx.id.name)
      throw new AppError("forbidden", "This is another team's object.");
    this.#makeTables();
    await this.#catchUp(tenantId);
  }

  /** An index from before there were passages is made again, once. */
  async #catchUp(tenantId: string): Promise<void> {
    if (this.#isCaughtUp) return;
    this.#isCaughtUp = true;
    if (this.#rebuild.get() !== null || !this.#index.passages.isBehind()) return;
    const nowMs = systemClock.now();
    this.#rebuild.begin(tenantId, nowMs);
    await this.ctx.storage.setAlarm(nowMs);
  }

  #makeTables(): void {
    if (this.#hasTables) return;
    migrateSearchObject(this.#sql);
    this.#hasTables = true;
  }
}
