/**
 * One tenant's search index in its own SQLite, physically separate from other tenants. Derived from the records (src/knowledge/search),
 * so losing it loses no data. The class name is persisted: never rename it.
 */
import { DurableObject } from "cloudflare:workers";
import { meaningOf, meaningOff, rerankerOf, vectorsOf, paidMeaningOf } from "../src/knowledge/open.ts";
import { searchSources } from "../src/platform/search-sources.ts";
import { countTables } from "../src/platform/db/object-rows.ts";
import { objectSql } from "../src/platform/db/object-sql.ts";
import { backOffMs } from "../src/kernel/back-off.ts";
import { isoTime, systemClock } from "../src/kernel/clock.ts";
import { AppError } from "../src/kernel/errors.ts";
import { withinTime } from "../src/kernel/time-limit.ts";
import { searchObjectName } from "../src/kernel/tenant-names.ts";
import { wipeStored } from "./stored-rows.ts";
import { isVisible, ownSources } from "../src/knowledge/sources/index.ts";
import { closedTo, NO_READER } from "../src/platform/privacy.ts";
import { deletedShelves } from "../src/projects/index.ts";
import { standingContext, type TenantContext } from "../src/platform/context.ts";
import type { Env } from "../src/platform/env.ts";
import { systemLogger } from "../src/platform/logger.ts";
import type { SearchRpc } from "../src/agent/api/objects.ts";
import {
  READER_SHELF,
  type AskedBy,
  type FileWordsQuery,
  type FoundFiles,
  type FoundPassage,
  type RetrieveQuery,
  type SearchItem,
  type SearchQuery,
  type SearchRef,
} from "../src/platform/api/search-items.ts";
import type { SearchPage, SearchStatus } from "../src/platform/api/search.ts";
import {
  CheckState,
  dropVectors,
  embedNext,
  migrateSearchObject,
  nearest,
  RebuildState,
  SearchIndex,
  stepCheck,
  stepRebuild,
  type NearPassages,
} from "../src/knowledge/search/index.ts";
import { RERANKED, reranked } from "../src/knowledge/vectors/index.ts";

const MAX_BATCH = 500;
/** Time budget per alarm: queries wait while it works. */
const BUDGET_MS = 100;
/** Timeout for vector search. */
const NEAR_MS = 1_000;
/** Passages arriving within this time are embedded together. */
const EMBED_AFTER_MS = 1_000;
/** After this many consecutive failures passages are embedded one by one, so that a bad one doesn't block the others. */
const CAREFUL_AFTER = 3;
/** Retries of a failed check per night. */
const CHECKED_AGAIN = 6;
const RETRY = { firstMs: 5_000, longestMs: 5 * 60_000 } as const;

export class SearchObject extends DurableObject<Env> implements SearchRpc {
  readonly #sql = objectSql(this.ctx.storage);
  readonly #index = new SearchIndex(this.#sql);
  readonly #rebuild = new RebuildState(this.#sql);
  readonly #check = new CheckState(this.#sql);
  #checkFailures = 0;
  #embedFailures = 0;
  #isCaughtUp = false;
  #hasTables = false;

  async index(tenantId: string, items: readonly SearchItem[]): Promise<{ written: number }> {
    await this.#enter(tenantId);
    if (items.length > MAX_BATCH) throw new AppError("too_large", "Too many items at once.");
    const written = await this.#index.putInTurns(items, systemClock.now());
    await this.#embedSoon(tenantId);
    return { written };
  }

  async remove(tenantId: string, refs: readonly SearchRef[]): Promise<void> {
    await this.#enter(tenantId);
    this.#index.drop(refs, systemClock.now());
    await this.#embedSoon(tenantId);
  }

  async query(tenantId: string, query: SearchQuery, by?: AskedBy): Promise<SearchPage> {
    await this.#enter(tenantId);
    const { visible, allowed } = await this.#visibleTo(tenantId, by);
    const page = this.#index.query({ ...query, ...visible });
    return { ...page, items: await allowed(page.items) };
  }

