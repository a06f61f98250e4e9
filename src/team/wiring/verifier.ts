/** Composition of checking who signs in. */
import { identityProviders, tokenVerifier } from "../../platform/auth/index.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Env } from "../../platform/env.ts";
import { remoteKeys } from "../../platform/key-sets.ts";
import { outsideHttp } from "../../platform/wiring/outside.ts";

/** Checks tokens of the identity providers the deployment names. */
export function verifierOf(env: Env, config: Config) {
  const keys = (url: string) => remoteKeys(url, outsideHttp(env));
  return tokenVerifier({ providers: identityProviders(config), keys, clock });
}
