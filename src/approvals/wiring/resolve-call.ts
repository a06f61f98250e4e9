/** Composition of what resolves calls into effect documents; apart from `tools.ts` because approvals need it and tools need approvals. */
import type { ResolveCall } from "../ports.ts";
import type { Env } from "../../platform/env.ts";
import { createResolver } from "../../agent/tools/resolve-call.ts";
import { tenantHandle } from "../../features/tenant.ts";

/** Resolves edited arguments for a tenant's approvals. */
export function resolveCall(env: Env, tenantId: string): ResolveCall {
  const tenant = tenantHandle(env, tenantId);
  return createResolver(tenantId, (toolset, acting) => toolset.open(tenant, acting));
}
