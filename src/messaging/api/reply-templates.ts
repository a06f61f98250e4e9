/** A team's saved replies to texts. */
import * as z from "zod";
import { okSchema, pageOf, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** Placeholders in a saved reply; the page fills them in when the reply is used. */
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

/** Maximum per team. */
export const MAX_TEMPLATES = 60;

/** Endpoints of saved replies. Any member may change them. */
export const replyTemplateEndpoints = {
  /** All, sorted by name: at most `MAX_TEMPLATES`. */
  list: endpoint({ method: "GET", path: "/api/reply-templates", output: pageOf(replyTemplateSchema) }),
  /** Creates or updates one. */
  put: endpoint({
    method: "PUT",
    path: "/api/reply-templates/:id",
    body: templateInputSchema,
    output: replyTemplateSchema,
  }),
  remove: endpoint({ method: "DELETE", path: "/api/reply-templates/:id", output: okSchema }),
};
