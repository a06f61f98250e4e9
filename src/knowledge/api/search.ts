/** Wire contract of search: queries and the index. */
import * as z from "zod";
import { pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { searchPageSchema, searchStatusSchema } from "../../platform/api/search.ts";

/** The days that words of the query refer to, inclusive, in the team's zone. */
export const saidDaysSchema = z.object({ words: z.string(), from: z.iso.date(), to: z.iso.date() });

/** A time, or a day in the team's zone. */
const momentSchema = z.union([timeSchema, z.iso.date()]);

export const searchEndpoints = {
  search: endpoint({
    method: "GET",
    path: "/api/search",
    query: pageQuerySchema.extend({
      q: z.string().max(400),
      /** Comma-separated sources; all by default. */
      sources: z.string().max(100).optional(),
      from: momentSchema.optional(),
      /** A date includes the whole day. */
      to: momentSchema.optional(),
      thread: z.string().max(200).optional(),
      /** `1` while the user is typing: the last word may be incomplete. */
      typing: z.enum(["0", "1"]).optional(),
      /** `1` to add semantic matches if no item contains all words; they are listed first on the first page. */
      meaning: z.enum(["0", "1"]).optional(),
      /** `1` to interpret words such as "last week" as dates; `from` and `to` take precedence. */
      days: z.enum(["0", "1"]).optional(),
    }),
    /** `said` is set if words were interpreted as dates. */
    output: searchPageSchema.extend({ said: saidDaysSchema.optional() }),
  }),
  status: endpoint({ method: "GET", path: "/api/search/status", output: searchStatusSchema }),
  rebuild: endpoint({
    method: "POST",
    path: "/api/search/rebuild",
    output: searchStatusSchema,
    access: "admin",
  }),
};
