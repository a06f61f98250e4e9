/** The record of evaluation: a file of the deployment. */
import { queryOptions } from "@tanstack/react-query";
import { endpoint } from "../../../../src/platform/api/endpoint.ts";
import { evaluationRecordSchema } from "../../../../src/team/api/evaluation.ts";
import { call } from "../../api/call.ts";

const recordFile = endpoint({
  method: "GET",
  path: "/evaluation.json",
  output: evaluationRecordSchema,
  access: "public",
});

export const evaluationQuery = queryOptions({
  queryKey: ["evaluation"],
  queryFn: ({ signal }) => call(recordFile, { signal }),
});
