/** Queries of the erasure pages. */
import { queryOptions } from "@tanstack/react-query";
import { erasureEndpoints } from "../../../src/team/api/erasure.ts";
import { call } from "../api/call.ts";

const WATCHED_MS = 2000;

export function erasurePlanQuery(contact: string) {
  return queryOptions({
    queryKey: ["erasures", "plan", contact],
    queryFn: ({ signal }) => call(erasureEndpoints.plan, { signal, params: { id: contact } }),
    staleTime: 0,
  });
}

export function erasureQuery(id: string) {
  return queryOptions({
    queryKey: ["erasures", "one", id],
    queryFn: ({ signal }) => call(erasureEndpoints.get, { signal, params: { id } }),
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? WATCHED_MS : false),
  });
}

export const erasuresQuery = queryOptions({
  queryKey: ["erasures", "list"],
  queryFn: async ({ signal }) => (await call(erasureEndpoints.list, { signal })).items,
});
