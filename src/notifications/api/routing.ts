/** Who on the team is notified of what comes in: rules of one sentence each. */
import * as z from "zod";
import { idSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** One rule. Of its conditions each that is given must hold; of the words of one condition, any. The first rule that fits counts. */
export const routingRuleSchema = z.object({
  id: idSchema,
  /** Words or phrases in what was written. */
  words: z.array(z.string().trim().min(1).max(60)).max(20),
  /** A property, a unit, a firm: in what the contact is, in their company, or named in what was written. */
  places: z.array(z.string().trim().min(1).max(80)).max(20),
  /** Names, numbers or e-mail addresses of contacts. */
  contacts: z.array(z.string().trim().min(1).max(80)).max(20),
  /** The member it is for. */
  userId: idSchema,
  /** `only`: no one else is rung. `first`: everybody else too, when they have not answered within `othersAfterMinutes`. */
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

/** Whose a conversation is, by a rule. */
export const routedToSchema = z.object({
  userId: z.string(),
  name: z.string(),
  mode: z.enum(["first", "only"]),
  othersAfterMinutes: z.number().int(),
  /** What decided it, in words. */
  because: z.string(),
  /** No one else is rung, also where they have no device: a reminder they asked for. */
  personal: z.boolean().optional(),
});
export type RoutedTo = z.infer<typeof routedToSchema>;

/** Endpoints of routing. */
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
