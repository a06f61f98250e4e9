/** Everything a team has, for an admin to download: the page reads it kind by kind and makes one file. */
import * as z from "zod";
import { idSchema, pageOf } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

export const exportEndpoints = {
  /** Records in the audit log that an admin takes the data, and says what there is. */
  begin: endpoint({
    method: "POST",
    path: "/api/export",
    body: z.strictObject({ id: idSchema }),
    output: z.object({
      kinds: z.array(z.object({ name: z.string(), title: z.string(), columns: z.array(z.string()) })),
    }),
    access: "admin",
  }),
  /** Rows of a kind: one text for each of its columns. */
  rows: endpoint({
    method: "GET",
    path: "/api/export/:kind",
    query: z.object({ cursor: z.string().max(2_000).optional() }),
    output: pageOf(z.array(z.string())),
    access: "admin",
  }),
} as const;
