/** How a tenant's tools find records: by words, by question, or one source item. */
import { vendorTitle } from "../sources/open-shelf.ts";
import { nullIfNotFound } from "../../kernel/errors.ts";
import { quoteOf, readItem } from "../sources/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { searchSources } from "../../platform/search-sources.ts";
import type { Tenant } from "../../agent/tools/tenant.ts";

export function finders(
  ctx: TenantContext,
): Pick<Tenant, "search" | "retrieve" | "indexAccount" | "readItem"> {
  const index = ctx.objects.search;
  const deps = { db: ctx.db, words: ctx.files.words, titleOf: vendorTitle };
  return {
    search: async (query, by) => (await index()).query(ctx.tenantId, query, by),
    retrieve: async (query, by) => (await index()).retrieve(ctx.tenantId, query, by),
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
