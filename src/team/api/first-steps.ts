/** Wire contract of a new team's first steps. */
import * as z from "zod";
import { okSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** The first steps, in order. */
export const firstStepSchema = z.enum(["phone", "email", "device", "colleague", "company", "decision"]);
export type FirstStep = z.infer<typeof firstStepSchema>;

export const firstStepEndpoints = {
  /** Null if the team has none, has completed them, or has hidden the list. */
  firstSteps: endpoint({
    method: "GET",
    path: "/api/first-steps",
    output: z.object({
      steps: z.array(z.object({ step: firstStepSchema, done: z.boolean() })).nullable(),
    }),
  }),
  /** Hides the list for the whole team. */
  hideFirstSteps: endpoint({
    method: "DELETE",
    path: "/api/first-steps",
    output: okSchema,
    access: "admin",
  }),
} as const;
