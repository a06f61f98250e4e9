/** Queries of the team's examples. */
import { exampleEndpoints } from "../../../src/workspace/api/examples.ts";
import { call } from "../api/call.ts";
import { pagedQuery } from "../api/paged.ts";

export const examplesQuery = pagedQuery(["examples"], ({ cursor, signal }) =>
  call(exampleEndpoints.list, { signal, query: { cursor } }),
);
