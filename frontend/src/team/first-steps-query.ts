/** The first steps of a new team, as pages keep them. */
import { queryOptions } from "@tanstack/react-query";
import { firstStepEndpoints } from "../../../src/team/api/first-steps.ts";
import { call } from "../api/call.ts";

export const firstStepsQuery = queryOptions({
  queryKey: ["first-steps"],
  queryFn: ({ signal }) => call(firstStepEndpoints.firstSteps, { signal }),
});
