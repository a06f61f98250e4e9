import type { DeploymentContext } from "../context.ts";
import { remoteKeys } from "../key-sets.ts";
import { identityProviders } from "./identity-providers.ts";
import type { AuthDeps } from "./types.ts";
import { tokenVerifier } from "./verify-token.ts";

/** What signing in is given in a deployment. Cheap. */
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
