/** In which threads one has something to read; apart from the other questions about texts, since every page asks it. */
import { queryOptions } from "@tanstack/react-query";
import { threadEndpoints } from "../../../src/messaging/api/threads.ts";
import { call } from "../api/call.ts";

export const unreadTextsQuery = queryOptions({
  queryKey: ["texts", "unread"],
  queryFn: async ({ signal }) => (await call(threadEndpoints.unread, { signal })).items,
});
