/** Composition of the search index. */
import type { TenantContext } from "../platform/context.ts";
import { searchSources } from "../platform/search-sources.ts";
import type { IndexDeps } from "./search/index.ts";

export function indexDeps(ctx: TenantContext): IndexDeps {
  return {
    db: ctx.db,
    now: () => ctx.clock.now(),
    sources: searchSources(ctx),
    put: async (items) => void (await (await ctx.objects.search()).index(ctx.tenantId, items)),
    drop: async (refs) => (await ctx.objects.search()).remove(ctx.tenantId, refs),
  };
}
