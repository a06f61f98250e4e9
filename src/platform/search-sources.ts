/** What search reads. Each feature declares the sources of its kinds; the index is derived from them. */
import { fromFeatures } from "../kernel/features.ts";
import type { SearchItem } from "./api/search-items.ts";
import type { SearchKind } from "./api/search.ts";
import type { TenantContext } from "./context.ts";

/** Reads the records of one kind, from which the index is derived. */
export interface SearchSource {
  /** Current items with these IDs; deleted ones are omitted. */
  load(ids: readonly string[]): Promise<readonly SearchItem[]>;
  /** All items in a fixed order, page by page; `next` is null at the end. */
  page(after: string | null, limit: number): Promise<{ items: readonly SearchItem[]; next: string | null }>;
  /** IDs of items that exist only as long as these do, for kinds with dependents. */
  hangingOn?(ids: readonly string[]): Promise<readonly string[]>;
}

/** All sources. Kinds without one are indexed by their owner directly. */
export type SearchSources = Readonly<Partial<Record<SearchKind, SearchSource>>>;

declare module "../kernel/features.ts" {
  interface Feature {
    /** Opens the feature's search sources by kind, without I/O. */
    readonly searchSources?: (ctx: TenantContext) => SearchSources;
  }
}

const openers = fromFeatures((features) => features.flatMap(({ searchSources = [] }) => searchSources));

/** The records a tenant's index is built from. */
export function searchSources(ctx: TenantContext): SearchSources {
  return Object.assign({}, ...openers().map((open) => open(ctx))) as SearchSources;
}
