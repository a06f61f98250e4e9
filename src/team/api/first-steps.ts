/** A new team's first steps on the wire. */
import * as z from "zod";
import { okSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** What a new team does first, in this order. */
export const firstStepSchema = z.enum(["phone", "email", "device", "colleague", "company", "decision"]);
export type FirstStep = z.infer<typeof firstStepSchema>;

/** Endpoints of first steps. */
export const firstStepEndpoints = {
  /** Null where the team has none, has done them all, or has put the list away. */
  firstSteps: endpoint({
    method: "GET",
    path: "/api/first-steps",
    output: z.object({
      steps: z.array(z.object({ step: firstStepSchema, done: z.boolean() })).nullable(),
    }),
  }),
  /** Puts the list away for the whole team. */
  hideFirstSteps: endpoint({
    method: "DELETE",
    path: "/api/first-steps",
    output: okSchema,
    access: "admin",
  }),
} as const;
