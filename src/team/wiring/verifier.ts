/** Wires token verification for sign-in. */
import { identityProviders, tokenVerifier } from "../../platform/auth/index.ts";
import type { DeploymentContext } from "../../platform/context.ts";
import { remoteKeys } from "../../platform/key-sets.ts";

/** Verifies tokens of the deployment's identity providers. */
export function verifierOf({ config, outside, clock }: DeploymentContext) {
  const keys = (url: string) => remoteKeys(url, outside);
  return tokenVerifier({ providers: identityProviders(config), keys, clock });
}
