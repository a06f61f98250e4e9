/** Lists that the server returns page by page, by cursor. */
import { infiniteQueryOptions, keepPreviousData, type QueryKey } from "@tanstack/react-query";

interface Page {
  readonly nextCursor: string | null;
}

export function pagedQuery<const Key extends QueryKey, Answer extends Page>(
  queryKey: Key,
  load: (page: { readonly cursor: string | undefined; readonly signal: AbortSignal }) => Promise<Answer>,
  /** `keepPrevious` keeps showing the previous list until the new one has loaded: for filters and searches. */
  { keepPrevious = false } = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** The items of all loaded pages; none before the first page has arrived. */
export function itemsOf<Item>(
  data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined,
): Item[] {
  return data?.pages.flatMap((page) => page.items) ?? [];
}
