/** Contexts over the real bindings of a test inside workerd. */
import { DeploymentContext, type Given, type TenantContext } from "../../src/platform/context.ts";
import type { Env } from "../../src/platform/env.ts";
import { testEnv } from "./worker.ts";

/** The deployment under test. It remembers nothing, so that a test may go on for as long as it likes. */
export function testDeployment({
  env = testEnv,
  ...given
}: Given & { readonly env?: Env } = {}): DeploymentContext {
  return new DeploymentContext(env, given);
}

/** A team of it. */
export function testContext(
  tenantId: string,
  options: Parameters<typeof testDeployment>[0] = {},
): TenantContext {
  return testDeployment(options).tenant(tenantId);
}
