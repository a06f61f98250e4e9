/** Composition of the limits by address: which binding counts what. */
import type { HttpServices } from "../http/services.ts";
import type { Env } from "../platform/env.ts";

/** Counts a request; whether the address has any left in this minute. */
export function mayAsk({ ENTRY_REQUESTS, PUBLIC_REQUESTS }: Env): HttpServices["mayAsk"] {
  return async (limit, network) => {
    const counted = limit === "entry" ? ENTRY_REQUESTS : PUBLIC_REQUESTS;
    return (await counted.limit({ key: network })).success;
  };
}
