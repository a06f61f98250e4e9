/** Queries of the e-mail settings. */
import { queryOptions } from "@tanstack/react-query";
import { mailEndpoints } from "../../../src/messaging/api/mail.ts";
import { call } from "../api/call.ts";

/** Settings, connection and the state of the checks. Refetched when schedules or settings change. */
export const mailQuery = queryOptions({
  queryKey: ["schedules", "mail"],
  queryFn: ({ signal }) => call(mailEndpoints.state, { signal }),
});
