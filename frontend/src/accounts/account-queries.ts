/** Queries of the account pages. */
import { queryOptions } from "@tanstack/react-query";
import { accountsEndpoints } from "../../../src/accounts/api/accounts.ts";
import { call } from "../api/call.ts";
import { pagedQuery } from "../api/paged.ts";

const MINUTES_MS = 600_000;

/** What the list shows, and its order. */
export interface Listing {
  readonly stage?: string | undefined;
  /** One of the team's fields. */
  readonly sort?: string | undefined;
  readonly order?: "asc" | "desc" | undefined;
  /** Days from today, where it is a date. */
  readonly within?: number | undefined;
}

export function accountsQuery(words: string, { stage, sort, order, within }: Listing) {
  return pagedQuery(
    ["accounts", "list", words, stage ?? "", sort ?? "", order ?? "", within ?? 0],
    ({ cursor, signal }) =>
      call(accountsEndpoints.list, {
        signal,
        query: { q: words || undefined, stage, sort, order, within, cursor, limit: 50 },
      }),
    { keepPrevious: true },
  );
}

/** The team's stages and its own fields, in their order. */
export const rulesQuery = queryOptions({
  queryKey: ["accounts", "rules"],
  queryFn: async ({ signal }) => {
    const { stages, fields } = await call(accountsEndpoints.list, { signal, query: { limit: 1 } });
    return { stages, fields };
  },
  staleTime: MINUTES_MS,
});

export const stagesQuery = queryOptions({ ...rulesQuery, select: ({ stages }) => stages });

/** Sums of the money fields of what the list shows. */
export function totalsQuery({ stage, sort, within }: Listing) {
  return queryOptions({
    queryKey: ["accounts", "totals", stage ?? "", within === undefined ? "" : sort, within ?? 0],
    queryFn: async ({ signal }) =>
      (
        await call(accountsEndpoints.totals, {
          signal,
          query: { stage, ...(within === undefined ? {} : { sort, within }) },
        })
      ).totals,
  });
}

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
