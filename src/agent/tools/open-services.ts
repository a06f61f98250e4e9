/** Opens toolset services for one tenant and one caller, each once. */
import type { Tenant } from "./tenant.ts";
import type { Acting } from "./call.ts";
import type { Toolset } from "./define-toolset.ts";

/** Throws `not_configured` if the connection no longer exists. */
export type OpenServices = (toolset: Toolset) => Promise<unknown>;

/** A failed opening is retried the next time. */
export function serviceOpener(tenant: Tenant, acting: Acting): OpenServices {
  const opened = new Map<string, Promise<unknown>>();
  return (toolset) => {
    const known = opened.get(toolset.name);
    if (known !== undefined) return known;
    const opening = Promise.resolve()
      .then(() => toolset.open(tenant, acting))
      .catch((error: unknown) => {
        opened.delete(toolset.name);
        throw error;
      });
    opened.set(toolset.name, opening);
    return opening;
  };
}
