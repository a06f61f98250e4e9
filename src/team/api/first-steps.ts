/** Wire contract of a new team's first steps. */
import * as z from "zod";
import { okSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** What a team runs. Decides which pages come first, what Steward suggests, and the first files. */
export const workSchema = z.enum(["property", "insurance", "projects", "other"]);
export type Work = z.infer<typeof workSchema>;

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
