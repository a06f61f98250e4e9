/** Routing rules: which members are notified of incoming messages. */
import * as z from "zod";
import { idSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/**
 * A rule. All given conditions must match; within a condition, any of its values. The first matching rule
 * applies.
 */
export const routingRuleSchema = z.object({
  id: idSchema,
  /** Words or phrases in the message. */
  words: z.array(z.string().trim().min(1).max(60)).max(20),
  /** A property, unit or company: in the contact's role or company, or mentioned in the message. */
  places: z.array(z.string().trim().min(1).max(80)).max(20),
  /** Names, numbers or e-mail addresses of contacts. */
  contacts: z.array(z.string().trim().min(1).max(80)).max(20),
  /** The assigned member. */
  userId: idSchema,
  /**
   * `only`: no one else is notified. `first`: everyone else is too, if there is no answer within
   * `othersAfterMinutes`.
   */
  mode: z.enum(["first", "only"]),
  othersAfterMinutes: z.number().int().min(1).max(240),
});
export type RoutingRule = z.infer<typeof routingRuleSchema>;

export const routingSchema = z.object({
  rules: z
    .array(
      routingRuleSchema.refine(
        ({ words, places, contacts }) => words.length + places.length + contacts.length > 0,
        "A rule needs a word, a place or a contact.",
      ),
    )
    .max(50),
  version: z.number().int().min(0),
});
export type Routing = z.infer<typeof routingSchema>;

export const routingEndpoints = {
  get: endpoint({ method: "GET", path: "/api/routing", output: routingSchema }),
  put: endpoint({
    method: "PUT",
    path: "/api/routing",
    body: routingSchema,
    output: routingSchema,
    access: "admin",
  }),
};
