/** The outside HTTP of this deployment: its configured addresses and push services, nothing else. */
import { vendorAddresses } from "../../integrations/registry.ts";
import { AppError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { egressRule, ownServiceRule } from "../egress.ts";
import type { Env } from "../env.ts";
import { createOutsideHttp, slotsOf } from "../outside-http.ts";

/** Makes the wrapper for a deployment's configuration. Cheap. What is called for a tenant waits for that tenant's other calls alone. */
export function outsideHttp(env: Env, tenantId = ""): OutsideHttp {
  const addresses = [
    env.ANTHROPIC_BASE_URL,
    ...Object.values(vendorAddresses(env)),
    env.CLERK_ISSUER,
    env.OTEL_EXPORTER_OTLP_ENDPOINT,
    env.EMBEDDINGS_URL,
    env.ACCESS_TEAM_URL,
  ];
  const allows = egressRule(addresses, env.PUSH_ALLOWED_HOSTS.split(","));
  return createOutsideHttp({ allows, slots: slotsOf(tenantId) });
}

/** HTTP to an address that a connection of the tenant names, and to no other; on a laptop that may be the laptop. Throws AppError `invalid_request` for one that may not be called. */
export function ownServiceHttp(env: Env, tenantId: string): (baseUrl: string) => OutsideHttp {
  const isLaptop = env.APP_URL.startsWith("http:");
  return (baseUrl) => {
    const allows = ownServiceRule(baseUrl, isLaptop);
    const url = URL.parse(baseUrl);
    if (url === null || !allows(url))
      throw new AppError(
        "invalid_request",
        "Steward can’t call that address. It must be public and start with https.",
      );
    return createOutsideHttp({ allows, slots: slotsOf(tenantId) });
  };
}
