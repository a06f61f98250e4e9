/** Where the index reads from. */
import type { SearchItem } from "../api/search-items.ts";
import type { SearchKind } from "../api/search.ts";

/** Where things of one kind are read from: the records are the truth, the index is made from them. */
export interface SearchSource {
  /** The things with these ids as they are now; those that are gone are left out. */
  load(ids: readonly string[]): Promise<readonly SearchItem[]>;
  /** All of them in a fixed order, a page after another; `next` is null at the end. */
  page(after: string | null, limit: number): Promise<{ items: readonly SearchItem[]; next: string | null }>;
  /** Ids of those that are there only as long as these others are; for kinds that have such. */
  hangingOn?(ids: readonly string[]): Promise<readonly string[]>;
}

/** The sources there are. What has none is in the index only as its owner put it there. */
export type SearchSources = Readonly<Partial<Record<SearchKind, SearchSource>>>;
