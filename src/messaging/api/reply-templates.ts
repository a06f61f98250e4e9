/** A team's saved replies to texts. */
import * as z from "zod";
import { okSchema, pageOf, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** What a saved reply holds in place of what differs from text to text; a page fills it in when the reply is used. */
export const TEMPLATE_PLACES = ["{first name}", "{name}", "{my name}"] as const;

export const templateInputSchema = z.object({
  name: z.string().trim().min(1).max(60),
  words: z.string().max(600).regex(/\S/),
});

export const replyTemplateSchema = templateInputSchema.extend({
  id: z.string(),
  updatedByName: z.string(),
  updatedAt: timeSchema,
});
export type ReplyTemplate = z.infer<typeof replyTemplateSchema>;

/** Most a team keeps. */
export const MAX_TEMPLATES = 60;

/** Endpoints of saved replies. Every member may change them. */
export const replyTemplateEndpoints = {
  /** All of them by name: there are at most `MAX_TEMPLATES`. */
  list: endpoint({ method: "GET", path: "/api/reply-templates", output: pageOf(replyTemplateSchema) }),
  /** Makes it or changes it. */
  put: endpoint({
    method: "PUT",
    path: "/api/reply-templates/:id",
    body: templateInputSchema,
    output: replyTemplateSchema,
  }),
  remove: endpoint({ method: "DELETE", path: "/api/reply-templates/:id", output: okSchema }),
};