  async retrieve(tenantId: string, asked: RetrieveQuery, by?: AskedBy): Promise<FoundPassage[]> {
    await this.#enter(tenantId);
    const [near, { visible, allowed, quoted }] = await Promise.all([
      this.#near(tenantId, asked),
      this.#visibleTo(tenantId, by),
    ]);
    const query = { ...asked, ...visible };
    const retrieve = async (limit: number): Promise<FoundPassage[]> =>
      quoted(await allowed(this.#index.passages.retrieve({ ...query, limit }, near)));
    const reranker = rerankerOf(standingContext(this.env));
    if (reranker === null || query.question === "") return retrieve(query.limit);
    const found = await retrieve(Math.max(RERANKED, query.limit));
    const ordered = await reranked(reranker, query.question, found, (error) =>
      systemLogger.warn("search.reranking_failed", { tenantId, error }),
    );
    return ordered.slice(0, query.limit);
  }

  async filesWith(tenantId: string, query: FileWordsQuery): Promise<FoundFiles | null> {
    await this.#enter(tenantId);
    if (this.#rebuild.get() !== null || this.#index.files.isBehind()) return null;
    return this.#index.files.find(query);
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

  async check(tenantId: string): Promise<SearchStatus> {
    await this.#enter(tenantId);
    this.#check.begin(tenantId);
    this.#checkFailures = 0;
    await this.ctx.storage.setAlarm(systemClock.now());
    return this.#status();
  }

  reset(): Promise<void> {
    this.ctx.abort("deleted");
    return Promise.resolve();
  }

  async wipe(): Promise<Record<string, number>> {
    this.#makeTables();
    const work = this.#index.passages.vectors;
    const tenantId = work.tenant();
    if (tenantId !== null) await dropVectors(work, await vectorsOf(this.#context(tenantId)));
    this.#hasTables = false;
    return wipeStored(this.ctx);
  }

  left(): Promise<Record<string, number>> {
    return Promise.resolve(countTables(this.#sql));
  }

  /** Continues rebuild, check and embedding. Progress is stored with what was written, so a crash repeats at most one page or batch. */
  override async alarm(): Promise<void> {
    this.#makeTables();
    const rebuilding = await this.#goOnRebuilding();
    const waits = [
      rebuilding,
      // A rebuild repairs everything, so no check runs meanwhile.
      rebuilding === null ? await this.#goOnChecking() : null,
      await this.#goOnEmbedding(),
    ].filter((wait) => wait !== null);
    if (waits.length > 0) await this.ctx.storage.setAlarm(systemClock.now() + Math.min(...waits));
  }

  /** Works for a while; returns the delay until the next step in ms, null when done. */
  async #goOnRebuilding(): Promise<number | null> {
    const startedAtMs = systemClock.now();
    const state = this.#rebuild.get();
    if (state === null) return null;
    try {
      const sources = searchSources(this.#context(state.tenantId));
      const parts = { index: this.#index, rebuild: this.#rebuild, sources, now: () => systemClock.now() };
      while (await stepRebuild(parts)) if (systemClock.now() - startedAtMs >= BUDGET_MS) return 0;
      return null;
    } catch (error) {
      systemLogger.warn("search.rebuild_failed", { tenantId: state.tenantId, error });
      const failures = this.#rebuild.fail(
        "The records could not be read. The rebuild will resume automatically.",
      );
      return backOffMs(failures, RETRY);
    }
  }

  /** Checks some pages; returns like `#goOnRebuilding`. */
  async #goOnChecking(): Promise<number | null> {
    const startedAtMs = systemClock.now();
    const state = this.#check.get();
    if (state === null) return null;
    const { tenantId } = state;
    try {
      const meaning = await meaningOf(this.#context(tenantId));
      const parts = {
        index: this.#index,
        check: this.#check,
        sources: searchSources(this.#context(tenantId)),
        vectors: meaning?.vectors ?? null,
        now: () => systemClock.now(),
      };
      while (await stepCheck(parts)) if (systemClock.now() - startedAtMs >= BUDGET_MS) return 0;
      this.#checkFailures = 0;
      return null;
    } catch (error) {
      this.#checkFailures += 1;
      systemLogger.warn("search.check_failed", { tenantId, error });
      // Resumes the next night.
      return this.#checkFailures > CHECKED_AGAIN ? null : backOffMs(this.#checkFailures, RETRY);
    }
  }

  /** Embeds one batch of passages and deletes orphaned vectors; returns like `#goOnRebuilding`. */
  async #goOnEmbedding(): Promise<number | null> {
    const work = this.#index.passages.vectors;
    const tenantId = work.tenant();
    const meaning = tenantId === null ? null : await paidMeaningOf(this.#context(tenantId));
    if (meaning === null) return null;
    try {
      const isLeft = await embedNext(work, meaning, this.#embedFailures >= CAREFUL_AFTER);
      this.#embedFailures = 0;
      return isLeft ? meaning.embedder.restMs : null;
    } catch (error) {
      this.#embedFailures += 1;
      systemLogger.warn("search.embedding_failed", { tenantId: tenantId ?? "", error });
      return backOffMs(this.#embedFailures, RETRY);
    }
  }

  /** Schedules embedding of new passages, if the deployment has a model. */
  async #embedSoon(tenantId: string): Promise<void> {
    const meaning = await meaningOf(this.#context(tenantId));
    if (meaning === null) return;
    const work = this.#index.passages.vectors;
    work.useModel(meaning.embedder.model, tenantId);
    if (work.waiting() === 0 || (await this.ctx.storage.getAlarm()) !== null) return;
    await this.ctx.storage.setAlarm(systemClock.now() + EMBED_AFTER_MS);
  }

  /** Restricts a query to what the asker may find. The previous release sends no asker: its queries get what the whole team may see. */
  async #visibleTo(tenantId: string, by: AskedBy = { userId: null }) {
    const db = this.#context(tenantId).db;
    const isAll = by.isOwnLook === true;
    const [own, deleted] = isAll ? [[], []] : await Promise.all([ownSources(db), deletedShelves(db)]);
    const hidden = own.filter((source) => !isVisible(source, by.userId)).map(({ id }) => id);
    const mine = new Set(own.map(({ id }) => id));
    return {
      visible: isAll ? {} : { hidden: [...hidden, ...deleted], reader: by.userId },
      /** Rechecked here, because the index learns about private conversations with a delay. */
      allowed: async <Found extends Pick<FoundPassage, "source" | "thread">>(
        found: Found[],
      ): Promise<Found[]> => {
        if (isAll) return found;
        const threads = found.flatMap(({ source, thread }) =>
          source === "conversation" && thread !== null ? [thread] : [],
        );
        const closed = await closedTo(db, by.userId, threads);
        return found.filter(({ thread }) => thread === null || !closed.has(thread));
      },
      quoted: (found: FoundPassage[]): FoundPassage[] =>
        found.map((passage) => {
          const { shelf = null, thread } = passage;
          const isOfConversation = shelf !== null && shelf.startsWith(READER_SHELF);
          const sourceId = isOfConversation ? thread : shelf !== null && mine.has(shelf) ? shelf : null;
          // This object has no other private content.
          return sourceId === null
            ? passage
            : { ...passage, quote: { sourceId, readerId: by.userId ?? NO_READER } };
        }),
    };
  }

  /** Vector neighbors; on a timeout, text search answers alone. */
  async #near(tenantId: string, query: RetrieveQuery): Promise<NearPassages | undefined> {
    const meaning = query.question === "" ? null : await meaningOf(this.#context(tenantId));
    if (meaning === null) return undefined;
    try {
      return await withinTime(NEAR_MS, nearest(meaning, query));
    } catch (error) {
      systemLogger.warn("search.meaning_failed", { tenantId, error });
      return undefined;
    }
  }

  #context(tenantId: string): TenantContext {
    return standingContext(this.env, { keepAlive: (work) => this.ctx.waitUntil(work) }).tenant(tenantId);
  }

  #status(): SearchStatus {
    const state = this.#rebuild.get();
    const rebuild =
      state === null
        ? null
        : { startedAt: isoTime(state.startedAtMs), done: state.done, problem: state.problem };
    const counts = this.#index.counts();
    return {
      ...counts,
      rebuild,
      check: this.#check.last(),
      meaningOff: meaningOff(standingContext(this.env)),
    };
  }

  /** The object serves only the tenant its name is derived from. */
  async #enter(tenantId: string): Promise<void> {
    if ((await searchObjectName(tenantId)) !== this.ctx.id.name)
      throw new AppError("forbidden", "This object belongs to another team.");
    this.#makeTables();
    await this.#catchUp(tenantId);
  }

  /** Rebuilds an index older than passages, once. */
  async #catchUp(tenantId: string): Promise<void> {
    if (this.#isCaughtUp) return;
    this.#isCaughtUp = true;
    const isBehind = this.#index.passages.isBehind() || this.#index.files.isBehind();
    if (this.#rebuild.get() !== null || !isBehind) return;
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
