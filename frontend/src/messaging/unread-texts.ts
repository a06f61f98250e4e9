/** Threads with unread texts; separate from the other text queries, since every page needs it. */
import { queryOptions } from "@tanstack/react-query";
import { threadEndpoints } from "../../../src/messaging/api/threads.ts";
import { call } from "../api/call.ts";

export const unreadTextsQuery = queryOptions({
  queryKey: ["texts", "unread"],
  queryFn: async ({ signal }) => (await call(threadEndpoints.unread, { signal })).items,
});
