/** Queries of the account pages. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { accountsEndpoints, type AccountLine } from "../../../src/accounts/api/accounts.ts";
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

/** A stage's accounts on the board, as far as they are loaded. */
export interface StageColumn {
  readonly stage: string;
  readonly items: readonly AccountLine[];
  readonly nextCursor: string | null;
}

const CARDS = 50;

/** Further accounts of a stage. */
export async function stagePage(
  words: string,
  { sort, order, within }: Listing,
  { stage, cursor }: { readonly stage: string; readonly cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<StageColumn> {
  const query = { q: words || undefined, stage, sort, order, within, cursor, limit: CARDS };
  const { items, nextCursor } = await call(accountsEndpoints.list, {
    query,
    ...(signal === undefined ? {} : { signal }),
  });
  return { stage, items, nextCursor };
}

/** The first accounts of each of these stages. */
export function boardQuery(words: string, listing: Listing, stages: readonly string[]) {
  const { sort = "", order = "", within = 0 } = listing;
  return queryOptions({
    queryKey: ["accounts", "board", words, sort, order, within, ...stages],
    queryFn: ({ signal }) => Promise.all(stages.map((stage) => stagePage(words, listing, { stage }, signal))),
    placeholderData: keepPreviousData,
    enabled: stages.length > 0,
  });
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
