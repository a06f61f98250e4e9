import type { DeploymentContext } from "../context.ts";
import { remoteKeys } from "../key-sets.ts";
import { identityProviders } from "./identity-providers.ts";
import type { AuthDeps } from "./types.ts";
import { tokenVerifier } from "./verify-token.ts";

/** Dependencies of sign-in. No I/O. */
export function authDeps(deployment: DeploymentContext): AuthDeps {
  const { system, clock, ids, config, outside } = deployment;
  const keys = (url: string) => remoteKeys(url, outside);
  return {
    system,
    db: (tenantId) => deployment.tenant(tenantId).db,
    clock,
    ids,
    verify: tokenVerifier({ providers: identityProviders(config), keys, clock }),
  };
}
