/** Composition of the search index: how it is filled, checked and asked. */
import type { TenantContext } from "../platform/context.ts";
import { searchSources } from "../platform/search-sources.ts";
import type { IndexDeps } from "./search/index.ts";
import { consume } from "../platform/events/index.ts";
import { vendorTitle } from "./sources/open.ts";
import { nullIfNotFound } from "../kernel/errors.ts";
import { quoteOf, readItem } from "./sources/index.ts";
import type { Tenant } from "../agent/tools/tenant.ts";
import { embedderOf } from "./wiring/meaning.ts";

export function indexDeps(ctx: TenantContext): IndexDeps {
  return {
    db: ctx.db,
    now: () => ctx.clock.now(),
    sources: searchSources(ctx),
    put: async (items) => void (await (await ctx.objects.search()).index(ctx.tenantId, items)),
    drop: async (refs) => (await ctx.objects.search()).remove(ctx.tenantId, refs),
  };
}

const CONSUME_MS = 60_000;

/** Indexes pending changes, then checks the index against the records. */
export async function checkIndex(ctx: TenantContext): Promise<{ readonly summary: string }> {
  await consume(ctx, ctx.clock.now() + CONSUME_MS);
  await (await ctx.objects.search()).check(ctx.tenantId);
  return { summary: "Began comparing the search index with the records; what differs is repaired." };
}

export function finders(
  ctx: TenantContext,
): Pick<Tenant, "search" | "retrieve" | "embedding" | "indexAccount" | "readItem"> {
  const index = ctx.objects.search;
  const deps = { db: ctx.db, words: ctx.files.words, titleOf: vendorTitle };
  return {
    search: async (query, by) => (await index()).query(ctx.tenantId, query, by),
    retrieve: async (query, by) => (await index()).retrieve(ctx.tenantId, query, by),
    embedding: () => embedderOf(ctx),
    async indexAccount(accountId) {
      try {
        const version = ctx.clock.now();
        const items = (await searchSources(ctx).account?.load([accountId])) ?? [];
        await (
          await index()
        ).index(
          ctx.tenantId,
          items.map((item) => ({ ...item, version })),
        );
        return items.length > 0;
      } catch (error) {
        ctx.log.warn("search.account_later", { tenantId: ctx.tenantId, error });
        return false;
      }
    },
    async readItem(itemId, { userId }) {
      const item = await readItem(deps, userId, itemId).catch(nullIfNotFound);
      if (item === null) return null;
      const quote = await quoteOf(deps.db, item.sourceId);
      return quote === null ? item : { ...item, quote };
    },
  };
}
