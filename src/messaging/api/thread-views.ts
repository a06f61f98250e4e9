/** A member's saved views of the text inbox: named filters. */
import * as z from "zod";
import { okSchema, pageOf } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { threadChannelSchema, threadViewSchema } from "./threads.ts";

export const savedViewInputSchema = z.object({
  name: z.string().trim().min(1).max(40),
  view: threadViewSchema,
  /** One of our numbers; null for all. */
  line: z.string().max(254).nullable(),
  /** Null for all. */
  channel: threadChannelSchema.nullable().default(null),
  /** Whose threads, if `view` is `mine`; null for the caller's own. */
  assigneeId: z.string().max(200).nullable(),
});

export const savedViewSchema = savedViewInputSchema.extend({ id: z.string() });
export type SavedView = z.infer<typeof savedViewSchema>;

/** Maximum per member. */
export const MAX_SAVED_VIEWS = 20;

/** Endpoints of saved views, always the caller's own. */
export const savedViewEndpoints = {
  /** All, sorted by name: at most `MAX_SAVED_VIEWS`. */
  list: endpoint({ method: "GET", path: "/api/thread-views", output: pageOf(savedViewSchema) }),
  /** Creates or updates one. */
  put: endpoint({
    method: "PUT",
    path: "/api/thread-views/:id",
    body: savedViewInputSchema,
    output: savedViewSchema,
  }),
  remove: endpoint({ method: "DELETE", path: "/api/thread-views/:id", output: okSchema }),
};
