/** The outside HTTP of this deployment: its configured addresses and push services, nothing else. */
import { AppError } from "../kernel/errors.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";
import type { Config } from "./config.ts";
import { egressRule, ownServiceRule, type EgressRule } from "./egress.ts";
import { createOutsideHttp, slotsOf } from "./outside-http.ts";
import { vendorUrls } from "./vendors.ts";

/** Made once for each configuration: reading the addresses takes longer than most calls' own work. */
const rules = new WeakMap<Config, EgressRule>();

function ruleOf(config: Config): EgressRule {
  const known = rules.get(config);
  if (known !== undefined) return known;
  const addresses = [
    config.anthropic.baseUrl,
    ...vendorUrls(config.vendorVariables),
    config.clerk?.issuer ?? "",
    config.traces?.url ?? "",
    config.embeddings.url,
    config.access?.teamUrl ?? "",
  ];
  const rule = egressRule(addresses, config.push.allowedHosts);
  rules.set(config, rule);
  return rule;
}

/** Makes the wrapper for a deployment's configuration. Cheap. Calls of one `owner` wait for that owner's other calls alone. */
export function outsideHttp(config: Config, owner: string): OutsideHttp {
  return createOutsideHttp({ allows: ruleOf(config), slots: slotsOf(owner) });
}

/** HTTP to an address that a connection of a team names, and to no other; on a laptop that may be the laptop. Throws AppError `invalid_request` for one that may not be called. */
export function ownServiceHttp(config: Config, owner: string): (baseUrl: string) => OutsideHttp {
  return (baseUrl) => {
    const allows = ownServiceRule(baseUrl, !config.secure);
    const url = URL.parse(baseUrl);
    if (url === null || !allows(url))
      throw new AppError(
        "invalid_request",
        "Steward can’t call that address. It must be public and start with https.",
      );
    return createOutsideHttp({ allows, slots: slotsOf(owner) });
  };
}
