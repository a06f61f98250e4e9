/** Queries of the account pages. */
import { queryOptions } from "@tanstack/react-query";
import { accountsEndpoints } from "../../../src/accounts/api/accounts.ts";
import { call } from "../api/call.ts";
import { pagedQuery } from "../api/paged.ts";

const MINUTES_MS = 600_000;

export function accountsQuery(words: string, stage: string | undefined) {
  return pagedQuery(
    ["accounts", "list", words, stage ?? ""],
    ({ cursor, signal }) =>
      call(accountsEndpoints.list, {
        signal,
        query: { q: words || undefined, stage, cursor, limit: 50 },
      }),
    { keepPrevious: true },
  );
}

/** The team's stages, in their order. */
export const stagesQuery = queryOptions({
  queryKey: ["accounts", "stages"],
  queryFn: async ({ signal }) => (await call(accountsEndpoints.list, { signal, query: { limit: 1 } })).stages,
  staleTime: MINUTES_MS,
});

/** The same with their rules. */
export const stageSettingsQuery = queryOptions({
  queryKey: ["accounts", "stage-settings"],
  queryFn: ({ signal }) => call(accountsEndpoints.stages, { signal }),
});

export function accountQuery(id: string) {
  return queryOptions({
    queryKey: ["accounts", "one", id],
    queryFn: ({ signal }) => call(accountsEndpoints.get, { signal, params: { id } }),
  });
}

/** A few accounts, to make questions of. */
export function accountSampleQuery(limit: number) {
  return queryOptions({
    queryKey: ["accounts", "sample", limit],
    queryFn: ({ signal }) => call(accountsEndpoints.list, { signal, query: { limit } }),
    staleTime: MINUTES_MS,
  });
}
