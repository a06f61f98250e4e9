/** HTTP to the deployment's configured hosts and push services. */
import { AppError } from "../kernel/errors.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";
import type { Config } from "./config.ts";
import { egressRule, ownServiceRule, type EgressRule } from "./egress.ts";
import { createOutsideHttp, slotsOf } from "./outside-http.ts";
import { vendorUrls } from "./vendors.ts";

/** Cached per configuration, because parsing the URLs takes longer than most calls' own work. */
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

/** No I/O. Calls of one `owner` wait only for that owner's calls. */
export function outsideHttp(config: Config, owner: string): OutsideHttp {
  return createOutsideHttp({ allows: ruleOf(config), slots: slotsOf(owner) });
}

/**
 * HTTP to the host of a team's connection only; on a laptop that may be the laptop. Throws
 * `invalid_request` for a forbidden host.
 */
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
