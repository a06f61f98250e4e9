/** Queries of the schedules page. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { scheduleEndpoints, type CadenceInput } from "../../../src/agent/api/schedules.ts";
import { call } from "../api/call.ts";

export const schedulesQuery = queryOptions({
  queryKey: ["schedules"],
  queryFn: ({ signal }) => call(scheduleEndpoints.list, { signal }),
});

/** The words and the next times of a cadence that is being written. */
export function cadenceQuery(cadence: CadenceInput | null) {
  return queryOptions({
    queryKey: ["schedule-preview", cadence],
    queryFn: ({ signal }) => {
      if (cadence === null) throw new Error("there is nothing to preview");
      return call(scheduleEndpoints.preview, { signal, body: { cadence } });
    },
    enabled: cadence !== null,
    retry: false,
    placeholderData: keepPreviousData,
  });
}
