/** What pages ask of a team's examples. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { exampleEndpoints } from "../../../src/workspace/api/examples.ts";
import { call } from "../api/call.ts";

export const examplesQuery = infiniteQueryOptions({
  queryKey: ["examples"],
  queryFn: ({ signal, pageParam }) =>
    call(exampleEndpoints.list, { signal, query: pageParam === undefined ? {} : { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.nextCursor ?? undefined,
});
