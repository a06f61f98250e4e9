/** Queries of the saved replies. */
import { queryOptions } from "@tanstack/react-query";
import { replyTemplateEndpoints } from "../../../src/messaging/api/reply-templates.ts";
import { call } from "../api/call.ts";

export const templatesQuery = queryOptions({
  queryKey: ["reply-templates"],
  queryFn: async ({ signal }) => (await call(replyTemplateEndpoints.list, { signal })).items,
});
