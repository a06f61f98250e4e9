/** Composition of what the web server takes from the platform as it is: the pages' files, and the bindings that count requests by address. */
import type { HttpServices } from "../http/services.ts";
import type { Env } from "../platform/env.ts";

/** Makes it of the deployment's bindings. */
export function platformParts(env: Env): Pick<HttpServices, "assets" | "mayAsk"> {
  return {
    assets: env.ASSETS,
    mayAsk: async (limit, network) => {
      const counted = limit === "entry" ? env.ENTRY_REQUESTS : env.PUBLIC_REQUESTS;
      return (await counted.limit({ key: network })).success;
    },
  };
}
