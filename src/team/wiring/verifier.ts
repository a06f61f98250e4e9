/** Composition of checking who signs in. */
import { identityProviders, tokenVerifier } from "../../platform/auth/index.ts";
import type { DeploymentContext } from "../../platform/context.ts";
import { remoteKeys } from "../../platform/key-sets.ts";

/** Checks tokens of the identity providers the deployment names. */
export function verifierOf({ config, outside, clock }: DeploymentContext) {
  const keys = (url: string) => remoteKeys(url, outside);
  return tokenVerifier({ providers: identityProviders(config), keys, clock });
}
