/** Queries of the inbox. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { savedViewEndpoints } from "../../../src/messaging/api/thread-views.ts";
import { searchEndpoints } from "../../../src/knowledge/api/search.ts";
import { textEndpoints } from "../../../src/messaging/api/texts.ts";
import { threadEndpoints } from "../../../src/messaging/api/threads.ts";
import { call } from "../api/call.ts";
import { pagedQuery } from "../api/paged.ts";
import type { ThreadFilter } from "./inbox/thread-lists.ts";

export function directOptionsQuery(number: string) {
  return queryOptions({
    queryKey: ["direct-text", number],
    queryFn: ({ signal }) => call(textEndpoints.directOptions, { signal, params: { number } }),
    // Opt-outs can change at any time, so this is refetched on every open.
    staleTime: 0,
    gcTime: 0,
  });
}

interface ThreadPage {
  readonly at?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** `line` is one of our numbers; by default the last one used. */
export function textThreadQuery(number: string, at: string | undefined, line: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ["texts", number, "thread", at ?? "", line ?? ""],
    queryFn: ({ pageParam, signal }) =>
      call(textEndpoints.thread, { signal, params: { number }, query: { ...pageParam, line, limit: 60 } }),
    initialPageParam: { at } as ThreadPage,
    getPreviousPageParam: (page): ThreadPage | undefined =>
      page.hasOlder && page.items[0] ? { before: page.items[0].at } : undefined,
    getNextPageParam: (page): ThreadPage | undefined => {
      const last = page.items.at(-1);
      return page.hasNewer && last ? { after: last.at } : undefined;
    },
  });
}

/** State of an e-mail thread, and what the team did about it. */
export function emailThreadQuery(threadId: string) {
  return queryOptions({
    queryKey: ["texts", threadId, "email"],
    queryFn: ({ signal }) => call(threadEndpoints.email, { signal, params: { number: threadId } }),
  });
}

/** A list of the inbox. */
export function threadsQuery({ view, line, channel, assignee }: ThreadFilter) {
  return pagedQuery(
    ["texts", "threads", view, line ?? "", assignee ?? "", channel ?? ""],
    ({ cursor, signal }) =>
      call(threadEndpoints.list, { signal, query: { view, line, channel, assignee, cursor, limit: 40 } }),
    { keepPrevious: true },
  );
}

export const savedViewsQuery = queryOptions({
  queryKey: ["thread-views"],
  queryFn: async ({ signal }) => (await call(savedViewEndpoints.list, { signal })).items,
});

/** The last few texts and calls with a number; another `since` fetches again. */
export function lastTextsQuery(number: string, since: string) {
  return queryOptions({
    queryKey: ["texts", number, "last", since],
    queryFn: ({ signal }) => call(textEndpoints.thread, { signal, params: { number }, query: { limit: 4 } }),
    placeholderData: keepPreviousData,
  });
}

export interface SearchAsked {
  readonly q: string;
  readonly sources?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** `0` if words such as "last week" are plain search words. */
  readonly days?: "0" | undefined;
  /** `1` to find by meaning as well. */
  readonly meaning?: "1" | undefined;
}

export function searchQuery(asked: SearchAsked) {
  return {
    ...pagedQuery(["search", asked], ({ cursor, signal }) =>
      call(searchEndpoints.search, {
        signal,
        query: { ...asked, days: asked.days ?? "1", typing: "1", limit: 20, cursor },
      }),
    ),
    enabled: asked.q.trim() !== "",
  };
}

/** Accounts by their names, numbers and people, and by what words may mean. */
export function foundAccountsQuery(q: string) {
  return { ...searchQuery({ q, sources: "account", meaning: "1" }), placeholderData: keepPreviousData };
}

export const backfillsQuery = queryOptions({
  queryKey: ["text-backfills"],
  queryFn: ({ signal }) => call(textEndpoints.backfills, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some((item) => item.state === "running") === true ? 3000 : false,
});

export const searchStatusQuery = queryOptions({
  queryKey: ["search-status"],
  queryFn: ({ signal }) => call(searchEndpoints.status, { signal }),
  refetchInterval: ({ state }) => (state.data?.rebuild ? 2000 : 30_000),
});
